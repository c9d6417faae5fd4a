"""The command line: thin wrappers around the same functions that API and tests use."""
