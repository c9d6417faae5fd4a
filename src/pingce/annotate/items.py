"""What annotators are asked about: an item as it is imported, as forms and rules know it, its glosses and relations."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

Json = dict[str, object]
Kind = Literal["disjoint", "overlapping", "includes"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class AnnotationItem:
    """What an annotator is asked about.

    ``extra`` may hold ``replaced`` (positions in the first text), ``original``, ``genre``; for senses ``glosses``
    (``[{"id", "text"}]``) and ``relations`` (see ``relations_of``); for ratings of explanations
    ``judge`` and ``explanation``.
    """

    id: str
    texts: Mapping[str, str]
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewItem:
    """``group``: a word, an original. ``gold``: the right answer, which makes it a control item.

    ``line``: where it stands in its file.
    """

    id: str
    texts: Mapping[str, str]
    extra: Json = field(default_factory=dict)
    group: str = ""
    gold: Json | None = None
    line: int | None = None


def glosses_of(item: AnnotationItem) -> dict[str, str]:
    """The glosses to choose from: id → text."""
    listed = item.extra.get("glosses")
    if not isinstance(listed, list):
        return {}
    return {str(one.get("id", i)): str(one["text"]) for i, one in enumerate(listed) if isinstance(one, dict)}


class Relation(NamedTuple):
    """Two glosses, by text."""

    kind: Kind
    a: str
    b: str


def relations_of(item: AnnotationItem) -> Iterator[Relation]:
    """How the glosses of an item's word relate to each other.

    An item's ``relations`` are ``[{"kind": "disjoint" | "overlapping" | "includes", "a": gloss, "b": gloss}]``, glosses
    by id or text; in ``includes`` a is the wider gloss and b the narrower one inside it. Entries of any other form are
    passed over, they were refused on import.
    """
    listed, glosses = item.extra.get("relations"), glosses_of(item)
    for one in listed if isinstance(listed, list) else ():
        if not isinstance(one, dict):
            continue
        a, b = str(one.get("a")), str(one.get("b"))
        for kind in KINDS:
            if one.get("kind") == kind:
                yield Relation(kind, glosses.get(a, a), glosses.get(b, b))
