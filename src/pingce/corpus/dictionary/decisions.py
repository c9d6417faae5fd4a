"""What people decided about glosses of two dictionaries that are alike: one sense or two.

The file is JSONL and grows with every decision: of several lines about a pair the last holds, and one without ``same``
takes the decision back. Which of the two dictionaries is the base makes no difference.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from pingce.formats.write import write_bytes
from pingce.spec.words import Words

from ..entries import read_lines

PairKey = tuple[str, str, str]
"""The word and its two glosses, in no order of their own."""
Decisions = Mapping[PairKey, bool]
HINT = Words(
    '每行应为 {"word": …, "gloss": …, "like": …, "same": true 或 false}。',
    'Expected {"word": …, "gloss": …, "like": …, "same": true or false} on every line.',
)


class MergeDecision(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether two glosses of a word are one sense."""

    word: str
    gloss: str
    like: str
    same: bool | None = None
    who: str = ""
    at: float = 0.0


def pair_key(word: str, one: str, other: str) -> PairKey:
    """The same for both orders of the glosses, whichever dictionary is the base."""
    return (word, one, other) if one <= other else (word, other, one)


def read_decisions(path: Path) -> dict[PairKey, bool]:
    """The decisions of a file that hold."""
    decisions: dict[PairKey, bool] = {}
    for _, line in read_lines(path, MergeDecision, hint=HINT):
        key = pair_key(line.word, line.gloss, line.like)
        decisions.pop(key, None)
        if line.same is not None:
            decisions[key] = line.same
    return decisions


def add_decision(path: Path, decision: MergeDecision) -> None:
    """Write one more line; the caller sees to it that nobody else does so at the same time."""
    before = path.read_bytes() if path.exists() else b""
    if before and not before.endswith(b"\n"):
        before += b"\n"  # somebody's editor
    write_bytes(path, before + msgspec.json.encode(decision) + b"\n")
