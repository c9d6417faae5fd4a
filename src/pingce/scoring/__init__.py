"""Values in, numbers out: measures, intervals, breakdowns, likeness of answers, significance of differences.

No file is read here; who has files goes through :mod:`pingce.evaluation`.
"""
