"""What labels depend on besides meaning: words, pairs, splits, lengths, genres; and how far that alone gets."""
