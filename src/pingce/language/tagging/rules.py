"""The rules layer: our cuts and tags on top of a library's."""

from collections.abc import Iterable, Mapping
from itertools import chain

from .context import Context
from .cover import Pair
from .cutting import Cutter
from .dictionary import shared_dictionary
from .tables import load_tables

REMEMBERED = 1 << 18
"""Different words whose cuts are kept; a million characters of news have about 50,000."""

RULES_VERSION = 1
"""Raised when the same words come out cut or tagged differently; a test notices (test_rules_version.py)."""

NAMES_BEFORE = {1: "8d127077b820"}
"""Version 1 was named by a hash of its source text: caches and journals made with it keep their name."""


class Memory(dict[Pair, tuple[Pair, ...]]):
    """The pieces of every word met so far: most of a text is words seen before."""

    def __init__(self, cutter: Cutter) -> None:
        super().__init__()
        self._cutter = cutter

    def __missing__(self, pair: Pair) -> tuple[Pair, ...]:
        if len(self) >= REMEMBERED:
            self.clear()
        pieces = self[pair] = self._cutter.cut(*pair)
        return pieces


class Rules:
    """Words that a user named are left alone."""

    def __init__(self, user_words: Mapping[str, str]) -> None:
        tables = load_tables()
        self._user_words = user_words
        self._memory = Memory(Cutter(tables, shared_dictionary()))
        self._context = Context(tables, shared_dictionary(), leave=user_words)

    def apply(self, pairs: Iterable[Pair]) -> list[Pair]:
        memory, named = self._memory, self._user_words
        if named:
            cut = [piece for pair in pairs for piece in ((pair,) if pair[0] in named else memory[pair])]
        else:
            cut = list(chain.from_iterable(map(memory.__getitem__, pairs)))  # half the time of the loop above
        return self._context.settle(cut)


def rules_version() -> str:
    """The rules as versions of taggers name them, in caches of tagged texts and fingerprints of runs."""
    return f"rules {NAMES_BEFORE.get(RULES_VERSION, RULES_VERSION)}"
