"""The exact solver as a system."""
