"""Which passages are worth an annotator's time."""
