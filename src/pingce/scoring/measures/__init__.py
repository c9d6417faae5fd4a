"""The measures tasks refer to. A quirk of an official script is a named parameter with its reason."""
