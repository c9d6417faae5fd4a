"""Texts as an encoder's tokens, with the characters every token stands for: digits and Latin come in pieces.

Positions of answers are characters, networks see tokens; ``Tokens`` goes both ways.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Tokens:
    """Token numbers with those for beginning and end, and the characters (start, end) of each; (0, 0) for those two."""

    ids: tuple[int, ...]
    places: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return len(self.ids)

    def covering(self, positions: Iterable[int]) -> list[int]:
        """Tokens of which at least half the characters are among the positions."""
        asked = set(positions)
        return [
            i
            for i, (start, end) in enumerate(self.places)
            if end > start and 2 * sum(k in asked for k in range(start, end)) >= end - start
        ]

    def positions(self, tokens: Iterable[int]) -> tuple[int, ...]:
        """The characters some tokens stand for."""
        return tuple(k for i in tokens for k in range(*self.places[i]))


def tokenize(tokenizer: Any, texts: Sequence[str], longest: int) -> list[Tokens]:  # noqa: ANN401 (has no type of its own)
    """Texts of more than ``longest`` tokens are cut; what lies behind is not seen."""
    if not texts:
        return []
    encoded = tokenizer(list(texts), truncation=True, max_length=longest, return_offsets_mapping=True)
    return [
        Tokens(tuple(ids), tuple((start, end) for start, end in places))
        for ids, places in zip(encoded["input_ids"], encoded["offset_mapping"], strict=True)
    ]


def runs(positions: Iterable[int]) -> list[tuple[int, ...]]:
    """Neighbouring positions together, in order."""
    stretches: list[list[int]] = []
    for i in sorted(set(positions)):
        if stretches and stretches[-1][-1] == i - 1:
            stretches[-1].append(i)
        else:
            stretches.append([i])
    return [tuple(run) for run in stretches]
