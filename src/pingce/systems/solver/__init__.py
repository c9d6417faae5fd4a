"""Answers to reasoning items by proof."""
