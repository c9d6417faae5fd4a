"""Overlap of marked characters, for reasons and fragments."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple, cast

from pingce.spec.measure import Case, Measure, Row, Share, harmonic, ratio
from pingce.spec.values import Answer, Reason

NOTHING = (0.0, 0.0, 0.0)


def reasons(answer: Answer | None, field: str) -> tuple[Reason, ...]:
    return cast("tuple[Reason, ...]", answer.get(field, ())) if answer is not None else ()


def counted(submitted: tuple[Reason, ...], *, one_per_type: bool, at_most: int | None) -> list[Reason]:
    """The submitted reasons that take part: the first of each type, or the first so many."""
    kept: list[Reason] = []
    for reason in submitted:
        if one_per_type and any(reason.type == other.type for other in kept):
            continue
        kept.append(reason)
    return kept if at_most is None else kept[:at_most]


def prf(common: int, predicted: int, gold: int) -> tuple[float, float, float]:
    """Precision, recall and F1, all 0 as soon as one of the counts is 0."""
    if not (common and predicted and gold):
        return NOTHING
    precision, recall = common / predicted, common / gold
    return precision, recall, 2 * precision * recall / (precision + recall)


@dataclass(frozen=True)
class Overlap(Measure):
    """Best overlap between a submitted and a gold reason, averaged over questions.

    ``macro_f1`` is the mean of the questions' F1; ``micro_f1`` is the harmonic mean of mean precision and
    mean recall. The names are the official scripts'; neither is micro-averaged in the usual sense.
    """

    field: str
    same_role: bool = True
    """Characters match only under the same role; otherwise all characters of a reason are pooled."""
    typed: bool = False
    """Reasons have types: with ``same_role`` the types must agree, and type accuracy is reported."""
    count_missed_roles: bool = True
    """SpaCE2022's script leaves out gold roles the system did not name; 2023's counts them."""
    at_most: int | None = None
    """The 2023 page admits three candidates; the script takes any number."""

    columns: ClassVar[tuple[str, ...]] = ("precision", "recall", "f1", "type_correct")

    def row(self, case: Case) -> Row:
        best, pair = NOTHING, None
        for submitted, gold in self._pairs(case):
            numbers = self._compare(submitted, gold)
            if numbers[2] > best[2]:
                best, pair = numbers, (submitted, gold)
        return (*best, float(self._type_correct(case, pair)))

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:
        precision, recall, f1, types = (ratio(s, n) for s in sums)
        numbers = {
            "micro_f1": harmonic(precision, recall),
            "macro_f1": f1,
            "avg_precision": precision,
            "avg_recall": recall,
        }
        return {"type_accuracy": types, **numbers} if self.typed else numbers

    def parts(self, case: Case) -> Mapping[str, Share]:
        """By role, for the best pair; where nothing overlaps the first gold reason counts as missed."""
        best, pair = 0.0, None
        for submitted, gold in self._pairs(case):
            f1 = self._compare(submitted, gold)[2]
            if f1 > best:
                best, pair = f1, (submitted, gold)
        golds = reasons(case.gold, self.field)
        submitted, gold = pair or (Reason("", ()), golds[0] if golds else Reason("", ()))
        shares: dict[str, Share] = {}
        theirs = {span.role: set(span.idxes) for span in submitted.spans}
        ours = {span.role: set(span.idxes) for span in gold.spans}
        for role in {**ours, **theirs}:
            given, true = theirs.get(role, set()), ours.get(role, set())
            shares[role] = Share(len(given & true), len(given), len(true))
        return shares

    def _pairs(self, case: Case) -> Iterator[tuple[Reason, Reason]]:
        submitted = counted(reasons(case.predicted, self.field), one_per_type=self.typed, at_most=self.at_most)
        for reason in submitted:
            for gold in reasons(case.gold, self.field):
                yield reason, gold

    def _compare(self, submitted: Reason, gold: Reason) -> tuple[float, float, float]:
        if not self.same_role:
            given = {i for span in submitted.spans for i in span.idxes}
            true = {i for span in gold.spans for i in span.idxes}
            return prf(len(given & true), len(given), len(true))
        if self.typed and submitted.type != gold.type:
            return NOTHING
        common = predicted = expected = 0
        ours = {span.role: span.idxes for span in gold.spans}
        for span in submitted.spans:
            if span.role in ours:
                given, true = set(span.idxes), set(ours[span.role])
                common += len(given & true)
                predicted += len(given)
                expected += len(true)
            else:
                predicted += len(span.idxes)
        if self.count_missed_roles:
            named = {span.role for span in submitted.spans}
            expected += sum(len(idxes) for role, idxes in ours.items() if role not in named)
        return prf(common, predicted, expected)

    def _type_correct(self, case: Case, pair: tuple[Reason, Reason] | None) -> bool:
        """Strict: the sets of types agree. Loose: the types of the best pair agree."""
        if not self.typed or case.predicted is None:
            return False
        if not self.same_role:
            return pair is not None and pair[0].type == pair[1].type
        types = {reason.type for reason in reasons(case.predicted, self.field)}
        return types == {reason.type for reason in reasons(case.gold, self.field)}


@dataclass(frozen=True)
class RoleMean(Measure):
    """The 2022 page's element accuracy: the mean over roles of each role's F1, best reason per question.

    Roles are those of either side, so a role one side leaves out counts 0.
    """

    field: str
    columns: ClassVar[tuple[str, ...]] = ("f1",)

    def row(self, case: Case) -> Row:
        best = 0.0
        for reason in counted(reasons(case.predicted, self.field), one_per_type=True, at_most=None):
            given = {span.role: set(span.idxes) for span in reason.spans}
            for gold in reasons(case.gold, self.field):
                if gold.type != reason.type:
                    continue
                true = {span.role: set(span.idxes) for span in gold.spans}
                roles = {**true, **given}
                scores = [
                    prf(
                        len(given.get(r, set()) & true.get(r, set())),
                        len(given.get(r, ())),
                        len(true.get(r, ())),
                    )[2]
                    for r in roles
                ]
                best = max(best, ratio(sum(scores), len(roles)))
        return (best,)

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:
        return {"f1": ratio(sums[0], n)}

    def parts(self, case: Case) -> Mapping[str, Share]:
        return Overlap(self.field, typed=True).parts(case)


@dataclass(frozen=True)
class AnyTypeMatch(Measure):
    """The 2022 page's type accuracy: some counted reason has the type of some gold reason."""

    field: str
    columns: ClassVar[tuple[str, ...]] = ("type_correct",)

    def row(self, case: Case) -> Row:
        types = {reason.type for reason in reasons(case.predicted, self.field)}
        return (float(bool(types & {reason.type for reason in reasons(case.gold, self.field)})),)

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:
        return {"accuracy": ratio(sums[0], n)}


