"""Words and their parts of speech."""
