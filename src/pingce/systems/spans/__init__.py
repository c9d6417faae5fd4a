"""Systems that mark the fragments of an anomaly (SpaCE2022 task 2, SpaCE2023 task 1)."""
