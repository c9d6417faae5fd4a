"""Copies of a whole database while others work on it, and back into an empty one."""
