"""How a campaign goes, from rows: agreement, pass rates, appeals, controls, time. No database here.

Rates are (part, whole) pairs, so that nobody has to guess what a share is a share of.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from statistics import mean, median

import orjson

from pingce.scoring.likeness import MEAN, RATING_LEVELS, Definition, mean_likeness
from pingce.spec.words import served_object

from .agreement import likeness, rated_alike
from .consensus import same
from .forms import Form
from .items import Json
from .settings import CampaignSettings


@dataclass(frozen=True, slots=True)
class RateView:
    """``part`` of ``whole``; ``share`` None where there is nothing yet."""

    part: float
    whole: int

    @property
    def share(self) -> float | None:
        return self.part / self.whole if self.whole else None

    @classmethod
    def __get_pydantic_core_schema__(cls, *_: object) -> dict[str, object]:
        """In the API the share stands beside the two."""
        share: dict[str, object] = {"type": "nullable", "schema": {"type": "float"}}
        fields: dict[str, dict[str, object]] = {"part": {"type": "float"}, "whole": {"type": "int"}, "share": share}
        return served_object("pingce.annotate.figures.RateView:0", fields, lambda rate: rate, cls._served)

    def _served(self) -> dict[str, float | None]:
        return {"part": self.part, "whole": self.whole, "share": self.share}


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
    hits: tuple[str, ...] = ()
    """Rules that the current answer touches without breaking: what was only warned of or pointed out."""
    told_at: float | None = None
    """When this person first heard a reviewer's word about any answer of theirs."""


@dataclass(frozen=True, slots=True)
class ControlRow:
    """One person's answer to a control item."""

    user: int
    right: bool


@dataclass(frozen=True, slots=True)
class AgreementView:
    """Over pairs of answers to the same item: by the campaign's own test, and more finely."""

    test: RateView
    levels: Mapping[str, RateView]
    """strict, binary, loose for ratings; exact otherwise."""
    likeness: float | None
    """The mean over items, as ``pingce quality agreement`` has it (:func:`pingce.scoring.likeness.mean_likeness`)."""


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """How one person's answers fared."""

    user: int
    name: str
    answers: int
    median_seconds: float | None
    agreement: RateView
    """With whoever answered the same items."""
    accuracy: RateView
    """Of first answers against what was decided."""
    passed: RateView
    first_passed: RateView
    appeals: int
    upheld: int
    controls: RateView


@dataclass(frozen=True, slots=True)
class FiguresView:
    """How a campaign goes, over all its answers and by person."""

    answers: int
    median_seconds: float | None
    mean_seconds: float | None
    doubled: RateView
    """Of items with answers, those with two or more: what agreement is computed on."""
    agreement: AgreementView
    """Of first answers, so independent ones."""
    agreement_now: AgreementView
    """After corrections."""
    before_gate: AgreementView
    after_gate: AgreementView
    before_feedback: AgreementView
    """Both had not yet heard a reviewer's word."""
    after_feedback: AgreementView
    accuracy: RateView
    passed: RateView
    """通过率: of audited answers, those whose last verdict lets them stay."""
    first_passed: RateView
    """初通率: of audited answers, those accepted at the first look and never touched again."""
    appealed: RateView
    """Of items a reviewer decided and returned, those somebody objected to."""
    upheld: RateView
    """Of appeals decided, those that were right."""
    controls: RateView
    people: tuple[PersonFigures, ...]
    hits: Mapping[str, int] = field(default_factory=dict)
    """Of the answers as they stand: how many each rule has something to say about, by rule."""
    behind: int = 0
    """Items whose changes are not in these figures yet: only while those of a large campaign are first counted."""


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


def agreement(compare: AnswerComparison, pairs: Iterable[tuple[int, Json, Json]]) -> AgreementView:
    """Of pairs of answers, each with the item they are about."""
    compared = [(item, *compare(a, b)) for item, a, b in pairs]
    likenesses: dict[int, list[float]] = defaultdict(list)
    for item, _, _, alike in compared:
        likenesses[item].append(alike)
    return AgreementView(
        test=RateView(sum(test for _, test, _, _ in compared), len(compared)),
        levels={
            name: RateView(sum(levels[i] for _, _, levels, _ in compared), len(compared))
            for i, name in enumerate(compare.levels)
        },
        likeness=mean_likeness(likenesses.values(), compare.definition),
    )


