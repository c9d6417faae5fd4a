"""Finding out what was replaced in sentences that do not say it."""
