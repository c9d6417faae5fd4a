"""The word lists of ``words.toml``, by name.

Which words count as prepositions, directions or particles for the rules is data, in a file a linguist can read and
mend.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple


class SlotWords(NamedTuple):
    """What a place slot may begin and end with."""

    not_first: str = ""
    first_verbs: str = ""
    last_verbs: str = ""


class WordLists(NamedTuple):
    """All lists."""

    lists: Mapping[str, frozenset[str]]
    characters: Mapping[str, frozenset[str]]
    slots: Mapping[str, SlotWords]


@cache
def word_lists() -> WordLists:
    """The lists of words that live rules look up, from ``words.toml`` beside this module."""
    content = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
    return WordLists(
        {name: frozenset(words.split()) for name, words in content["lists"].items()},
        {name: frozenset(characters) for name, characters in content["characters"].items()},
        {name: SlotWords(**slot) for name, slot in content["slots"].items()},
    )


def words(name: str) -> frozenset[str]:
    return word_lists().lists[name]


def characters(name: str) -> frozenset[str]:
    return word_lists().characters[name]
