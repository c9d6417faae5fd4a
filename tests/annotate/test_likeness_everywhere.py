"""Over all forms: the page of a campaign and ``pingce quality agreement`` say the same likeness of the same answers."""

import json
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pingce.annotate.figures import AnswerComparison, agreement
from pingce.annotate.forms import FORMS, PLAIN, Form, FormField, MendedText, Number, OneFragment, form_of
from pingce.annotate.settings import CampaignSettings
from pingce.formats.encode import encode_value
from pingce.quality.agreement.whole_answers import likeness_of_all
from pingce.quality.reading import read_annotations
from pingce.scoring.likeness import BEST, mean_likeness
from pingce.spec.shapes import Choice, FreeText, SenseChoice
from tests import strategies

TEXT = "小明把书放在桌子上，他走到窗边。"
NAMES = "甲乙丙"


def values(field: FormField) -> st.SearchStrategy[Any]:
    """Few different ones, so that answers agree often enough to be compared further."""
    match field.shape:
        case Number():
            return st.integers(0, 4).map(lambda n: 25 * n)
        case OneFragment():
            return strategies.fragments(TEXT).map(lambda fragment: {"text": fragment.text, "idxes": fragment.idxes})
        case FreeText() | MendedText():
            return st.sampled_from(["怪", "不怪"])
        case SenseChoice():
            return strategies.senses(gold=True).map(lambda senses: list(senses.chosen))
        case shape:
            return strategies.values(shape, TEXT).map(lambda value: encode_value(shape, value))


@st.composite
def answers(draw: st.DrawFn, form: Form) -> dict[str, Any]:
    """A field that is not shown under what was chosen is left out, as the page leaves it out."""
    answer: dict[str, Any] = {}
    choices = [field for field in form.fields if isinstance(field.shape, Choice)]
    for field in [*choices, *(field for field in form.fields if field not in choices)]:
        if field.shown_if and not all(answer.get(name) in labels for name, labels in field.shown_if.items()):
            continue
        if field.optional and draw(st.integers(0, 3)) == 0:
            continue
        answer[field.key] = draw(values(field))
    return answer


def of_page(form: Form, items: list[list[dict[str, Any]]]) -> float | None:
    compare = AnswerComparison(form, CampaignSettings())
    pairs = ((i, a, b) for i, said in enumerate(items) for a, b in combinations(said, 2))
    return agreement(compare, pairs).likeness


def of_command(form: Form, items: list[list[dict[str, Any]]], folder: Path) -> float | None:
    file = folder / "history.jsonl"
    texts = {field.name: TEXT for field in form.task.texts}
    lines = [
        line(form, f"q{i}", name, answer, texts)
        for i, said in enumerate(items)
        for name, answer in zip(NAMES, said, strict=False)
    ]
    # A control item has more answers than any other; neither counts it.
    lines += [{**line(form, "check", name, items[0][0], texts), "control": True} for name in NAMES]
    file.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in lines), encoding="utf-8")
    return likeness_of_all(read_annotations(str(file))).value


def line(form: Form, item: str, name: str, answer: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    return {"item": item, "task": form.task.id, "form": form.id, "annotator": name, "answer": answer, "texts": texts}


@pytest.mark.parametrize("name", [*FORMS, *PLAIN])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=40)
@given(data=st.data())
def test_page_and_command_say_the_same_of_the_same_answers(name: str, data: st.DataObject, tmp_path: Path) -> None:
    form = form_of(name)
    # Who says nothing at all cannot hand it in; a remark and the faulty place are not compared.
    some = answers(form).filter(lambda answer: bool(answer.keys() - {"comment", "span"}))
    items = data.draw(st.lists(st.lists(some, min_size=1, max_size=3), min_size=1, max_size=3))
    # Somebody often says what another said, so that not all pairs are worth nothing.
    items.append([items[0][0], items[0][0], items[-1][-1]])
    assert of_page(form, items) == pytest.approx(of_command(form, items, tmp_path))


def test_items_weigh_the_same_unless_a_campaign_began_with_the_best_of_both() -> None:
    items = [[1.0, 0.0, 0.5], [], [1.0]]
    assert mean_likeness(items) == 0.75
    assert mean_likeness(items, BEST) == 0.625
    assert mean_likeness([[]]) is None
