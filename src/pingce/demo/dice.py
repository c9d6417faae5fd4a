"""What the campaigns of the demo draw with: its story comes out the same everywhere."""

SECRET = "demo"  # noqa: S105 (nothing in a demo is secret)
"""Of every campaign in it."""