def tenths(seconds: float) -> int:
    """Times are told to the tenth of a second, no more exactly than they are measured."""
    return round(10 * seconds)


def median_seconds(times: Iterable[float]) -> float | None:
    """The middle one, to the tenth."""
    counted = [tenths(seconds) for seconds in times]
    return median(counted) / 10 if counted else None


def _mean_seconds(times: Iterable[float]) -> float | None:
    counted = [tenths(seconds) for seconds in times]
    return mean(counted) / 10 if counted else None


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
) -> FiguresView:
    """``returned``: items whose decision went back to those who answered; ``definition``: of likeness.

    How good a campaign's answers are: agreement of pairs, accuracy against decisions and controls, and the same by
    person. ``rows`` are the submitted answers, ``controls`` the answers to control items, ``names`` what people are
    called.
    """
    compare = AnswerComparison(form, settings, definition)
    pairs = pairs_of(rows)

    def firsts(applies: Callable[[Pair], bool]) -> AgreementView:
        return agreement(compare, ((a.item, a.first, b.first) for a, b in pairs if applies((a, b))))

    objected = {row.item for row in rows if row.state in ("appealed", "upheld", "dismissed")}
    decided = [row.state for row in rows if row.state in ("upheld", "dismissed")]
    times = [row.seconds for row in rows]
    return FiguresView(
        answers=len(rows),
        median_seconds=median_seconds(times),
        mean_seconds=_mean_seconds(times),
        doubled=RateView(len({a.item for a, _ in pairs}), len({row.item for row in rows})),
        agreement=firsts(lambda _: True),
        agreement_now=agreement(compare, ((a.item, a.current, b.current) for a, b in pairs)),
        before_gate=firsts(lambda pair: pair[0].early),
        after_gate=firsts(lambda pair: not pair[0].early),
        before_feedback=firsts(lambda pair: not _heard(pair[0]) and not _heard(pair[1])),
        after_feedback=firsts(lambda pair: _heard(pair[0]) and _heard(pair[1])),
        accuracy=_accuracy(compare, rows),
        passed=pass_rate(rows),
        first_passed=first_pass_rate(rows),
        appealed=RateView(len(objected & set(returned)), len(set(returned))),
        upheld=RateView(decided.count("upheld"), len(decided)),
        controls=RateView(sum(control.right for control in controls), len(controls)),
        people=tuple(_people(compare, rows, pairs, controls, names)),
        hits=dict(Counter(rule for row in rows for rule in row.hits)),
    )


def _accuracy(compare: AnswerComparison, rows: Iterable[AnswerRow]) -> RateView:
    judged = [compare(row.first, row.final)[0] for row in rows if row.final is not None]
    return RateView(sum(judged), len(judged))


def pass_rate(rows: Iterable[AnswerRow]) -> RateView:
    """通过率: of audited answers, those whose last verdict lets them stay."""
    last = [row.verdicts[-1] for row in rows if row.verdicts]
    return RateView(sum(verdict != "rejected" for verdict in last), len(last))


def first_pass_rate(rows: Iterable[AnswerRow]) -> RateView:
    """初通率: of audited answers, those accepted at once and never touched again."""
    audited = [row.verdicts for row in rows if row.verdicts]
    return RateView(audited.count(("accepted",)), len(audited))


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
    for user in sorted(own.keys() | tested.keys(), key=lambda user: (names[user], user)):
        mine = own[user]
        states = [row.state for row in mine]
        yield PersonFigures(
            user=user,
            name=names[user],
            answers=len(mine),
            median_seconds=median_seconds(row.seconds for row in mine),
            agreement=RateView(sum(met[user]), len(met[user])),
            accuracy=_accuracy(compare, mine),
            passed=pass_rate(mine),
            first_passed=first_pass_rate(mine),
            appeals=sum(state in ("appealed", "upheld", "dismissed") for state in states),
            upheld=states.count("upheld"),
            controls=RateView(sum(tested[user]), len(tested[user])),
        )
