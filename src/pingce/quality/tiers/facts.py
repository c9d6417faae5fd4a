"""What the rules of tiers can ask about an item.

Number of answers, levels on which they agree, likeness, labels, who decided and whether it changed anything, levels of
the people, rule hits: everything a condition in the rules may name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from pingce.quality.accuracy import AnswerJudge
from pingce.quality.agreement.content import identity, label
from pingce.quality.annotations import Annotation, Annotations, ItemDecision, by_item
from pingce.quality.people import People
from pingce.scoring.likeness import RATING_LEVELS, ratings_agree
from pingce.spec.shapes import Choice
from pingce.spec.values import Answer

UNDECIDED = "none"


@dataclass(frozen=True)
class TierFacts:
    """One item: what people said, what it came to, and what is known about both."""

    item: str
    answers: int
    agree: frozenset[str]
    """At which levels all first answers agree: strict, binary, loose for ratings; strict for anything else."""
    alike: float | None
    """Mean likeness of first answers; None with a single answer."""
    labels: frozenset[str]
    """Labels given, of the main field and of the form's own label fields."""
    decided_by: str
    decided_labels: frozenset[str]
    unchanged: bool | None
    """The decision is what somebody had said at first; None while undecided."""
    levels: tuple[str | None, ...]
    hits: frozenset[str]
    hit_levels: frozenset[str]
    answer: Answer | None
    """What is released: the decision, or the answer all first answers agree on."""


def item_facts(data: Annotations, crowd: People) -> list[TierFacts]:
    """Facts of every item somebody answered; control items were never meant for the data set."""
    controls = {annotation.item for annotation in data.versions if annotation.control}
    view = _ItemView(data, {person.name: person.level for person in crowd.people})
    first, last = by_item(data.first()), by_item(data.last())
    return [view.facts(item, first[item], last[item]) for item in first if item not in controls]


class _ItemView:
    def __init__(self, data: Annotations, levels: Mapping[str, str | None]) -> None:
        self.judge, self.final, self.levels = AnswerJudge(data), data.final, levels
        self.fields = [self.judge.field, *self.judge.others]

    def facts(self, item: str, first: Sequence[Annotation], last: Sequence[Annotation]) -> TierFacts:
        decision = self.final.get(item)
        identities = [identity(self.judge.field, annotation.answer) for annotation in first]
        hits = self._hits(decision, last)
        agree = self._agree(first)
        settled = first[0].answer if len(first) > 1 and "strict" in agree else None
        return TierFacts(
            item=item,
            answers=len(first),
            agree=agree,
            alike=self._alike(first),
            labels=frozenset(name for annotation in first for name in self._labels(annotation.answer)),
            decided_by=UNDECIDED if decision is None else decision.kind,
            decided_labels=frozenset(self._labels(decision.answer)) if decision is not None else frozenset(),
            unchanged=None if decision is None else identity(self.judge.field, decision.answer) in identities,
            levels=tuple(self.levels.get(annotation.annotator) for annotation in first),
            hits=frozenset(rule for rule, _ in hits),
            hit_levels=frozenset(level for _, level in hits),
            answer=decision.answer if decision is not None else settled,
        )

    def _labels(self, answer: Answer) -> list[str]:
        """Of the main field and of the form; a special option also where it stands for a set of senses."""
        names = [name for field in self.fields if (name := label(field, answer)) is not None]
        special = answer.get("special")
        return [*names, special] if isinstance(special, str) and special not in names else names

    def _alike(self, first: Sequence[Annotation]) -> float | None:
        likenesses = [self.judge.alike(a.answer, b.answer) for a, b in combinations(first, 2)]
        return sum(likenesses) / len(likenesses) if likenesses else None

    def _agree(self, first: Sequence[Annotation]) -> frozenset[str]:
        field = self.judge.field
        if len(first) < 2:
            return frozenset()
        if isinstance(field.shape, Choice) and field.shape.scale:
            labels = [name for annotation in first if (name := label(field, annotation.answer)) is not None]
            if len(labels) < len(first):
                return frozenset()  # somebody did not rate the text
            pairs = list(combinations(labels, 2))
            return frozenset(
                level for level in RATING_LEVELS if all(ratings_agree(field.shape, a, b, level) for a, b in pairs)
            )
        same = {(identity(field, annotation.answer), tuple(self._labels(annotation.answer))) for annotation in first}
        return frozenset(RATING_LEVELS) if len(same) == 1 else frozenset()

    def _hits(self, decision: ItemDecision | None, last: Sequence[Annotation]) -> set[tuple[str, str]]:
        """Hits of the answer that counts: the decided one, if rules were asked about it or somebody had given it."""
        if decision is not None and decision.hits is not None:
            return {(hit.rule, hit.level) for hit in decision.hits}
        given = last
        if decision is not None:
            right = identity(self.judge.field, decision.answer)
            given = [annotation for annotation in last if identity(self.judge.field, annotation.answer) == right]
        return {(hit.rule, hit.level) for annotation in given for hit in annotation.hits}
