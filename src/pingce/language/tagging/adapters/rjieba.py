"""rjieba: jieba's dictionary and model in Rust; the default."""

from importlib.metadata import version

from ..cover import Pair
from ..dictionary import shared_dictionary
from ..tags import JIEBA, in_ours

REMEMBERED = 1 << 18
"""Different words kept, as in the rules layer."""


class Rjieba:
    """rjieba behind the interface of all taggers."""

    def __init__(self) -> None:
        self._tag = shared_dictionary().jieba.tag  # nobody changes it, so the dictionary is in memory once
        self.version = f"rjieba {version('rjieba')}"
        self._ours: dict[Pair, Pair] = {}

    def pairs(self, text: str) -> list[Pair]:
        ours = self._ours
        pairs = self._tag(text)
        try:
            return list(map(ours.__getitem__, pairs))
        except KeyError:
            # A word not met before; remembering whole pairs is what keeps this loop short.
            if len(ours) > REMEMBERED:
                ours.clear()
            ours.update((pair, (pair[0], in_ours(pair[0], pair[1], JIEBA))) for pair in pairs)
            return [ours[pair] for pair in pairs]
