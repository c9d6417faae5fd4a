"""Decided items → train, dev and test, so that no original is in two of them; and the proof that it is so."""
