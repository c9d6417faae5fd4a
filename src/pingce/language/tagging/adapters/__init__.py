"""One file per library: its words, in our tags."""
