"""Scenes: which seats there are, where they lie, which way their sitters look, and what each relation means there."""
