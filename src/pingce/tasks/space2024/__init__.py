"""SpaCE2024: one test of five abilities."""
