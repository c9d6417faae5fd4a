"""Exact answers to reasoning items in a closed language: seats, shelves, calendars, kinship, assignments.

Text becomes a scene and constraints, the constraints leave some arrangements, and an option is proved when it holds
in every one of them. What cannot be read is said to be unread; nothing is guessed.
"""
