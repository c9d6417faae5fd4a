"""One item's whole life, from the line of the raw file to each system's answer and score."""
