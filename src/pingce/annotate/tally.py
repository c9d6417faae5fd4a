"""Figures of a campaign as sums over its items, so that only items that changed have to be looked at again.

An :class:`ItemPart` holds what one item has to do with the figures; :func:`tallies_of` turns it into numbers that are
added up, for the campaign and for each person. All of them are whole numbers, so that sums do not depend on their order
and a part can be taken out again exactly. :func:`progress_of` and :func:`figures_of` read the sums. From all rows at
once the same is said by :mod:`.figures` and by the database, which is what ``pingce annotate recount`` compares.
No database here.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import orjson

from pingce.scoring.likeness import MEAN, RATING_LEVELS, Definition

from .figures import AgreementView, FiguresView, PersonFigures, RateView
from .forms import Form
from .progress import AskedItems, CampaignProgress, DayProgress, person_progress
from .workflow import ItemState, JobState

DAY = 86_400
APPEALS = (JobState.APPEALED, JobState.UPHELD, JobState.DISMISSED)


class AnswerPart(NamedTuple):
    """An answer that counts, to an item that is no control."""

    judged: bool | None
    """Whether the first answer was right, once that is decided."""
    passed: bool | None
    """Whether the last verdict of an audit lets it stay, if there was one."""
    at_once: bool
    """Accepted by its first audit, and never touched again."""
    heard: bool
    """Given after its author had heard a reviewer's word."""
    hits: Sequence[str]


class JobPart(NamedTuple):
    """One person's turn at the item."""

    user: int
    state: str
    tenths: int
    """Seconds of work."""
    day: int | None
    """When it was first handed in, in days since 1970 (UTC)."""
    right: bool | None
    """Of a control."""
    answer: AnswerPart | None


class PairPart(NamedTuple):
    """How two answers compare, which are told by their places among the jobs: at first, and as they stand."""

    a: int
    b: int
    first: Sequence[object]
    """Agree by the campaign's test; agree on each level; likeness."""
    now: Sequence[object]


class ItemPart(NamedTuple):
    """All that the figures need to know of an item."""

    state: str
    control: bool
    asked: int
    early: bool
    offered: bool
    """Somebody may still take it."""
    day: int | None
    """When it was decided, in days since 1970 (UTC)."""
    reviews: Sequence[str]
    """Kinds of what is with reviewers."""
    returned: bool
    """Decided by a reviewer in a campaign where people may object."""
    jobs: Sequence[JobPart]
    pairs: Sequence[PairPart]

    def dumped(self) -> str:
        return orjson.dumps(self, default=tuple).decode()

    @classmethod
    def loaded(cls, text: str) -> "ItemPart":
        *own, jobs, pairs = orjson.loads(text)
        made = [JobPart._make((*job[:-1], None if job[-1] is None else AnswerPart._make(job[-1]))) for job in jobs]
        return cls._make((*own, made, [PairPart._make(pair) for pair in pairs]))


@dataclass
class Tally:
    """Sums by name, and how many answers took how long: tenths of a second, by whether they count as what.

    A time has no mark where the job was handed in and its answer counts, ``-`` where only the former, ``+`` where only
    the latter holds.
    """

    counts: Counter[str] = field(default_factory=Counter)
    times: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally", sign: int = 1) -> None:
        """What comes to nothing is left out, so that equal sums are equal."""
        for mine, theirs in ((self.counts, other.counts), (self.times, other.times)):
            for name, number in theirs.items():
                mine[name] += sign * number
                if not mine[name]:
                    del mine[name]


class Medians(NamedTuple):
    """Seconds, to the tenth."""

    answers: float | None
    """Of answers that count."""
    submitted: float | None
    """Of all jobs handed in."""


def medians(times: Mapping[str, int]) -> Medians:
    return Medians(_median(_times(times, without="-")), _median(_times(times, without="+")))


def _times(times: Mapping[str, int], *, without: str) -> Counter[int]:
    counted: Counter[int] = Counter()
    for name, number in times.items():
        if not name.endswith(without):
            counted[int(name.rstrip("+-"))] += number
    return counted


