"""Can two texts that differ in one place describe the same scene? By knowledge of words, without training data."""
