"""How a campaign goes, from rows: agreement, pass rates, appeals, controls, time. No database here.

Rates are (part, whole) pairs, so that nobody has to guess what a share is a share of.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from statistics import mean, median

import orjson

from pingce.scoring.likeness import MEAN, RATING_LEVELS, Definition

from .agreement import likeness, rated_alike
from .consensus import same
from .forms import Form
from .items import Json
from .settings import CampaignSettings


@dataclass(frozen=True, slots=True)
class Rate:
    """``part`` of ``whole``; ``share`` None where there is nothing yet."""

    part: float
    whole: int

    @property
    def share(self) -> float | None:
        return self.part / self.whole if self.whole else None


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One person's answer to one item that is no control."""

    item: int
    user: int
    first: Json
    """As handed in the first time, before anybody said anything about it."""
    current: Json
    submitted_at: float
    seconds: float
    early: bool = False
    """Before the gate of its group."""
    final: Json | None = None
    """What was decided, where it was."""
    verdicts: tuple[str, ...] = ()
    """Of audits of this answer, in order: accepted, rejected, mended."""
    state: str = "submitted"
    told_at: float | None = None
    """When this person first heard a reviewer's word about any answer of theirs."""


@dataclass(frozen=True, slots=True)
class ControlRow:
    user: int
    right: bool


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Over pairs of answers to the same item: by the campaign's own test, and more finely."""

    test: Rate
    levels: Mapping[str, Rate] = field(default_factory=dict)
    """strict, binary, loose for ratings; exact otherwise."""
    likeness: float | None = None


@dataclass(frozen=True, slots=True)
class PersonFigures:
    user: int
    name: str
    answers: int
    median_seconds: float | None
    agreement: Rate
    """With whoever answered the same items."""
    accuracy: Rate
    """Of first answers against what was decided."""
    passed: Rate
    first_passed: Rate
    appeals: int
    upheld: int
    controls: Rate


@dataclass(frozen=True, slots=True)
class Figures:
    answers: int
    median_seconds: float | None
    mean_seconds: float | None
    agreement: PairAgreement
    """Of first answers, so independent ones."""
    agreement_now: PairAgreement
    """After corrections."""
    before_gate: PairAgreement
    after_gate: PairAgreement
    before_feedback: PairAgreement
    """Both had not yet heard a reviewer's word."""
    after_feedback: PairAgreement
    accuracy: Rate
    passed: Rate
    """Of audited answers, those whose last verdict lets them stay."""
    first_passed: Rate
    """Of audited answers, those accepted at the first look and never touched again."""
    appealed: Rate
    """Of items a reviewer decided and returned, those somebody objected to."""
    upheld: Rate
    """Of appeals decided, those that were right."""
    controls: Rate
    people: tuple[PersonFigures, ...]


class AnswerComparison:
    """Compares answers of a form; equal pairs are compared once, most answers to choices are."""

    def __init__(self, form: Form, settings: CampaignSettings, definition: Definition = MEAN) -> None:
        self.form, self.settings, self.definition = form, settings, definition
        self._pair = lru_cache(maxsize=65_536)(self._compare)

    def __call__(self, a: Json, b: Json) -> tuple[bool, tuple[bool, ...], float]:
        """Agree by the campaign's test; agree on each level; likeness."""
        return self._pair(*sorted((_text(a), _text(b))))

    @property
    def levels(self) -> tuple[str, ...]:
        return RATING_LEVELS if self.form.rating is not None else ("exact",)

    def _compare(self, left: bytes, right: bytes) -> tuple[bool, tuple[bool, ...], float]:
        a, b = orjson.loads(left), orjson.loads(right)
        test = same(self.form, self.settings, a, b, self.definition)
        alike = likeness(self.form, a, b, self.definition)
        rating = self.form.rating
        if rating is None:
            return test, (alike >= 1 - 1e-9,), alike
        return test, tuple(rated_alike(self.form, rating, a, b, level) for level in RATING_LEVELS), alike


def _text(answer: Json) -> bytes:
    return orjson.dumps(answer, option=orjson.OPT_SORT_KEYS)


def agreement(compare: AnswerComparison, pairs: Iterable[tuple[Json, Json]]) -> PairAgreement:
    found = [compare(a, b) for a, b in pairs]
    return PairAgreement(
        test=Rate(sum(test for test, _, _ in found), len(found)),
        levels={
            name: Rate(sum(levels[i] for _, levels, _ in found), len(found)) for i, name in enumerate(compare.levels)
        },
        likeness=mean(alike for _, _, alike in found) if found else None,
    )


