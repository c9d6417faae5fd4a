"""What a question is and what can be said about it.

Positions are code points of the text as stored. Index lists keep their order and repeats, because
official scripts and annotators give both a meaning.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Fragment(NamedTuple):
    """Characters of a text, not necessarily neighbours."""

    text: str
    idxes: tuple[int, ...]


class RoleSpan(NamedTuple):
    """A fragment that plays a role."""

    role: str
    text: str
    idxes: tuple[int, ...]


class Reason(NamedTuple):
    """One way to explain an anomaly: its type ("" where the task has none) and the fragments involved."""

    type: str
    spans: tuple[RoleSpan, ...]


class SlotFill(NamedTuple):
    """What stands in one slot of a tuple: a fragment, a label, or both."""

    slot: str
    fragment: Fragment | None
    label: str | None


class StepTuple(NamedTuple):
    """One statement about space: who, when, through which event, where."""

    fills: tuple[SlotFill, ...]
    well_formed: bool = True
    """False for an array of the wrong length; official scripts give such a tuple no points."""


class Senses(NamedTuple):
    """The senses chosen for a word, best first, and scores of candidates where the system gives them."""

    chosen: tuple[str, ...]
    scores: tuple[tuple[str, float], ...] = ()
    picks: tuple[str | None, ...] = ()
    """Answers to the derived single-choice questions, in the order of the gold senses."""


class Verdict(NamedTuple):
    """A judgement with its explanation in words."""

    judge: str
    explanation: str


FragmentSet = tuple[Fragment, ...]
Value = str | tuple[Reason, ...] | tuple[StepTuple, ...] | tuple[FragmentSet, ...] | tuple[Verdict, ...] | Senses

Answer = Mapping[str, Value]
"""Everything said about one question, by field name of the task."""


@dataclass(frozen=True, slots=True)
class Item:
    """One question."""

    id: str
    texts: Mapping[str, str]
    extra: Mapping[str, str] = field(default_factory=dict)
    """Further keys of the file (genre, source …), for breakdowns."""

    @property
    def text(self) -> str:
        """The text that positions refer to."""
        return next(iter(self.texts.values()), "")
