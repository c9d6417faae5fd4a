"""Word replacement: one original, many sentences that differ from it in one or two spatial words."""
