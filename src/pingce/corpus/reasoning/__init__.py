"""Generated reasoning items as files: records, proofs beside them, and commitments to what is not shown yet."""
