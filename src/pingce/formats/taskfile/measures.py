"""Measures by name, as ``[[measure]]`` describes them; without any, the usual one of every answer."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pingce.formats.settings import Settings
from pingce.scoring.measures.explanation import ExplanationHelpers, TextWording
from pingce.scoring.measures.judging import Accuracy, BalancedAccuracy
from pingce.scoring.measures.links import LinkF1
from pingce.scoring.measures.options import ChosenOptions, Stability
from pingce.scoring.measures.overlap import AnyTypeMatch, Overlap, RoleMean
from pingce.scoring.measures.role_match import ElementSum, RoleMatch
from pingce.scoring.measures.senses import ChosenSenses, DerivedAccuracy, ExactSet, MacroDerived, PrefixScore, TopOne
from pingce.scoring.measures.slot_match import PooledTuples, SlotMatch
from pingce.spec.measure import Measure
from pingce.spec.shapes import (
    Choice,
    FragmentSets,
    FreeText,
    Judged,
    ListOf,
    Options,
    RoleSpans,
    SenseChoice,
    SlotTuple,
    TypedSpans,
)
from pingce.spec.task import AnswerField
from pingce.spec.words import Words

from .parts import clean, whole
from .shapes import kind_of

MOST_MEASURES = 12
SPANS = (RoleSpans, TypedSpans)
Kinds = tuple[type[object], ...]


class MeasureKind(NamedTuple):
    """A measure a description can name: for which shapes, how it is made, which of its numbers ranks."""

    shapes: Kinds
    make: Callable[[Settings, AnswerField], Measure]
    ranks: str
    parameters: tuple[str, ...] = ()


def _labels(answer: AnswerField) -> tuple[str, ...]:
    shape = (
        answer.shape.each.judge
        if isinstance(answer.shape, ListOf) and isinstance(answer.shape.each, Judged)
        else answer.shape
    )
    return (shape.labels if isinstance(shape, Choice) else ()) or ("",)  # none: noted elsewhere


def _label(table: Settings, key: str, answer: AnswerField, default: str | None) -> str | None:
    value = table.values.get(key, default)
    labels = _labels(answer)
    if value is None or value in labels:
        return value
    table.note(key, value, Words("/".join(labels), "/".join(labels)))
    return default


def _accuracy(table: Settings, answer: AnswerField) -> Measure:
    positive = _label(table, "positive", answer, _labels(answer)[0])
    return Accuracy(answer.name, _label(table, "unanswered", answer, None), str(positive))


def _balanced(table: Settings, answer: AnswerField) -> Measure:
    positive = _label(table, "positive", answer, _labels(answer)[0])
    return BalancedAccuracy(answer.name, _label(table, "unanswered", answer, None), str(positive))


def _overlap(table: Settings, answer: AnswerField) -> Measure:
    return Overlap(
        answer.name,
        same_role=table.boolean("same_role", default=True),
        typed=isinstance(answer.shape, ListOf) and isinstance(answer.shape.each, TypedSpans),
        count_missed_roles=table.boolean("count_missed_roles", default=True),
        at_most=whole(table, "at_most", 1, 100, None),
    )


def _step(answer: AnswerField) -> SlotTuple:
    assert isinstance(answer.shape, ListOf), "the kind says which shapes it takes"
    assert isinstance(answer.shape.each, SlotTuple), "the kind says which shapes it takes"
    return answer.shape.each


def _threshold(table: Settings) -> float:
    value = table.number("threshold", 0.5)
    if not 0 <= value <= 1:
        table.note("threshold", value, Words("0 到 1", "from 0 to 1"))
    return value


MEASURES: Mapping[str, MeasureKind] = {
    "accuracy": MeasureKind((Choice, Judged), _accuracy, "accuracy", ("positive", "unanswered")),
    "balanced-accuracy": MeasureKind((Choice, Judged), _balanced, "balanced_accuracy", ("positive", "unanswered")),
    "chosen-options": MeasureKind((Options,), lambda _, answer: ChosenOptions(answer.name), "accuracy"),
    "stability": MeasureKind((Options,), lambda _, answer: Stability(answer.name), "stability"),
    "overlap": MeasureKind(SPANS, _overlap, "macro_f1", ("same_role", "count_missed_roles", "at_most")),
    "role-mean": MeasureKind(SPANS, lambda _, answer: RoleMean(answer.name), "f1"),
    "any-type": MeasureKind((TypedSpans,), lambda _, answer: AnyTypeMatch(answer.name), "accuracy"),
    "role-match": MeasureKind((SlotTuple,), lambda _, answer: RoleMatch(_step(answer), strict_extra=()), "macro_f1"),
    "element-sum": MeasureKind((SlotTuple,), lambda _, answer: ElementSum(_step(answer)), "f1"),
    "slot-match": MeasureKind((SlotTuple,), lambda _, answer: SlotMatch(_step(answer)), "macro_f1"),
    "pooled-tuples": MeasureKind((SlotTuple,), lambda _, answer: PooledTuples(_step(answer)), "f1"),
    "explanation": MeasureKind((Judged,), lambda _table, _answer: ExplanationHelpers(), "rouge_l"),
    "wording": MeasureKind((FreeText, Judged), lambda _, answer: TextWording(answer.name), "rouge_l"),
    "links": MeasureKind((FragmentSets,), lambda _, answer: LinkF1(answer.name), "f1"),
    "derived": MeasureKind((SenseChoice,), lambda _table, _answer: DerivedAccuracy(), "accuracy"),
    "prefix": MeasureKind((SenseChoice,), lambda _table, _answer: PrefixScore(), "score"),
    "top-one": MeasureKind((SenseChoice,), lambda _table, _answer: TopOne(), "accuracy"),
    "exact-set": MeasureKind((SenseChoice,), lambda table, _: ExactSet(_threshold(table)), "accuracy", ("threshold",)),
    "chosen-senses": MeasureKind(
        (SenseChoice,), lambda table, _: ChosenSenses(_threshold(table)), "f1", ("threshold",)
    ),
    "macro-senses": MeasureKind(
        (SenseChoice,),
        lambda table, _: MacroDerived(table.choice("by", ("word", "sense"), "word")),
        "accuracy",
        ("by",),
    ),
}
"""What ``kind`` of a measure may say."""


def kinds_for(answer: AnswerField) -> list[str]:
    """The measures that fit an answer, the usual one first."""
    return [name for name, kind in MEASURES.items() if kind_of(answer.shape) in kind.shapes]


def read_measures(settings: Settings, answers: tuple[AnswerField, ...], *, complete: bool) -> dict[str, Measure]:
    """The measures that are named; without any, the usual one of every answer that is submitted.

    Not ``complete``: something else keeps an answer from being known, and which measures fit it cannot be told.
    """
    asked = {answer.key: answer for answer in answers if not answer.gold_only}
    empty = Settings({}, settings.source, "", settings.problems)
    if "measure" not in settings:
        names = {key: kinds_for(answer)[0] for key, answer in asked.items()}
        several = len(names) > 1
        return {
            f"{key}-{name}" if several else name: MEASURES[name].make(empty, asked[key]) for key, name in names.items()
        }
    measures: dict[str, Measure] = {}
    for number, table in enumerate(settings.tables("measure")):
        if number == MOST_MEASURES:
            settings.note(
                "measure", f"> {MOST_MEASURES}", Words(f"至多 {MOST_MEASURES} 个", f"at most {MOST_MEASURES}")
            )
            break
        _read_measure(table, asked, measures, complete=complete)
    return measures


def _read_measure(
    table: Settings, asked: Mapping[str, AnswerField], measures: dict[str, Measure], *, complete: bool
) -> None:
    kind = table.choice("kind", tuple(MEASURES))
    definition = MEASURES[kind]
    table.only("name", "kind", "answer", *definition.parameters)
    name = clean(table, "name", kind)
    fitting = {key: answer for key, answer in asked.items() if kind_of(answer.shape) in definition.shapes}
    key = table.values.get("answer", next(iter(fitting), None))
    if not isinstance(key, str) or key not in fitting:
        listed = Words("/".join(fitting) or "没有合适的答案", "/".join(fitting) or "there is no such answer")
        if complete:
            expected = Words(f"{kind} 能用的答案：{listed.zh}", f"an answer that {kind} fits: {listed.en}")
            table.note("answer", key, expected)
        return
    if name in measures or "." in name:
        table.note("name", name, Words("各不相同、不含“.”的名称", "a name without '.', each once"))
    measures[name] = definition.make(table, fitting[key])


def read_rank(settings: Settings, measures: Mapping[str, Measure]) -> tuple[str, str] | None:
    """The number that ranks: ``measure.number``; without it, the main number of the first measure."""
    numbers = {
        f"{name}.{number}": (name, number)
        for name, measure in measures.items()
        for number in measure.combine([0.0] * len(measure.columns), 0)
    }
    if not numbers:
        return None
    if "rank_by" not in settings:
        name, measure = next(iter(measures.items()))
        return name, _main_number(measure)
    given = settings.values["rank_by"]
    if isinstance(given, str) and given in numbers:
        return numbers[given]
    settings.note("rank_by", given, Words("/".join(numbers), "/".join(numbers)))
    return None


def _main_number(measure: Measure) -> str:
    numbers = measure.combine([0.0] * len(measure.columns), 0)
    fitting = (kind.ranks for kind in MEASURES.values() if kind.ranks in numbers)
    return next(fitting, next(iter(numbers)))
