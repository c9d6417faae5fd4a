"""SpaCE2022: its subtasks and its ranking."""
