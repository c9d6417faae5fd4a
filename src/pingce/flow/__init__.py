"""One benchmark, one flow: its folder and recipe, and the runs that take it from raw text to a board."""