class ReasonFigures(NamedTuple):
    """The three figures of a submitted reason against a gold one; the order decides which pair is the best."""

    element: float
    text: float
    type: float


@dataclass(frozen=True)
class BestReason(Measure):
    """The 2022 page's older wording: the best pair of reasons alone gives the question's type, text and element figure.

    ``element`` is the F1 of characters under the same role, all roles together. The wording does not say by which
    figure the best is found; we take element, then text, then type.
    """

    field: str
    figure: Literal["type", "text", "element"]
    columns: ClassVar[tuple[str, ...]] = ("score",)

    def row(self, case: Case) -> Row:
        submitted = counted(reasons(case.predicted, self.field), one_per_type=True, at_most=None)
        golds = reasons(case.gold, self.field)
        pairs = (_figures(reason, gold) for reason in submitted for gold in golds)
        best = max(pairs, default=ReasonFigures(0.0, 0.0, 0.0))
        return (getattr(best, self.figure),)

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:
        return {"accuracy" if self.figure == "type" else "f1": ratio(sums[0], n)}

    def parts(self, case: Case) -> Mapping[str, Share]:
        return Overlap(self.field, typed=True).parts(case)


def _figures(submitted: Reason, gold: Reason) -> ReasonFigures:
    given = {(span.role, i) for span in submitted.spans for i in span.idxes}
    true = {(span.role, i) for span in gold.spans for i in span.idxes}
    anywhere, expected = {i for _, i in given}, {i for _, i in true}
    return ReasonFigures(
        element=prf(len(given & true), len(given), len(true))[2],
        text=prf(len(anywhere & expected), len(anywhere), len(expected))[2],
        type=float(submitted.type == gold.type),
    )
