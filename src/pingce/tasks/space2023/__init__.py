"""SpaCE2023: its subtasks and its ranking."""
