"""Measures, scoring runs, intervals, breakdowns and comparisons."""
