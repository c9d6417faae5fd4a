"""Answers to questions about texts from clues that need no training on them."""
