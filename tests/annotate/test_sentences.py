"""What the page says about answers: sentences in the words of the form, whatever is wrong with them."""

import re
from collections.abc import Iterator

import pytest

from pingce.annotate.describe import describe
from pingce.annotate.forms import FORMS, PLAIN, Form, form_of
from pingce.annotate.items import AnnotationItem
from pingce.annotate.rules import RULES, check
from pingce.annotate.rules.check import rules_of
from pingce.annotate.rules.examples import reason
from pingce.annotate.sentences import sentence
from pingce.formats.encode import Json
from pingce.spec.problem import CODES, Violation
from pingce.spec.words import Words, same

EVERY_FORM = pytest.mark.parametrize("form", [*FORMS.values(), *PLAIN.values()], ids=lambda form: form.id)
RAW_KEY = Words("«raw_key[0]»", "«raw_key[0]»")
TEXT = "小明把书放在桌子上，他走到窗边。"


def raw_in(words: Words) -> list[str]:
    """What a person cannot understand: keys, codes, brackets of a file, quotes around nothing."""
    return [
        *re.findall(r"[A-Za-z_]{2,}|[A-Z]\d|[\[\]{}«»]|“”", words.zh),
        *re.findall(r"\w+_\w+|[A-Za-z]\d|[\[\]{}«»]|“”|\b(?:idxes|corefs|judge|null)\b", words.en),
    ]


def demands(described: Json) -> Iterator[Words]:
    """What rules between slots demand, wherever they stand in the description of a form."""
    if isinstance(described, dict):
        demand = described.get("demand")
        if isinstance(demand, dict):
            yield Words(str(demand["zh"]), str(demand["en"]))
    for inner in (
        described.values() if isinstance(described, dict) else described if isinstance(described, list) else ()
    ):
        yield from demands(inner)


@EVERY_FORM
def test_every_code_is_a_sentence_at_every_field(form: Form) -> None:
    places = [f"{field.key}{below}" for field in form.fields for below in ("", "[0]", "[0].fragments[1].idxes")]
    said = {(code, at): sentence(form, Violation(code, at, "[]", RAW_KEY)) for code in CODES for at in [*places, "x"]}
    assert {place: raw for place, words in said.items() if (raw := raw_in(words))} == {}
    assert all(words.zh and words.en for words in said.values())


@EVERY_FORM
def test_rules_between_slots_and_rules_of_the_form_are_sentences(form: Form) -> None:
    said = [*demands(describe(form)), *(rule.message for rule in rules_of(form.id))]
    assert {words: raw for words in said if (raw := raw_in(words))} == {}


@pytest.mark.parametrize(
    ("kind", "fragments", "zh", "en"),
    [
        ("A", {}, "至少要两个角色", "at least 2 roles"),
        ("B", {"S1": "小明"}, "至少要四个角色", "at least 4 roles"),
        (
            "A",
            {"text1": "窗边", "text2": "桌子"},
            "片段一应在片段二之前",
            "first piece comes before second piece in the text",
        ),
        (
            "A",
            {"text1": "桌子", "text2": "桌子上"},
            "片段一、片段二不能共用同一个字",
            "first piece, second piece cannot share a character",
        ),
    ],
)
def test_rules_between_roles_are_said_by_their_titles(kind: str, fragments: dict[str, str], zh: str, en: str) -> None:
    example = reason(TEXT, kind, **fragments)
    hits = check(form_of(example.form), AnnotationItem("q", example.texts, example.extra), example.raw)
    assert (zh, en) in [hit.message for hit in hits]


def test_what_the_rules_find_in_their_own_examples_is_said_in_words() -> None:
    for rule in RULES.values():
        form, example = form_of(rule.triggers.form), rule.triggers
        for hit in check(form, AnnotationItem("q", example.texts, example.extra), example.raw):
            assert raw_in(hit.message) == []


def test_a_judgement_and_an_explanation_are_asked_for() -> None:
    form = form_of("space-scene")
    assert sentence(form, Violation("missing-key", "results[0]", "", same("judge"))).zh == "请选择判断"
    assert sentence(form, Violation("no-answer", "results[0].reason", '""', RAW_KEY)).zh == "请写出解释"
