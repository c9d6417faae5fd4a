"""Words exchanged for others: what a record of it says, in every stage.

A change is a position, the word that stood there and the word that stands there now. Corpus writes such records,
annotation carries them along, quality undoes them.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, NamedTuple

import msgspec

Mode = Literal["single", "double"]
ARROW = "→"
"""Between the old word and the new one."""


class Change(NamedTuple):
    """One word that was exchanged; positions count code points."""

    start: int
    """In the original."""
    at: int
    """In the replaced sentence."""
    old: str
    new: str
    cls: str
    group: str
    relation: str

    @property
    def pair(self) -> str:
        return f"{self.old}{ARROW}{self.new}"

    def record(self) -> dict[str, str | int]:
        """As it stands in a file."""
        return {
            "start": self.start,
            "at": self.at,
            "old": self.old,
            "new": self.new,
            "class": self.cls,
            "group": self.group,
            "relation": self.relation,
        }


def undone(text: str, changes: Iterable[Change]) -> str | None:
    """The original of a replaced sentence; ``None`` if the words are not where they should be."""
    parts, done = [], 0
    for change in changes:
        end = change.at + len(change.new)
        if change.at < done or text[change.at : end] != change.new:
            return None
        parts += [text[done : change.at], change.old]
        done = end
    return "".join([*parts, text[done:]])


def mode_of(changes: Sequence[Change]) -> Mode:
    return "single" if len(changes) == 1 else "double"


class _Record(msgspec.Struct):
    """A change as it stands in a file."""

    start: Annotated[int, msgspec.Meta(ge=0)]
    at: Annotated[int, msgspec.Meta(ge=0)]
    old: str
    new: str
    cls: str = msgspec.field(name="class")
    group: str
    relation: str

    @property
    def plain(self) -> Change:
        return Change(self.start, self.at, self.old, self.new, self.cls, self.group, self.relation)


def read_changes(value: object) -> tuple[Change, ...] | None:
    """The changes of a record; ``None`` if it has none or they are not in our form."""
    try:
        return tuple(record.plain for record in msgspec.convert(value, list[_Record])) or None
    except msgspec.ValidationError:
        return None
