"""The rules keep their name as long as they give the same words, and get another when they do not."""

import hashlib
from itertools import cycle
from pathlib import Path

from pingce.language.tagging.cover import Pair
from pingce.language.tagging.rules import RULES_VERSION, Rules, rules_version
from pingce.language.tagging.tags import TAGS

CORPUS = Path(__file__).parents[3] / "examples" / "corpus"
GIVEN = {1: "84fa4d95779116d87a3ec799d74992bd442dd1b2988c6b19f15191fc31db49be"}
"""What each version makes of the same pairs."""


def pairs(text: str) -> list[Pair]:
    """The text in pieces of one to four characters with all tags in turn, whatever libraries are installed."""
    lengths, tags = cycle((1, 2, 3, 2, 4)), cycle(sorted(TAGS))
    cut, start = [], 0
    while start < len(text):
        end = start + next(lengths)
        cut.append((text[start:end], next(tags)))
        start = end
    return cut


def test_other_words_are_another_version() -> None:
    rules, digest = Rules({}), hashlib.sha256()
    for file in sorted(CORPUS.glob("*/*.txt")):
        for line in file.read_text(encoding="utf-8").splitlines():
            digest.update(repr(rules.apply(pairs(line))).encode())
    assert digest.hexdigest() == GIVEN[RULES_VERSION], (
        "the rules give other words: raise RULES_VERSION, note the digest"
    )


def test_caches_and_journals_of_version_1_keep_their_name() -> None:
    assert RULES_VERSION > 1 or rules_version() == "rules 8d127077b820"
