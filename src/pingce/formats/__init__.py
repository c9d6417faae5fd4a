"""Files ⇄ values. Line numbers are kept, nothing is read twice, nothing is half-written."""
