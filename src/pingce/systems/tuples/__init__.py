"""Systems that write spatial tuples (SpaCE2022 task 3, SpaCE2023 task 2)."""
