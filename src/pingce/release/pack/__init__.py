"""A split and its gold files → a pack: public files to download, private ones with the answers, and its stages."""
