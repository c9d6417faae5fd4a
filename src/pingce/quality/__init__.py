"""How good the data are: agreement, people, tiers, bias, leaks, human performance."""
