"""Clues."""
