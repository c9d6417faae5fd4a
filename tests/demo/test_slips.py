"""Careless answers are those of people: they cut no word in two, and the reviewer's comment fits the decision."""

from collections.abc import Iterator
from typing import Any

import pytest

from pingce.annotate.items import Json
from pingce.annotate.settings import REASONS
from pingce.demo.slips import PREPOSITIONS, slipped
from pingce.demo.stock import from_files, known_answers, known_ratings
from pingce.language.tagging.catalog import make_tagger

KNOWN = ("space-attribution", "space-step", "space-scene")


def answers(form: str) -> Iterator[tuple[str, Json]]:
    if form == "space-anomaly":
        stock = from_files(form, "space2023/task1_train.jsonl", "space2023/task1_dev.jsonl")
        yield from ((item.texts["text"], stock.right[item.id]) for item in stock.items)
    elif form == "space-rating":
        yield from ((next(iter(texts)), answer) for texts, answer in known_ratings().items())
    else:
        yield from (("\n".join(texts), answer) for texts, answer in known_answers(form).items())


def fragments(answer: Any) -> Iterator[dict[str, Any]]:
    """Wherever they are."""
    if isinstance(answer, dict):
        if "idxes" in answer:
            yield answer
        answer = list(answer.values())
    if isinstance(answer, list):
        for part in answer:
            yield from fragments(part)


@pytest.mark.parametrize("form", ["space-rating", *KNOWN, "space-anomaly"])
def test_a_careless_answer_differs_and_has_a_reason_of_the_list(form: str) -> None:
    for _, right in answers(form):
        slip = slipped(form, right, {})
        assert slip.answer != right
        assert slip.reason in REASONS
        assert slip.why


@pytest.mark.parametrize("form", ["space-attribution", "space-step", "space-anomaly"])
def test_no_fragment_ends_within_a_word(form: str) -> None:
    tagger = make_tagger("default")
    for text, right in answers(form):
        starts, at = {0}, 0
        for word in tagger.tag(text):
            at += len(word.text)
            starts.add(at)
        whole = [(piece["text"], piece["idxes"]) for piece in fragments(right)]
        without = [
            (marked.removeprefix(word), idxes[len(word) :])
            for marked, idxes in whole
            for word in PREPOSITIONS
            if marked.startswith(word) and len(idxes) > len(word) and idxes[len(word)] in starts
        ]
        for piece in fragments(slipped(form, right, {}).answer):
            assert (piece["text"], piece["idxes"]) in [*whole, *without]


@pytest.mark.parametrize("form", ["space-attribution", "space-anomaly"])
def test_what_the_reviewer_quotes_is_in_the_right_answer(form: str) -> None:
    kinds = set()
    for _, right in answers(form):
        slip = slipped(form, right, {})
        quoted = slip.why.split("“")[1].split("”")[0]
        assert quoted in {piece["text"] for piece in fragments(right)}
        kinds.add(slip.reason)
    assert kinds == {"boundary", "missed"}


def test_a_sense_is_explained_by_its_own_gloss() -> None:
    right: Json = {"senses": ["退路"]}
    slip = slipped("wsd", right, {"glosses": [{"text": "退路"}, {"text": "通向外面的路"}]})
    assert slip.answer == {"senses": ["通向外面的路"]}
    assert "退路" in slip.why
