"""SpaCE2021: its subtasks and its ranking."""
