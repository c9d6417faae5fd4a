"""The best first and last token of something."""

import torch

NOWHERE = 0
"""The token before the text stands for what is not there."""


def best_pair(first: torch.Tensor, last: torch.Tensor, longest: int) -> tuple[tuple[int, int], float]:
    """The best pair within the text that is in order and not too long, and the sum of its numbers."""
    size = len(first)
    scores = first.unsqueeze(1) + last.unsqueeze(0)
    allowed = torch.ones(size, size, dtype=torch.bool, device=first.device).triu().tril(longest - 1)
    allowed[NOWHERE] = False
    allowed[:, -1] = False
    best = int(scores.masked_fill(~allowed, float("-inf")).argmax())
    return (best // size, best % size), float(scores.flatten()[best])
