"""What a question is and what can be said about it.

Positions are code points of the text as stored. Index lists keep their order and repeats, because
official scripts and annotators give both a meaning.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True, slots=True, eq=False)
class Fragment:
    """Characters of a text, not necessarily neighbours."""

    text: str
    idxes: tuple[int, ...]

    def __eq__(self, other: object) -> bool:
        """Equal to any fragment of the same characters, whichever way it was read."""
        return isinstance(other, Fragment) and self.text == other.text and self.idxes == other.idxes

    def __hash__(self) -> int:
        return hash((self.text, self.idxes))

    def __iter__(self) -> Iterator[str | tuple[int, ...]]:
        """``text, idxes = fragment``."""
        yield self.text
        yield self.idxes


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


SlotArray = tuple[Fragment | str | None, ...]
"""A tuple as one element per slot: a fragment, a label, or nothing."""


class StepTuple:
    """One statement about space: who, when, through which event, where.

    Files write it as filled slots or as an array with an element per slot. It keeps the form it was read in
    and builds the other when somebody asks: scoring a data set looks at the slots of few of its tuples.
    """

    __slots__ = ("_array", "_fills", "_names", "well_formed")

    def __init__(
        self,
        fills: tuple[SlotFill, ...] | None,
        well_formed: bool = True,
        array: SlotArray | None = None,
        names: tuple[str, ...] = (),
    ) -> None:
        self._fills, self._array, self._names = fills, array, names
        self.well_formed = well_formed
        """False for an array of the wrong length; official scripts give such a tuple no points."""

    @property
    def fills(self) -> tuple[SlotFill, ...]:
        if self._fills is None:
            self._fills = tuple(
                SlotFill(name, None, element) if isinstance(element, str) else SlotFill(name, element, None)
                for name, element in zip(self._names, self._array or (), strict=False)
                if element is not None
            )
        return self._fills

    def array(self, names: tuple[str, ...]) -> SlotArray:
        """One element per slot of ``names``; a label stands alone where there is no fragment."""
        if self._array is None or (self._names is not names and self._names != names):
            filled = {fill.slot: fill.fragment if fill.fragment is not None else fill.label for fill in self.fills}
            return tuple(filled.get(name) for name in names)
        return self._array

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StepTuple):
            return NotImplemented
        return self.fills == other.fills and self.well_formed == other.well_formed

    def __hash__(self) -> int:
        return hash((self.fills, self.well_formed))

    def __repr__(self) -> str:
        return f"StepTuple({self.fills!r}, well_formed={self.well_formed})"


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
Letters = frozenset[str]
"""Letters of the options chosen; neither order nor repeats matter."""
Value = (
    str | Letters | tuple[Reason, ...] | tuple[StepTuple, ...] | tuple[FragmentSet, ...] | tuple[Verdict, ...] | Senses
)

Answer = Mapping[str, Value]
"""Everything said about one question, by field name of the task."""


ORIGINAL_KEYS = ("origin", "original", "origin_id", "originId", "group")
"""Keys of a data file that may say which original an item comes from, the first that is there."""


@dataclass(frozen=True, slots=True)
class Item:
    """One question."""

    id: str
    texts: Mapping[str, str]
    extra: Mapping[str, str] = field(default_factory=dict)
    """Further keys of the file (genre, source …), for breakdowns."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Letter → text of the choices, where the item brings its own."""

    @property
    def text(self) -> str:
        """The text that positions refer to."""
        return next(iter(self.texts.values()), "")

    @property
    def stated_original(self) -> str | None:
        """The original it says it comes from, if it says one."""
        return next((self.extra[key] for key in ORIGINAL_KEYS if self.extra.get(key)), None)
