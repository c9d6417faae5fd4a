"""What runs around the tests: what they passed on last, and what they leave unrun."""
