"""Rules between slots or roles as ``[[answer.rule]]`` describes them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from pingce.formats.settings import Settings
from pingce.spec.problem import ALLOWED, Levels
from pingce.spec.rules import (
    Apart,
    EnoughRoles,
    Excludes,
    InTextOrder,
    LabelDependsOn,
    Needs,
    OneKind,
    RolesInTextOrder,
    SlotRule,
    SpanRule,
)
from pingce.spec.shapes import Slot
from pingce.spec.words import Words

from .parts import known, names, whole

MOST_RULES = 100
REFUSED = Levels("error", "error")
LEVELS = {"usual": None, "error": REFUSED, "warning": ALLOWED}
"""``level`` of a rule: as for built-in tasks, refused in submissions too, or told only."""
R = TypeVar("R", bound=SlotRule | SpanRule)


def read_slot_rules(table: Settings, slots: Mapping[str, Slot]) -> tuple[SlotRule, ...]:
    """Rules between the slots of a tuple."""
    readers: Mapping[str, Callable[[Settings], SlotRule]] = {
        "needs": lambda rule: _needs(rule, tuple(slots)),
        "excludes": lambda rule: _excludes(rule, tuple(slots)),
        "label-depends-on": lambda rule: _label_depends_on(rule, slots),
        "one-kind": lambda rule: _one_kind(rule, slots),
        "in-text-order": lambda rule: _in_text_order(rule, tuple(slots)),
    }
    return tuple(_rules(table, readers))


def read_span_rules(table: Settings, roles: tuple[str, ...]) -> tuple[SpanRule, ...]:
    """Rules between the roles of fragments."""
    readers: Mapping[str, Callable[[Settings], SpanRule]] = {
        "enough-roles": lambda rule: _enough_roles(rule, roles),
        "apart": lambda rule: _apart(rule, roles),
        "in-text-order": lambda rule: _roles_in_text_order(rule, roles),
    }
    return tuple(_rules(table, readers))


def _rules(table: Settings, readers: Mapping[str, Callable[[Settings], R]]) -> Iterator[R]:
    if "rule" not in table:
        return
    for number, rule in enumerate(table.tables("rule")):
        if number == MOST_RULES:
            table.note("rule", f"> {MOST_RULES}", Words(f"至多 {MOST_RULES} 条", f"at most {MOST_RULES}"))
            return
        kind = rule.values.get("kind")
        reader = readers.get(kind) if isinstance(kind, str) else None
        if reader is None:
            rule.note("kind", kind, Words("/".join(readers), "/".join(readers)))
            continue
        level = rule.choice("level", tuple(LEVELS), "usual")
        yield replace(reader(rule), levels=LEVELS[level])


def _place(rule: Settings, key: str, allowed: tuple[str, ...]) -> str:
    value = rule.values.get(key)
    if isinstance(value, str) and value in allowed:
        return value
    rule.note(key, value, Words("/".join(allowed), "/".join(allowed)))
    return ""


def _places(rule: Settings, key: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    given = names(rule, key)
    if not given:
        rule.note(key, rule.values.get(key), Words("至少一个名称", "at least one name"))
    known(rule, key, given, allowed)
    return given


def _needs(rule: Settings, slots: tuple[str, ...]) -> Needs:
    rule.only("kind", "level", "slot", "any_of")
    return Needs(_places(rule, "any_of", slots), _place(rule, "slot", slots) if "slot" in rule else None)


def _excludes(rule: Settings, slots: tuple[str, ...]) -> Excludes:
    rule.only("kind", "level", "slot", "others")
    return Excludes(_place(rule, "slot", slots), _places(rule, "others", slots))


def _label_depends_on(rule: Settings, slots: Mapping[str, Slot]) -> LabelDependsOn:
    rule.only("kind", "level", "slot", "with_reference", "without_reference", "reference")
    labelled = tuple(name for name, slot in slots.items() if slot.labels)
    slot = _place(rule, "slot", labelled)
    labels = slots[slot].labels if slot else ()
    reference = _place(rule, "reference", tuple(slots)) if "reference" in rule else None
    there, absent = _places(rule, "with_reference", labels), _places(rule, "without_reference", labels)
    return LabelDependsOn(slot, there, absent, reference)


def _one_kind(rule: Settings, slots: Mapping[str, Slot]) -> OneKind:
    rule.only("kind", "level", "slot")
    return OneKind(_place(rule, "slot", tuple(name for name, slot in slots.items() if slot.takes == "either")))


def _in_text_order(rule: Settings, slots: tuple[str, ...]) -> InTextOrder:
    rule.only("kind", "level", "first", "slot")
    return InTextOrder(_place(rule, "first", slots), _place(rule, "slot", slots))


def _enough_roles(rule: Settings, roles: tuple[str, ...]) -> EnoughRoles:
    rule.only("kind", "level", "at_least")
    return EnoughRoles(whole(rule, "at_least", 1, max(1, len(roles)), None) or _missing(rule, "at_least"))


def _missing(rule: Settings, key: str) -> int:
    if key not in rule:
        rule.note(key, None, Words("整数", "a whole number"))
    return 1


def _apart(rule: Settings, roles: tuple[str, ...]) -> Apart:
    rule.only("kind", "level", "roles")
    return Apart(_places(rule, "roles", roles))


def _roles_in_text_order(rule: Settings, roles: tuple[str, ...]) -> RolesInTextOrder:
    rule.only("kind", "level", "first", "second")
    return RolesInTextOrder(_place(rule, "first", roles), _place(rule, "second", roles))
