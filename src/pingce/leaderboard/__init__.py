"""From scores per subtask to rankings and awards."""