def _median(times: Mapping[int, int]) -> float | None:
    """The middle one, or half-way between the two in the middle."""
    whole = sum(times.values())
    if not whole:
        return None
    middle: list[int] = []
    wanted, before = [(whole - 1) // 2, whole // 2], 0
    for time in sorted(times):
        before += times[time]
        while len(middle) < 2 and wanted[len(middle)] < before:
            middle.append(time)
    return (middle[0] + middle[1]) / 2 / 10


@dataclass(frozen=True)
class Tallies:
    """The sums of some items: all of them, and each person's."""

    whole: Tally = field(default_factory=Tally)
    people: dict[int, Tally] = field(default_factory=lambda: defaultdict(Tally))

    def add(self, part: ItemPart, sign: int, *, levels: Sequence[str], definition: Definition) -> None:
        """Count an item in, or (``sign`` -1) out."""
        for user, name, number in _counted(part, levels, definition):
            counts = self.whole.counts if user is None else self.people[user].counts
            counts[name] += sign * number
        for job in part.jobs:
            if (time := _time(job)) is not None:
                self.whole.times[time] += sign
                self.people[job.user].times[time] += sign


def levels_of(form: Form) -> tuple[str, ...]:
    """What agreement is told on."""
    return RATING_LEVELS if form.rating is not None else ("exact",)


def _time(job: JobPart) -> str | None:
    if job.day is None and job.answer is None:
        return None
    return f"{job.tenths}{'-' if job.answer is None else '+' if job.day is None else ''}"


def _counted(part: ItemPart, levels: Sequence[str], definition: Definition) -> Iterator[tuple[int | None, str, int]]:
    """What an item adds to which sums: of a person, or (None) of the campaign."""
    yield None, f"item {part.state}", 1
    if not part.control and part.state != ItemState.WITHDRAWN:
        yield None, f"asked {part.asked}", 1
        if part.state == ItemState.DECIDED:
            yield None, f"asked {part.asked} decided", 1
    if part.day is not None:
        yield None, f"decided on {part.day}", 1
    for kind in part.reviews:
        yield None, f"review {kind}", 1
    if part.offered:
        dealt = sorted(job.user for job in part.jobs if job.state != JobState.EXPIRED)
        yield None, f"offered after {' '.join(map(str, dealt))}", 1
    answers = [job for job in part.jobs if job.answer is not None]
    if answers:
        yield None, "answered", 1
    if part.returned:
        yield None, "returned", 1
        if any(job.state in APPEALS for job in answers):
            yield None, "objected", 1
    for job in part.jobs:
        yield from _counted_job(job)
    if part.pairs:
        yield None, "doubled", 1
        yield from _counted_pairs(part, levels, definition)


def _counted_job(job: JobPart) -> Iterator[tuple[int | None, str, int]]:
    yield job.user, f"job {job.state}", 1
    if job.day is not None:
        yield None, f"submitted on {job.day}", 1
    if job.right is not None:
        yield job.user, "controls", 1
        if job.right:
            yield job.user, "controls right", 1
    answer = job.answer
    if answer is not None:
        yield from _counted_answer(job, answer)


def _counted_answer(job: JobPart, answer: AnswerPart) -> Iterator[tuple[int | None, str, int]]:
    yield job.user, "answers", 1
    for name, rate in (("judged", answer.judged), ("audited", answer.passed)):
        if rate is not None:
            yield job.user, name, 1
            if rate:
                yield job.user, f"{name} well", 1
    if answer.at_once:
        yield job.user, "passed at once", 1
    if job.state in APPEALS:
        yield job.user, "appeals", 1
        if job.state != JobState.APPEALED:
            yield job.user, "appeals decided", 1
    if job.state == JobState.UPHELD:
        yield job.user, "appeals upheld", 1
    for rule in answer.hits:
        yield None, f"hit {rule}", 1


AGREEMENTS = ("all", "now", "early", "late", "unheard", "heard")
"""Of what pairs: all first answers, answers as they stand, first ones before and after the gate, and of people who had
not heard a reviewer's word and who had."""


def _counted_pairs(
    part: ItemPart, levels: Sequence[str], definition: Definition
) -> Iterator[tuple[int | None, str, int]]:
    likenesses: dict[str, list[float]] = defaultdict(list)
    for pair in part.pairs:
        a, b = part.jobs[pair.a], part.jobs[pair.b]
        for user in (a.user, b.user):
            yield user, "met", 1
            if pair.first[0]:
                yield user, "met agreed", 1
        assert a.answer is not None and b.answer is not None, "answers that count"  # noqa: PT018
        heard = a.answer.heard + b.answer.heard
        of = ["all", "early" if part.early else "late", *(("unheard", None, "heard")[heard : heard + 1])]
        for name, compared in [*((name, pair.first) for name in of if name), ("now", pair.now)]:
            test, on_levels, likeness = compared
            yield None, f"{name} pairs", 1
            if test:
                yield None, f"{name} test", 1
            for level, agreed in zip(levels, on_levels, strict=True):  # type: ignore[call-overload] # compared so
                if agreed:
                    yield None, f"{name} level {level}", 1
            likenesses[name].append(likeness)  # type: ignore[arg-type] # a number
    for name, of_pairs in likenesses.items():
        # An item weighs the same however many pairs it has, or each pair does: see scoring.likeness.mean_likeness.
        for value in [_mean(of_pairs)] if definition == MEAN else of_pairs:
            yield None, f"{name} like {value!r}", 1


def _mean(values: Sequence[float]) -> float:
    return values[0] if len(values) == 1 else float(sum(map(Fraction, values))) / len(values)


@dataclass(frozen=True)
class PersonCounted:
    """The sums of one person, and how long their answers took."""

    counts: Mapping[str, int]
    medians: Medians


@dataclass(frozen=True)
class CampaignSums:
    """The sums of a campaign as they are now, but for the items that are ``behind``."""

    whole: Tally
    people: Mapping[int, PersonCounted]
    """Everybody who had an item."""
    behind: int

    def items(self) -> dict[str, int]:
        """Items by state."""
        return _named(self.whole.counts, "item ")


def _named(counts: Mapping[str, int], start: str) -> dict[str, int]:
    named = {name.removeprefix(start): number for name, number in counts.items() if name.startswith(start)}
    return dict(sorted(named.items()))


def progress_of(counted: CampaignSums, names: Mapping[int, str], annotators: Collection[int]) -> CampaignProgress:
    """How far the campaign is; ``annotators``: who may answer its items now."""
    counts, jobs = counted.whole.counts, Counter[str]()
    for person in counted.people.values():
        jobs.update(_named(person.counts, "job "))
    asked = sorted(int(name) for name in _named(counts, "asked ") if name.isdecimal())
    stuck = 0
    for name, number in _named(counts, "offered after ").items():
        if annotators and set(map(int, name.split())) >= set(annotators):
            stuck += number
    submitted, decided = _named(counts, "submitted on "), _named(counts, "decided on ")
    return CampaignProgress(
        items=counted.items(),
        jobs=dict(sorted(jobs.items())),
        reviews=_named(counts, "review "),
        asked=tuple(AskedItems(n, counts[f"asked {n}"], counts[f"asked {n} decided"]) for n in asked),
        stuck=stuck,
        people=tuple(
            person_progress(user, names[user], _named(person.counts, "job "), person.medians.submitted)
            for user in _in_order(counted, names)
            for person in [counted.people[user]]
        ),
        days=tuple(
            DayProgress(
                datetime.fromtimestamp(day * DAY, UTC).date().isoformat(),
                submitted.get(str(day), 0),
                decided.get(str(day), 0),
            )
            for day in sorted(map(int, submitted.keys() | decided.keys()))
        ),
        behind=counted.behind,
    )


def _in_order(counted: CampaignSums, names: Mapping[int, str]) -> list[int]:
    return sorted(counted.people, key=lambda user: (names[user], user))


def figures_of(counted: CampaignSums, names: Mapping[int, str], *, levels: Sequence[str]) -> FiguresView:
    """How the campaign goes, from its sums."""
    counts, all_people = counted.whole.counts, Counter[str]()
    for person in counted.people.values():
        all_people.update(person.counts)
    times = _times(counted.whole.times, without="-")
    answers = times.total()
    likenesses = _likenesses(counts)
    views = {name: _agreement(counts, name, likenesses[name], levels) for name in AGREEMENTS}
    return FiguresView(
        answers=answers,
        median_seconds=_median(times),
        mean_seconds=sum(time * n for time, n in times.items()) / answers / 10 if answers else None,
        doubled=_rate(counts, "doubled", "answered"),
        agreement=views["all"],
        agreement_now=views["now"],
        before_gate=views["early"],
        after_gate=views["late"],
        before_feedback=views["unheard"],
        after_feedback=views["heard"],
        accuracy=_rate(all_people, "judged well", "judged"),
        passed=_rate(all_people, "audited well", "audited"),
        first_passed=_rate(all_people, "passed at once", "audited"),
        appealed=_rate(counts, "objected", "returned"),
        upheld=_rate(all_people, "appeals upheld", "appeals decided"),
        controls=_rate(all_people, "controls right", "controls"),
        people=tuple(
            PersonFigures(
                user=user,
                name=names[user],
                answers=by["answers"],
                median_seconds=counted.people[user].medians.answers,
                agreement=_rate(by, "met agreed", "met"),
                accuracy=_rate(by, "judged well", "judged"),
                passed=_rate(by, "audited well", "audited"),
                first_passed=_rate(by, "passed at once", "audited"),
                appeals=by["appeals"],
                upheld=by["appeals upheld"],
                controls=_rate(by, "controls right", "controls"),
            )
            for user in _in_order(counted, names)
            if (by := Counter(counted.people[user].counts))["answers"] or by["controls"]
        ),
        hits=_named(counts, "hit "),
        behind=counted.behind,
    )


def _rate(counts: Mapping[str, int], part: str, whole: str) -> RateView:
    return RateView(counts.get(part, 0), counts.get(whole, 0))


def _likenesses(counts: Mapping[str, int]) -> dict[str, list[tuple[float, int]]]:
    likenesses: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for name, number in counts.items():
        of, _, value = name.partition(" like ")
        if value:
            likenesses[of].append((float(value), number))
    return likenesses


def _agreement(
    counts: Mapping[str, int], name: str, likenesses: Iterable[tuple[float, int]], levels: Sequence[str]
) -> AgreementView:
    pairs = f"{name} pairs"
    items = sum(number for _, number in likenesses)
    whole = sum((Fraction(value) * number for value, number in likenesses), Fraction())
    return AgreementView(
        test=_rate(counts, f"{name} test", pairs),
        levels={level: _rate(counts, f"{name} level {level}", pairs) for level in levels},
        likeness=float(whole) / items if items else None,
    )


def pairs_among(jobs: Sequence[JobPart]) -> Iterator[tuple[int, int]]:
    """Places of every two answers that count."""
    return combinations([place for place, job in enumerate(jobs) if job.answer is not None], 2)
