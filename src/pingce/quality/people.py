"""The people: how right, how fast, how often a rule had something to say; and the level that follows.

Accuracy on controls and decided items, likeness to others, seconds and rule hits per answer, and the level
(:mod:`.levels`) that follows from them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from pingce.formats.encode import Json
from pingce.spec.values import Answer
from pingce.spec.words import Words

from .accuracy import AnswerJudge
from .agreement.numbers import AgreementNumber
from .agreement.resample import mean_of
from .annotations import FEEDBACK, Annotation, Annotations, by_item
from .levels import AnnotatorLevels, LevelFacts

COUNTED = ("block", "warn")
"""Levels of rule hits that count against somebody; what only informs does not."""
NO_CONTROLS = Words("没有做过质检题", "no control item answered")
NOTHING_DECIDED = Words("所答的题都还没有定案", "none of the answered items is decided")
NOTHING_REVIEWED = Words("没有经审核定案的题", "no item decided by review")
NO_PARTNER = Words("没有别人答过同样的题", "nobody else answered the same items")


@dataclass(frozen=True)
class AnnotatorFigures:
    """One annotator in figures; accuracy is of first answers."""

    name: str
    answers: int
    control: AgreementNumber
    decided: AgreementNumber
    """Against every final decision, also those that two equal answers made."""
    reviewed: AgreementNumber
    """Against decisions of reviewers only."""
    agreement: AgreementNumber
    """Mean likeness to others' answers to the same items."""
    seconds: float | None
    """Median time of a first answer."""
    hits: float
    """Rule hits that count, per answer."""
    by_rule: Mapping[str, int]
    changed: int
    """Items answered again."""
    level: str | None
    why: Words

    def as_json(self) -> dict[str, Json]:
        return {
            "name": self.name,
            "level": self.level,
            "answers": self.answers,
            "control": self.control.as_json(),
            "decided": self.decided.as_json(),
            "reviewed": self.reviewed.as_json(),
            "agreement": self.agreement.as_json(),
            "seconds": self.seconds,
            "hits": self.hits,
            "by_rule": dict(self.by_rule),
            "changed": self.changed,
            "why": self.why.en,
        }


@dataclass(frozen=True)
class ReviewFigures:
    """Items that reviewers decided, those among them that somebody objected to, and objections that were right."""

    reviewed: int
    appealed: int
    upheld: int

    def as_json(self) -> dict[str, Json]:
        return {
            "reviewed": self.reviewed,
            "appealed": self.appealed,
            "upheld": self.upheld,
            "appeal_rate": self.appealed / self.reviewed if self.reviewed else None,
            "upheld_rate": self.upheld / self.appealed if self.appealed else None,
        }


def review_figures(data: Annotations) -> ReviewFigures:
    """From the decisions of a file, item by item."""
    reviewed = {decision.item for decision in data.decisions if decision.kind == "review"}
    appeals = [decision for decision in data.decisions if decision.kind == "appeal"]
    return ReviewFigures(
        len(reviewed),
        len({decision.item for decision in appeals}),
        len({decision.item for decision in appeals if decision.upheld}),
    )


@dataclass(frozen=True)
class People:
    """All of them, and the rules their levels come from."""

    people: Sequence[AnnotatorFigures]
    levels: AnnotatorLevels
    seconds: float | None
    """Median over all first answers."""
    accuracy: AgreementNumber
    """Of all first answers against what was decided."""
    reviews: ReviewFigures

    def as_json(self) -> dict[str, Json]:
        return {
            "levels": self.levels.source,
            "seconds": self.seconds,
            "accuracy": self.accuracy.as_json(),
            "reviews": self.reviews.as_json(),
            "people": [person.as_json() for person in self.people],
        }


def people(data: Annotations, levels: AnnotatorLevels) -> People:
    """Figures and level of everybody in the file."""
    judge = AnswerJudge(data, rating=levels.rating)
    first = data.first()
    mine: dict[str, list[Annotation]] = {name: [] for name in data.annotators}
    for annotation in first:
        mine[annotation.annotator].append(annotation)
    again = Counter(annotation.annotator for annotation in data.last() if annotation.version > 1)
    view = _Crowd(data, judge, by_item(first))
    times = [annotation.seconds for annotation in first if annotation.seconds is not None]
    return People(
        [view.person(name, answers, levels, again[name]) for name, answers in mine.items()],
        levels,
        median(times) if times else None,
        view.against(first, view.decided, NOTHING_DECIDED),
        review_figures(data),
    )


class _Crowd:
    """What the figures of every person need."""

    def __init__(self, data: Annotations, judge: AnswerJudge, answers: Mapping[str, Sequence[Annotation]]) -> None:
        self.judge, self.answers = judge, answers
        self.known = data.known
        self.decided = {item: decision.answer for item, decision in data.final.items()}
        self.reviewed = {item: decision.answer for item, decision in data.final.items() if decision.kind in FEEDBACK}

    def person(
        self, name: str, answers: Sequence[Annotation], levels: AnnotatorLevels, changed: int
    ) -> AnnotatorFigures:
        times = [annotation.seconds for annotation in answers if annotation.seconds is not None]
        hits = Counter(hit.rule for annotation in answers for hit in annotation.hits if hit.level in COUNTED)
        facts = LevelFacts(
            control=self.against(answers, self.known, NO_CONTROLS),
            decided=self.against(answers, self.decided, NOTHING_DECIDED),
            agreement=self._agreement(answers),
            hits=hits.total() / len(answers),
            seconds=median(times) if times else None,
        )
        level, why = levels.of(facts)
        return AnnotatorFigures(
            name=name,
            answers=len(answers),
            control=facts.control,
            decided=facts.decided,
            reviewed=self.against(answers, self.reviewed, NOTHING_REVIEWED),
            agreement=facts.agreement,
            seconds=facts.seconds,
            hits=facts.hits,
            by_rule=dict(hits.most_common()),
            changed=changed,
            level=level,
            why=why,
        )

    def against(self, answers: Sequence[Annotation], right: Mapping[str, Answer], why: Words) -> AgreementNumber:
        """How right these answers are on average."""
        scores = [
            self.judge.score(annotation.item, annotation.answer, right[annotation.item])
            for annotation in answers
            if annotation.item in right
        ]
        return mean_of(scores, why)

    def _agreement(self, answers: Sequence[Annotation]) -> AgreementNumber:
        """Likeness to each of the others, then the mean: an item counts once however many answered it."""
        scores = []
        for annotation in answers:
            others = [other for other in self.answers[annotation.item] if other.annotator != annotation.annotator]
            if others:
                alike = [self.judge.alike(annotation.answer, other.answer) for other in others]
                scores.append(sum(alike) / len(alike))
        return mean_of(scores, NO_PARTNER)
