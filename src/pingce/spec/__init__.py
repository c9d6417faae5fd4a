"""The vocabulary every other package speaks; it needs nothing but the standard library."""
