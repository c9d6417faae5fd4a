"""Words and sentences for word-sense annotation, drawn from corpora."""
