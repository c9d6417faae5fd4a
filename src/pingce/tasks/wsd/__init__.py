"""Word-sense disambiguation of modern Chinese."""
