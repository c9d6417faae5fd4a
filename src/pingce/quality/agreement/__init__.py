"""How far people agree: coefficients for labels, overlap for fragments, tuples and senses; with intervals."""
