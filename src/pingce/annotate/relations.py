"""How the glosses of a word relate to each other.

An item's ``relations`` are ``[{"kind": "disjoint" | "overlapping" | "includes", "a": gloss, "b": gloss}]``, glosses
by id or text; in ``includes`` a is the wider gloss and b the narrower one inside it.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple, get_args

from .decode import AnnotationItem, glosses_of

Kind = Literal["disjoint", "overlapping", "includes"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Relation(NamedTuple):
    """Two glosses, by text."""

    kind: Kind
    a: str
    b: str


def relations_of(item: AnnotationItem) -> Iterator[Relation]:
    """The relations of an item; entries of any other form are passed over, they were refused on import."""
    listed, glosses = item.extra.get("relations"), glosses_of(item)
    for one in listed if isinstance(listed, list) else ():
        if not isinstance(one, dict):
            continue
        a, b = str(one.get("a")), str(one.get("b"))
        for kind in KINDS:
            if one.get("kind") == kind:
                yield Relation(kind, glosses.get(a, a), glosses.get(b, b))
