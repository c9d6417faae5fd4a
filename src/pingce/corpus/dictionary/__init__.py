"""Dictionary pages → a sense inventory."""
