"""Shapes of answers as ``[[answer]]`` describes them."""

from collections.abc import Callable, Mapping
from typing import Literal

from pingce.formats.settings import Settings
from pingce.spec.shapes import (
    Choice,
    Encoding,
    FragmentSets,
    FreeText,
    Judged,
    ListOf,
    Options,
    RoleSpans,
    SenseChoice,
    Shape,
    Slot,
    SlotTuple,
    TypedSpans,
)
from pingce.spec.words import Words

from .parts import MOST_NAMES, all_different, clean, known, named, named_row, names, whole
from .rules import read_slot_rules, read_span_rules

Layout = Literal["array", "objects"]
Takes = Literal["fragment", "label", "either"]
MOST_PARTS = 100
MOST_SLOTS = 60
LETTERS = ("A", "B", "C", "D")
NAMES: Mapping[type[object], str] = {
    RoleSpans: "reasons",
    TypedSpans: "reasons",
    SlotTuple: "tuples",
    Judged: "verdicts",
    SenseChoice: "senses",
}
"""By which name answers of these shapes are known in every task."""
COMMON = ("key", "title", "shape", "gold_only")


def kind_of(shape: Shape) -> type[object]:
    """The class of a shape, or of what a list is made of."""
    return type(shape.each if isinstance(shape, ListOf) else shape)


def read_shape(table: Settings) -> Shape | None:
    """The shape of an answer as far as it can be told; what is wrong with it is noted. None for no known shape."""
    name = table.values.get("shape")
    reader = SHAPES.get(name) if isinstance(name, str) else None
    if reader is None:
        table.note("shape", name, Words("/".join(SHAPES), "/".join(SHAPES)))
        return None
    return reader(table)


def _choice(table: Settings) -> Choice:
    table.only(*COMMON, "labels", "encoding")
    encodings: tuple[Encoding, ...] = ("str", "bool", "int")
    encoding = table.choice("encoding", encodings, "str")
    titles = _labels(table)
    if encoding != "str" and titles and set(titles) != {"0", "1"}:
        table.note(
            "encoding",
            encoding,
            Words('str；bool 和 int 只用于标签 "0" 和 "1"', 'str; bool and int are for the labels "0" and "1"'),
        )
    return Choice(tuple(titles), titles, encoding)


def _labels(table: Settings) -> dict[str, Words]:
    titles = named(table, "labels")
    if len(titles) == 1:
        table.note("labels", ", ".join(titles), Words("至少两个标签", "at least two labels"))
    return titles


def _options(table: Settings) -> Options:
    table.only(*COMMON, "options_key", "letters")
    letters = names(table, "letters") if "letters" in table else LETTERS
    if len(letters) < 2:
        table.note("letters", ", ".join(letters), Words("至少两个字母", "at least two letters"))
    return Options(clean(table, "options_key", "options"), letters)


def _limits(table: Settings) -> tuple[int, int | None]:
    at_least = whole(table, "at_least", 0, MOST_PARTS, 1) or 0
    at_most = whole(table, "at_most", 1, MOST_PARTS, None)
    if at_most is not None and at_most < at_least:
        table.note("at_most", at_most, Words(f"不小于 {at_least}", f"no less than {at_least}"))
    return at_least, at_most


def _spans(table: Settings) -> ListOf:
    table.only(*COMMON, "roles", "rule", "at_least", "at_most")
    roles = named(table, "roles")
    return ListOf(RoleSpans(roles, read_span_rules(table, tuple(roles))), *_limits(table))


def _typed_spans(table: Settings) -> ListOf:
    table.only(*COMMON, "type", "at_least", "at_most", "one_per_type")
    cases: dict[str, RoleSpans] = {}
    titles: dict[str, Words] = {}
    listed: list[str] = []
    for case in table.tables("type"):
        case.only("name", *Words._fields, "roles", "rule")
        name, titles_of = named_row(case)
        roles = named(case, "roles")
        listed.append(name)
        titles[name] = titles_of
        cases[name] = RoleSpans(roles, read_span_rules(case, tuple(roles)))
    all_different(table, "type", listed)
    one_per_type = table.boolean("one_per_type", default=False)
    return ListOf(TypedSpans(cases, titles), *_limits(table), one_per_type=one_per_type)


def _tuples(table: Settings) -> ListOf:
    table.only(*COMMON, "slot", "layout", "rule", "at_least", "at_most")
    slots = tuple(_slot(slot) for slot in table.tables("slot"))
    listed = [slot.name for slot in slots]
    all_different(table, "slot", listed)
    if len(slots) > MOST_SLOTS:
        table.note("slot", len(slots), Words(f"至多 {MOST_SLOTS} 个", f"at most {MOST_SLOTS}"))
    entities = [slot.name for slot in slots if slot.by_position]
    if slots and listed[: len(entities) or 1] != entities:
        table.note(
            "slot",
            ", ".join(entities) or "by_position = false",
            Words(
                "至少一个槽位 by_position = true，且这些槽位在最前",
                "at least one slot with by_position = true, and these first",
            ),
        )
    layouts: tuple[Layout, ...] = ("objects", "array")
    layout = table.choice("layout", layouts, "objects")
    step = SlotTuple(slots, layout, read_slot_rules(table, {slot.name: slot for slot in slots}))
    return ListOf(step, *_limits(table))


def _slot(table: Settings) -> Slot:
    table.only("name", *Words._fields, "takes", "labels", "by_position")
    name, title = named_row(table)
    kinds: tuple[Takes, ...] = ("fragment", "label", "either")
    takes = table.choice("takes", kinds, "fragment")
    labels = names(table, "labels")
    by_position = table.boolean("by_position", default=False)
    if (takes == "fragment") == bool(labels):
        table.note(
            "labels",
            ", ".join(labels),
            Words('takes = "fragment" 时没有标签，否则至少一个', 'none for takes = "fragment", otherwise at least one'),
        )
    if by_position and takes != "fragment":
        table.note("by_position", by_position, Words('只用于 takes = "fragment"', 'only with takes = "fragment"'))
    return Slot(name, title, takes, labels, by_position)


def _judged(table: Settings) -> ListOf:
    table.only(*COMMON, "labels", "judge_key", "explanation_key")
    titles = _labels(table)
    judge_key, explanation_key = clean(table, "judge_key", "judge"), clean(table, "explanation_key", "reason")
    all_different(table, "explanation_key", [judge_key, explanation_key])
    each = Judged(Choice(tuple(titles), titles), FreeText(), judge_key, explanation_key)
    return ListOf(each, at_most=1)


def _fragment_sets(table: Settings) -> FragmentSets:
    table.only(*COMMON, "at_least")
    return FragmentSets(whole(table, "at_least", 1, MOST_NAMES, 2) or 2)


def _senses(table: Settings) -> SenseChoice:
    table.only(*COMMON)
    known(table, "key", [str(table.values.get("key", ""))], ("senses",))
    return SenseChoice()


def _text(table: Settings) -> FreeText:
    table.only(*COMMON)
    return FreeText()


SHAPES: Mapping[str, Callable[[Settings], Shape]] = {
    "choice": _choice,
    "options": _options,
    "spans": _spans,
    "typed-spans": _typed_spans,
    "tuples": _tuples,
    "judged": _judged,
    "fragment-sets": _fragment_sets,
    "senses": _senses,
    "text": _text,
}
"""What ``shape`` may say; ``pingce tasks init`` has an example of each."""
