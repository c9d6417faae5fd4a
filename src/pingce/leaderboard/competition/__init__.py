"""Running a shared task: phases, teams, submissions, boards.

Rules come first (phases, limits, counting, visibility): plain functions that need no database. The services apply them.
"""
