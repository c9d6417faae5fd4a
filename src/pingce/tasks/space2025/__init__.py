"""SpaCE2025: three subtasks of language and two of reasoning, answered in one file."""
