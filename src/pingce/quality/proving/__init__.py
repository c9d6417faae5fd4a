"""Published reasoning items held against their own proofs."""
