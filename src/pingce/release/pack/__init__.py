"""A split and its gold files → a pack: public files a team may download, private ones with the answers, and its stages."""
