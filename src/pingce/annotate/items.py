"""What annotators are asked about: an item as it is imported, as forms and rules know it, its glosses and relations.

``NewItem`` is what an import brings, ``AnnotationItem`` what forms and rules look at. Glosses and their relations
travel in ``extra``, so that an item can be checked without its campaign.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

from pingce.formats.provenance import Provenance
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item

Json = dict[str, object]
Kind = Literal["disjoint", "overlapping", "includes"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class AnnotationItem:
    """What an annotator is asked about.

    ``extra`` may hold ``replaced`` (positions in the first text), ``original``, ``genre``; for senses ``glosses``
    (``[{"id", "text"}]``) and ``relations`` (see ``relations_of``); for ratings of explanations
    ``judge`` and ``explanation``; for items with options of their own ``options`` (letter → text), ``option_kind``
    (``single`` or ``multiple``, where the item says so) and the task's attributes (an instruction, a domain).
    """

    id: str
    texts: Mapping[str, str]
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewItem:
    """``group``: a word, an original. ``gold``: the right answer, which makes it a control item, unless it is
    ``studied``: then everybody is asked it like any other, and their answers are compared with it afterwards.

    ``line``: where it stands in its file. ``origin``: where it comes from, if more is known of it than ``extra`` says.
    """

    id: str
    texts: Mapping[str, str]
    extra: Json = field(default_factory=dict)
    group: str = ""
    gold: Json | None = None
    line: int | None = None
    origin: Provenance | None = None
    studied: bool = False

    @property
    def is_control(self) -> bool:
        return self.gold is not None and not self.studied


def options_of(item: AnnotationItem) -> dict[str, str]:
    """The choices an item brings along: letter → text."""
    listed = item.extra.get("options")
    return {str(letter): str(text) for letter, text in listed.items()} if isinstance(listed, dict) else {}


def as_item(task: TaskSpec, item: AnnotationItem) -> Item:
    """The item as the task's files know it, with its options and attributes."""
    extra = {key: str(item.extra[key]) for key in (*task.attributes, *task.gold_attributes) if key in item.extra}
    return Item(item.id, item.texts, extra, options_of(item))


def asked_with(task: TaskSpec, item: Item) -> Json:
    """What belongs to the question beside its texts, as ``AnnotationItem.extra`` holds it."""
    if task.options is None:
        return {}
    kind = task.options.kind(item)
    return {"options": dict(item.options)} | ({} if kind is None else {"option_kind": kind})


def glosses_of(item: AnnotationItem) -> dict[str, str]:
    """The glosses to choose from: id → text."""
    listed = item.extra.get("glosses")
    if not isinstance(listed, list):
        return {}
    return {str(gloss.get("id", i)): str(gloss["text"]) for i, gloss in enumerate(listed) if isinstance(gloss, dict)}


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
    for relation in listed if isinstance(listed, list) else ():
        if not isinstance(relation, dict):
            continue
        a, b = str(relation.get("a")), str(relation.get("b"))
        for kind in KINDS:
            if relation.get("kind") == kind:
                yield Relation(kind, glosses.get(a, a), glosses.get(b, b))
