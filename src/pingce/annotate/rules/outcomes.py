"""Rules of outcomes: ratings, special cases, and fields that an outcome rules out."""

from collections.abc import Iterator

from pingce.annotate.decode import is_empty, is_shown
from pingce.annotate.forms import FORMS
from pingce.spec.problem import shown
from pingce.spec.words import Words

from .decoded_answer import DecodedAnswer
from .examples import only, senses
from .model import Breach, Rule

CONDITIONAL = tuple(form.id for form in FORMS.values() if any(field.shown_if for field in form.fields))
SPECIAL_FORMS = ("space-scene", "wsd")
UP = "药箱放在书架上层。"


def _hidden(answer: DecodedAnswer) -> Iterator[Breach]:
    for field in answer.form.fields:
        value = answer.raw.get(field.key)
        if not is_empty(value) and not is_shown(answer.form, field, answer.raw):
            yield Breach(field.key, shown(value))


def _fine_with_span(answer: DecodedAnswer) -> Iterator[Breach]:
    if answer.values.get("rating") == "fine" and "span" in answer.values:
        yield Breach("span", "")


def _unsaid(answer: DecodedAnswer) -> Iterator[Breach]:
    if answer.values.get("rating") == "other" and not {"span", "comment"} & answer.values.keys():
        yield Breach("rating", "")


def _unanswered(answer: DecodedAnswer) -> Iterator[Breach]:
    if not {"verdicts", "senses", "special"} & answer.values.keys():
        asked = next(field for field in answer.form.fields if field.name in ("verdicts", "senses"))
        yield Breach(asked.key, "")


def _special_with_answer(answer: DecodedAnswer) -> Iterator[Breach]:
    if "special" in answer.values and {"verdicts", "senses"} & answer.values.keys():
        yield Breach("special", "")


RULES = (
    Rule(
        "hidden-field",
        "block",
        CONDITIONAL,
        Words("这个结论下不能填这一项", "this field does not go with the outcome chosen"),
        _hidden,
        triggers=only("space-anomaly", UP, outcome="fine", results=[[]]),
        passes=only("space-anomaly", UP, outcome="fine", results=[]),
        fixed=True,
    ),
    Rule(
        "fine-but-marked",
        "warn",
        ("space-rating",),
        Words("评为完全正常，却标了片段", "rated fine, yet a fragment is marked"),
        _fine_with_span,
        triggers=only("space-rating", UP, rating="fine", span={"text": "上层", "idxes": [6, 7]}),
        passes=only("space-rating", UP, rating="someFine", span={"text": "上层", "idxes": [6, 7]}),
    ),
    Rule(
        "unsuitable-without-remark",
        "info",
        ("space-rating",),
        Words("请标出片段或写明为什么不适合", "mark the fragment or say why the text is unsuitable"),
        _unsaid,
        triggers=only("space-rating", UP, rating="other"),
        passes=only("space-rating", UP, rating="other", comment="文言"),
    ),
    Rule(
        "unanswered",
        "block",
        SPECIAL_FORMS,
        Words("请作答，或选一种特殊情况", "answer, or choose a special case"),
        _unanswered,
        triggers=senses(),
        passes=senses(special="none"),
    ),
    Rule(
        "special-alone",
        "block",
        SPECIAL_FORMS,
        Words("特殊情况只能单选", "a special case stands alone"),
        _special_with_answer,
        triggers=senses("舀取", special="ambiguous"),
        passes=senses(special="ambiguous"),
    ),
)
