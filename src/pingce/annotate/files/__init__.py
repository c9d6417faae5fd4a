"""Files of a task or of the corpus stage as items of a campaign, and decided answers as records of the data set."""
