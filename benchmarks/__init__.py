"""Measured claims."""
