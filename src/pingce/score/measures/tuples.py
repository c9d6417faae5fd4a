"""Matching of spatial tuples (STEP): which predicted tuple says the same as which gold tuple, and how much of it.

Sets instead of loops over every slot: a pair of tuples without a common entity costs one look.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, cast

from pingce.score.assignment import best_pairs
from pingce.spec.measure import Case, Measure, Row, Share, harmonic, ratio
from pingce.spec.values import Answer, Fragment, FragmentSet, StepTuple

Positions = frozenset[int]
Characters = frozenset[str]


def jaccard(a: frozenset[int] | frozenset[str], b: frozenset[int] | frozenset[str]) -> float:
    """Shared elements of all; two empty sets share nothing (the scripts divide by zero there)."""
    common = len(a & b)
    return common / (len(a) + len(b) - common) if common else 0.0


def f1(a: frozenset[int] | frozenset[str], b: frozenset[int] | frozenset[str]) -> float:
    common = len(a & b)
    return 2 * common / (len(a) + len(b)) if common else 0.0


def tuples(answer: Answer | None) -> tuple[StepTuple, ...]:
    return cast("tuple[StepTuple, ...]", answer.get("tuples", ())) if answer is not None else ()


def coreferences(answer: Answer) -> tuple[FragmentSet, ...]:
    return cast("tuple[FragmentSet, ...]", answer.get("corefs", ()))


def variants(entity: Fragment, corefs: Sequence[FragmentSet]) -> tuple[Positions, ...]:
    """The positions of an entity, and those it has when a mention inside it is named otherwise.

    Of several sets with the same mention only the first is used, as in the official scripts.
    """
    own = frozenset(entity.idxes)
    found = [own]
    tried: set[Positions] = set()
    for mentions in corefs:
        sets = [frozenset(mention.idxes) for mention in mentions]
        for mention in sets:
            if mention <= own and mention not in tried:
                tried.add(mention)
                found += [(own - mention) | other for other in sets if other != mention]
    return tuple(dict.fromkeys(found))


class Filled(NamedTuple):
    """A slot made ready for comparison."""

    label: str | None
    fragment: bool
    positions: tuple[Positions, ...]
    characters: Characters


Ready = Mapping[str, Sequence[Filled]]
"""A tuple by slot; predicted tuples may fill a slot several times."""


@dataclass(frozen=True)
class TupleMeasure(Measure):
    """Best assignment between predicted and gold tuples, then averages.

    ``macro_f1`` is the mean of the questions' F1, ``micro_f1`` the harmonic mean of mean precision and
    mean recall, as the official scripts name them.
    """

    entities: tuple[str, ...]
    """Slots compared by position, with coreference."""
    at_most: int | None = 100
    """A question with more predicted tuples scores 0."""

    columns: ClassVar[tuple[str, ...]] = ("precision", "recall", "f1", "matched", "predicted", "gold")

    def row(self, case: Case) -> Row:
        golds, said = tuples(case.gold), tuples(case.predicted)
        matched = 0.0
        if self.at_most is None or len(said) <= self.at_most:
            weights = self._weights(case)
            matched = sum(weights[pair] for pair in best_pairs(weights))
        won, wanted = self._size(said), self._size(golds)
        precision, recall = ratio(matched, won), ratio(matched, wanted)
        return (precision, recall, harmonic(precision, recall), matched, won, wanted)

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:
        precision, recall = ratio(sums[0], n), ratio(sums[1], n)
        return {
            "micro_f1": harmonic(precision, recall),
            "macro_f1": ratio(sums[2], n),
            "avg_precision": precision,
            "avg_recall": recall,
        }

    def parts(self, case: Case) -> Mapping[str, Share]:
        """By slot: points of the matched tuples, and how often the slot was filled on either side."""
        golds, said = tuples(case.gold), tuples(case.predicted)
        points: dict[str, float] = {}
        if self.at_most is None or len(said) <= self.at_most:
            left, right = self._ready(case)
            for i, j in best_pairs(self._weights(case)):
                for slot in left[i]:
                    if slot in right[j]:
                        points[slot] = points.get(slot, 0.0) + self._slot_score(slot, left[i][slot], right[j][slot])
        predicted, wanted = _fill_counts(said), _fill_counts(golds)
        return {
            slot: Share(points.get(slot, 0.0), predicted.get(slot, 0), wanted.get(slot, 0))
            for slot in {**wanted, **predicted}
        }

    def _size(self, side: tuple[StepTuple, ...]) -> float:
        """What precision and recall are shares of."""
        return float(len(side))

    def _ready(self, case: Case) -> tuple[list[Ready], list[Ready]]:
        corefs = coreferences(case.gold)
        return (
            [self._prepare(t, corefs) for t in tuples(case.gold)],
            [self._prepare(t, ()) for t in tuples(case.predicted)],
        )

    def _prepare(self, step: StepTuple, corefs: Sequence[FragmentSet]) -> Ready:
        ready: dict[str, list[Filled]] = {}
        for slot, fragment, label in step.fills:
            if fragment is None:
                filled = Filled(label, fragment=False, positions=(), characters=frozenset())
            elif slot in self.entities:
                filled = Filled(label, True, variants(fragment, corefs), frozenset())
            else:
                filled = Filled(label, True, (), frozenset(fragment.text))
            ready.setdefault(slot, []).append(filled)
        return ready

    def _weights(self, case: Case) -> dict[tuple[int, int], float]:
        left, right = self._ready(case)
        usable_left = [i for i, t in enumerate(tuples(case.gold)) if t.well_formed]
        usable_right = [j for j, t in enumerate(tuples(case.predicted)) if t.well_formed]
        weights = {}
        for i in usable_left:
            gold = left[i]
            for j in usable_right:
                weight = self._similarity(gold, right[j])
                if weight:
                    weights[i, j] = weight
        return weights

    def _fragment_score(self, gold: Filled, said: Filled) -> float:
        if gold.positions and said.positions:
            return max(jaccard(variant, said.positions[0]) for variant in gold.positions)
        return jaccard(gold.characters, said.characters)

    @abstractmethod
    def _similarity(self, gold: Ready, said: Ready) -> float: ...

    @abstractmethod
    def _slot_score(self, slot: str, gold: Sequence[Filled], said: Sequence[Filled]) -> float: ...


def _fill_counts(side: tuple[StepTuple, ...]) -> dict[str, float]:
    counts: dict[str, float] = {}
    for step in side:
        for slot in {fill.slot for fill in step.fills}:
            counts[slot] = counts.get(slot, 0) + 1
    return counts


@dataclass(frozen=True)
class SlotMatch(TupleMeasure):
    """SpaCE2022 task 3: each slot holds a fragment or a label; a tuple is the mean over its filled slots."""

    def _similarity(self, gold: Ready, said: Ready) -> float:
        total = 0.0
        for entity in self.entities:
            ours, theirs = gold.get(entity), said.get(entity)
            if ours is None and theirs is None:
                continue
            # An entity on one side only, or elsewhere in the text, leaves the whole tuple without points.
            score = self._slot_score(entity, ours, theirs) if ours and theirs else 0.0
            if not score:
                return 0.0
            total += score
        shared = 0
        for slot, ours in gold.items():
            theirs = said.get(slot)
            if theirs is not None:
                shared += 1
                if slot not in self.entities:
                    total += self._slot_score(slot, ours, theirs)
        return ratio(total, len(gold) + len(said) - shared)

    def _slot_score(self, slot: str, gold: Sequence[Filled], said: Sequence[Filled]) -> float:  # noqa: ARG002
        ours, theirs = gold[0], said[0]
        if ours.fragment != theirs.fragment:
            return 0.0
        if not ours.fragment:
            return float(ours.label == theirs.label)
        return self._fragment_score(ours, theirs)


@dataclass(frozen=True)
class RoleMatch(TupleMeasure):
    """SpaCE2023 task 2: a role holds a fragment, a label or both; a tuple is the mean over the roles of both sides."""

    strict_extra: tuple[str, ...] = ("时间",)
    """Roles where a part that gold does not have costs; elsewhere (距离) the script lets it pass."""

    def _similarity(self, gold: Ready, said: Ready) -> float:
        total, shared = 0.0, 0
        for slot, ours in gold.items():
            theirs = said.get(slot)
            if theirs is None:
                continue
            shared += 1
            score = self._slot_score(slot, ours, theirs)
            if not score and slot in self.entities and ours[0].fragment and any(t.fragment for t in theirs):
                return 0.0
            total += score
        return ratio(total, len(gold) + len(said) - shared)

    def _slot_score(self, slot: str, gold: Sequence[Filled], said: Sequence[Filled]) -> float:
        """Of several predicted objects of one role the best counts, without penalty for the others."""
        return max(self._object_score(slot, gold[0], one) for one in said)

    def _object_score(self, slot: str, gold: Filled, said: Filled) -> float:
        points, parts = 0.0, 0
        if gold.label is not None:
            parts += 1
            points += gold.label == said.label
        if gold.fragment:
            parts += 1
            points += self._fragment_score(gold, said) if said.fragment else 0.0
        if slot in self.strict_extra:
            parts += gold.label is None and said.label is not None
            parts += not gold.fragment and said.fragment
        return ratio(points, parts)


@dataclass(frozen=True)
class PooledTuples(SlotMatch):
    """The formula of task3-eval.md (2022): points and tuples are summed over all questions before dividing."""

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:  # noqa: ARG002 (sums suffice)
        precision, recall = ratio(sums[3], sums[4]), ratio(sums[3], sums[5])
        return {"precision": precision, "recall": recall, "f1": harmonic(precision, recall)}


@dataclass(frozen=True)
class ElementSum(TupleMeasure):
    """The rules pages of 2022 task 3 and 2023 task 2: F1 per element, a tuple is the sum of its elements.

    The pages do not say what the sum is divided by; we take the filled elements of each side over all
    questions. A tuple whose entities do not meet gets nothing; an element one side lacks gets nothing.
    """

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:  # noqa: ARG002 (sums suffice)
        precision, recall = ratio(sums[3], sums[4]), ratio(sums[3], sums[5])
        return {"precision": precision, "recall": recall, "f1": harmonic(precision, recall)}

    def _size(self, side: tuple[StepTuple, ...]) -> float:
        return sum(_fill_counts(side).values())

    def _similarity(self, gold: Ready, said: Ready) -> float:
        total = 0.0
        for slot, ours in gold.items():
            theirs = said.get(slot)
            score = self._slot_score(slot, ours, theirs) if theirs is not None else 0.0
            if not score and slot in self.entities:
                return 0.0
            total += score
        return total

    def _slot_score(self, slot: str, gold: Sequence[Filled], said: Sequence[Filled]) -> float:  # noqa: ARG002
        ours, theirs = gold[0], said[0]
        scores = []
        if ours.label is not None or theirs.label is not None:
            scores.append(float(ours.label == theirs.label))
        if ours.fragment or theirs.fragment:
            both = ours.fragment and theirs.fragment
            scores.append(self._fragment_score(ours, theirs) if both else 0.0)
        return ratio(sum(scores), len(scores))

    def _fragment_score(self, gold: Filled, said: Filled) -> float:
        if gold.positions and said.positions:
            return max(f1(variant, said.positions[0]) for variant in gold.positions)
        return f1(gold.characters, said.characters)