Pair = tuple[AnswerRow, AnswerRow]


def pairs_of(rows: Iterable[AnswerRow]) -> list[Pair]:
    """Every two answers to the same item."""
    items: dict[int, list[AnswerRow]] = defaultdict(list)
    for row in rows:
        items[row.item].append(row)
    return [pair for answers in items.values() for pair in combinations(answers, 2)]


def _heard(row: AnswerRow) -> bool:
    return row.told_at is not None and row.told_at <= row.submitted_at


def figures(
    form: Form,
    settings: CampaignSettings,
    rows: Sequence[AnswerRow],
    controls: Sequence[ControlRow],
    returned: Sequence[int],
    names: Mapping[int, str],
    definition: Definition = MEAN,
) -> Figures:
    """``returned``: items whose decision went back to those who answered; ``definition``: of likeness."""
    compare = AnswerComparison(form, settings, definition)
    pairs = pairs_of(rows)

    def firsts(wanted: Callable[[Pair], bool]) -> PairAgreement:
        return agreement(compare, ((a.first, b.first) for a, b in pairs if wanted((a, b))))

    objected = {row.item for row in rows if row.state in ("appealed", "upheld", "dismissed")}
    decided = [row.state for row in rows if row.state in ("upheld", "dismissed")]
    times = [row.seconds for row in rows]
    return Figures(
        answers=len(rows),
        median_seconds=median(times) if times else None,
        mean_seconds=mean(times) if times else None,
        agreement=firsts(lambda _: True),
        agreement_now=agreement(compare, ((a.current, b.current) for a, b in pairs)),
        before_gate=firsts(lambda pair: pair[0].early),
        after_gate=firsts(lambda pair: not pair[0].early),
        before_feedback=firsts(lambda pair: not _heard(pair[0]) and not _heard(pair[1])),
        after_feedback=firsts(lambda pair: _heard(pair[0]) and _heard(pair[1])),
        accuracy=_accuracy(compare, rows),
        passed=pass_rate(rows),
        first_passed=first_pass_rate(rows),
        appealed=Rate(len(objected & set(returned)), len(set(returned))),
        upheld=Rate(decided.count("upheld"), len(decided)),
        controls=Rate(sum(control.right for control in controls), len(controls)),
        people=tuple(_people(compare, rows, pairs, controls, names)),
    )


def _accuracy(compare: AnswerComparison, rows: Iterable[AnswerRow]) -> Rate:
    judged = [compare(row.first, row.final)[0] for row in rows if row.final is not None]
    return Rate(sum(judged), len(judged))


def pass_rate(rows: Iterable[AnswerRow]) -> Rate:
    last = [row.verdicts[-1] for row in rows if row.verdicts]
    return Rate(sum(verdict != "rejected" for verdict in last), len(last))


def first_pass_rate(rows: Iterable[AnswerRow]) -> Rate:
    audited = [row.verdicts for row in rows if row.verdicts]
    return Rate(audited.count(("accepted",)), len(audited))


def _people(
    compare: AnswerComparison,
    rows: Sequence[AnswerRow],
    pairs: Sequence[Pair],
    controls: Sequence[ControlRow],
    names: Mapping[int, str],
) -> Iterable[PersonFigures]:
    own: dict[int, list[AnswerRow]] = defaultdict(list)
    for row in rows:
        own[row.user].append(row)
    met: dict[int, list[bool]] = defaultdict(list)
    for a, b in pairs:
        agreed = compare(a.first, b.first)[0]
        met[a.user].append(agreed)
        met[b.user].append(agreed)
    tested: dict[int, list[bool]] = defaultdict(list)
    for control in controls:
        tested[control.user].append(control.right)
    for user in sorted(own.keys() | tested.keys(), key=lambda user: names[user]):
        mine = own[user]
        states = [row.state for row in mine]
        yield PersonFigures(
            user=user,
            name=names[user],
            answers=len(mine),
            median_seconds=median(row.seconds for row in mine) if mine else None,
            agreement=Rate(sum(met[user]), len(met[user])),
            accuracy=_accuracy(compare, mine),
            passed=pass_rate(mine),
            first_passed=first_pass_rate(mine),
            appeals=sum(state in ("appealed", "upheld", "dismissed") for state in states),
            upheld=states.count("upheld"),
            controls=Rate(sum(tested[user]), len(tested[user])),
        )
