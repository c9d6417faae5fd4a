"""What the labels, roles and slots of a task are called."""

from collections.abc import Mapping
from typing import NamedTuple, assert_never

from pingce.spec.shapes import (
    Choice,
    Element,
    FragmentSets,
    FreeText,
    Judged,
    ListOf,
    Options,
    RoleSpans,
    SenseChoice,
    Shape,
    SlotTuple,
    TypedSpans,
)
from pingce.spec.words import Words, same


class Titles(NamedTuple):
    """What to call the labels by which answers are told apart, and the roles or slots inside them."""

    labels: Mapping[str, Words]
    parts: Mapping[str, Words]


def titles(shape: Shape) -> Titles:
    """The words that pages use for labels, types and roles of a shape."""
    match shape:
        case Choice():
            return Titles(_titled(shape.titles), {})
        case Options() | FragmentSets() | SenseChoice() | FreeText():
            return Titles({}, {})
        case ListOf(each=each):
            return _element_titles(each)
        case _:
            assert_never(shape)


def _element_titles(each: Element) -> Titles:
    match each:
        case RoleSpans():
            return Titles({}, _titled(each.roles))
        case TypedSpans():
            roles = {role: title for spans in each.cases.values() for role, title in spans.roles.items()}
            return Titles(_titled(each.titles), _titled(roles))
        case SlotTuple():
            # A slot's name is Chinese already; its title says the same more fully.
            return Titles({}, {s.name: Words(s.title.zh, f"{s.title.en} {s.name}") for s in each.slots})
        case Judged():
            return titles(each.judge)
        case _:
            assert_never(each)


def _titled(titles: Mapping[str, Words]) -> dict[str, Words]:
    """Labels and roles are short codes; they stand before their titles."""
    return {name: Words(f"{name} {title.zh}", f"{name} {title.en}") for name, title in titles.items()}


def called(name: str, titles: Mapping[str, Words]) -> Words:
    """What a name is called; one the task does not know stands for itself."""
    return titles.get(name, same(name))
