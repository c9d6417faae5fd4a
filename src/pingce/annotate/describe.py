"""A form as JSON, so that the browser can draw it without knowing any task.

Comes in: a :class:`~pingce.annotate.forms.Form`. Comes out: texts, fields and for each its widget with roles, slots,
labels, keys and rules between slots. ``web/src/widgets`` has one component per widget; a shape without one does not
pass mypy here.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Literal, assert_never

from pingce.formats.encode import Json, encode_value
from pingce.spec.describe import both
from pingce.spec.rules import EnoughRoles, SlotRule
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
    Slot,
    SlotTuple,
    TypedSpans,
)
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words, same

from .forms import (
    CLEANING_REASON,
    SCENE_SPECIAL,
    SENSE_SPECIAL,
    STEP_SPECIAL,
    VOTE_REASON,
    Form,
    FormField,
    FormShape,
    MendedText,
    Number,
    OneFragment,
)
from .sentences import Titles, demand
from .settings import REASONS
from .templates import TEMPLATES

Widget = Literal[
    "choice",
    "options",
    "fragment",
    "text",
    "typed-spans",
    "role-spans",
    "tuples",
    "fragment-sets",
    "senses",
    "judged",
    "number",
    "mended",
]

LETTERS: Mapping[tuple[str, ...], str] = {
    SENSE_SPECIAL.labels: "afn",
    STEP_SPECIAL.labels: "kflo",
    SCENE_SPECIAL.labels: "u",
    CLEANING_REASON.labels: "qwertyui",
    VOTE_REASON.labels: "qwerty",
}
"""Keys of special cases, none of which the widgets beside them use."""


def describe(form: Form) -> dict[str, Json]:
    """Everything the browser needs to show the form; item texts and glosses come with the item."""
    return {
        "id": form.id,
        "task": form.task.id,
        "title": both(form.title),
        "texts": [{"name": text.name, "title": both(text.title)} for text in form.task.texts],
        "fields": [_field(field, form.task) for field in form.fields],
    }


def _field(field: FormField, task: TaskSpec) -> Json:
    widget, shape = _widget(field.shape)
    if widget == "judged":  # how scenes are explained is no way to explain anything else
        shape["templates"] = [both(words) for words in TEMPLATES] if task.people_rate else []
    return {
        "name": field.name,
        "key": field.key,
        "widget": widget,
        "title": both(field.title),
        "optional": field.optional,
        "shown_if": {name: list(labels) for name, labels in field.shown_if.items()},
        "needed_if": {name: list(labels) for name, labels in field.needed_if.items()},
        "instead": field.instead,
        "shape": shape,
    }


def _widget(shape: FormShape) -> tuple[Widget, dict[str, Json]]:
    match shape:
        case Choice():
            return "choice", _choice(shape)
        case ListOf():
            return _list(shape)
        case Options():
            return "options", {"letters": list(shape.letters)}  # the options come with the item
        case FragmentSets():
            return "fragment-sets", {"at_least": shape.at_least}
        case SenseChoice():
            return "senses", {"special": []}  # special options are a field of their own, beside the glosses
        case FreeText():
            return "text", {}
        case OneFragment():
            return "fragment", {}
        case Number():
            return "number", {"least": shape.least, "most": shape.most, "step": shape.step}
        case MendedText():
            return "mended", {}
        case _:
            assert_never(shape)


def _list(shape: ListOf) -> tuple[Widget, dict[str, Json]]:
    limits: dict[str, Json] = {"at_least": shape.at_least, "at_most": shape.at_most}
    widget, each = _element(shape.each)
    return widget, {**each, **limits}


def _element(element: Element) -> tuple[Widget, dict[str, Json]]:
    match element:
        case RoleSpans():
            return "role-spans", {"roles": _roles(element)}
        case TypedSpans():
            cases: list[Json] = [
                {"type": name, "title": both(element.titles[name]), "roles": _roles(case), "at_least": _needed(case)}
                for name, case in element.cases.items()
            ]
            return "typed-spans", {"cases": cases}
        case SlotTuple():
            return "tuples", {
                "layout": element.layout,
                "slots": [_slot(slot) for slot in element.slots],
                "rules": [_rule(rule, {slot.name: slot.title for slot in element.slots}) for rule in element.rules],
            }
        case Judged():
            return "judged", {
                "judge": _choice(element.judge),
                "judge_key": element.judge_key,
                "explanation_key": element.explanation_key,
            }
        case _:
            assert_never(element)


def _choice(shape: Choice) -> dict[str, Json]:
    return {
        "labels": [
            {
                "value": label,
                "title": both(shape.titles.get(label, same(label))),
                "wire": encode_value(shape, label),
                "key": key,
            }
            for label, key in zip(shape.labels, _keys(shape.labels), strict=True)
        ]
    }


def _keys(labels: tuple[str, ...]) -> list[str]:
    """Digits; letters where digits already choose glosses, slots or a judgement. From the tenth on there is none."""
    keys = list(LETTERS.get(labels) or "123456789"[: len(labels)])
    return keys + [""] * (len(labels) - len(keys))


def _roles(shape: RoleSpans) -> Json:
    return [{"name": name, "title": both(title)} for name, title in shape.roles.items()]


def _needed(shape: RoleSpans) -> int:
    """How many roles must be filled for the fragments to say anything."""
    return next((rule.at_least for rule in shape.rules if isinstance(rule, EnoughRoles)), 1)


def _slot(slot: Slot) -> Json:
    return {
        "name": slot.name,
        "title": both(slot.title),
        "takes": slot.takes,
        "labels": list(slot.labels),
        "by_position": slot.by_position,
    }


def _rule(rule: SlotRule, titles: Titles) -> Json:
    """A rule between slots by its own parameters, so that the browser can apply it while a tuple is filled in."""
    names = [parameter.name for parameter in fields(rule) if parameter.name != "levels"]  # those are about files
    parameters: dict[str, Json] = {name: _plain(getattr(rule, name)) for name in names}
    return {"kind": type(rule).__name__, **parameters, "demand": both(demand(rule, titles))}


def _plain(value: str | tuple[str, ...] | None) -> Json:
    return list(value) if isinstance(value, tuple) else value


def _has(form: Form, *kinds: type) -> bool:
    """Whether any field of a form is of one of these shapes, or a list of one."""
    shapes = [field.shape for field in form.fields]
    return any(
        isinstance(shape, kinds) or (isinstance(shape, ListOf) and isinstance(shape.each, kinds)) for shape in shapes
    )


def _has_spans(form: Form) -> bool:
    return _has(form, OneFragment, FragmentSets, RoleSpans, TypedSpans, SlotTuple)


def reasons_for(form: Form) -> dict[str, Words]:
    """The reasons that can apply to answers on a form: no roles where there are none, no senses without a word."""
    several = _has(form, OneFragment, FragmentSets, ListOf, SenseChoice, Options)
    fitting = {
        "label": _has(form, Choice, Options, ListOf, Number),
        "boundary": _has_spans(form),
        "missed": several,
        "extra": several,
        "role": _has(form, RoleSpans, TypedSpans, SlotTuple),
        "sense": _has(form, SenseChoice),
    }
    return {code: words for code, words in REASONS.items() if fitting.get(code, True)}


def can_arise(form: Form, code: str) -> bool:
    """Whether a structural warning can arise in an answer on a form, so that its campaigns show it as a rule.

    Warnings about files alone (a key twice in a record, options that are numbers) never do; a code that is not listed
    here is shown.
    """
    spans, roles = _has_spans(form), _has(form, RoleSpans, TypedSpans)
    options, senses = _has(form, Options), _has(form, SenseChoice)
    fitting = {
        "unsorted-idxes": spans,
        "repeated-idx": spans,
        "shared-characters": roles,
        "role-order": roles,
        "slot-order": _has(form, SlotTuple),
        "repeated-tuple": _has(form, SlotTuple),
        "repeated-type": _has(form, TypedSpans),
        "too-many-answers": _has(form, ListOf),
        "same-options": options,
        "repeated-letter": options,
        "kind-mismatch": options,
        "target-repeated": senses,
        "one-sense": senses,
        **dict.fromkeys(("missing-gold-key", "repeated-key", "option-number", "page-form", "unrated"), False),
        **dict.fromkeys(("same-texts", "two-differences"), False),
    }
    return fitting.get(code, True)
