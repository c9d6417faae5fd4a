"""Phases of a competition: what holds from when to when."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import Literal, get_args

from pingce.formats.settings import Look, all_problems, between, changed, one_of, several_of, text_of, yes_or_no
from pingce.spec.errors import UserError
from pingce.spec.words import Words

Download = Literal["train", "dev questions", "dev answers", "test questions", "test answers"]
Shows = Literal["all", "own", "none"]
Counts = Literal["last", "best", "best-on-dev"]
Part = Literal["train", "dev", "test"]
TEST_ANSWERS: Download = "test answers"
LONGEST_AGREEMENT = 20_000
MOST = 10_000


class PhaseKind(StrEnum):
    """In the order in which they follow each other."""

    REGISTRATION = "registration"
    DEV = "dev"
    TEST = "test"
    PUBLISHED = "published"


PHASE_TITLES: Mapping[PhaseKind, Words] = {
    PhaseKind.REGISTRATION: Words("报名", "registration"),
    PhaseKind.DEV: Words("开发集阶段", "dev phase"),
    PhaseKind.TEST: Words("测试集阶段", "test phase"),
    PhaseKind.PUBLISHED: Words("结果公布", "results published"),
}


@dataclass(frozen=True, slots=True)
class PhaseRules:
    """What a team may do and see in a phase."""

    downloads: tuple[Download, ...] = ()
    per_day: int | None = None
    """Submissions of a team per subtask and day (Beijing time); None: as many as they like."""
    in_all: int | None = None
    shows: Shows = "all"
    """Whose scores a team sees; ``none``: nobody's until the results are published."""
    counts: Counts = "last"
    """Which submission of a team stands on the board."""
    agreement: str = ""
    """A text to accept before anything of the phase is downloaded or handed in."""
    explorer: bool = True
    """Teams may look at their errors; only ever on dev data."""
    intervals: bool = False
    """Teams see intervals of scores on test answers that are held back; each tells more of the answers than a score."""


@dataclass(frozen=True, slots=True)
class PhasePlan:
    """A phase with its dates; ``ends_at`` None: until the next one begins."""

    kind: PhaseKind
    starts_at: float
    ends_at: float | None = None
    rules: PhaseRules = field(default_factory=PhaseRules)


USUAL: Mapping[PhaseKind, PhaseRules] = {
    PhaseKind.REGISTRATION: PhaseRules(downloads=("train",)),
    PhaseKind.DEV: PhaseRules(downloads=("train", "dev questions"), per_day=20, counts="best-on-dev"),
    PhaseKind.TEST: PhaseRules(downloads=("train", "dev questions", "test questions"), in_all=3, shows="none"),
    PhaseKind.PUBLISHED: PhaseRules(downloads=("train", "dev questions", "dev answers", "test questions")),
}
"""Where the organisers say nothing else."""


def part_of(kind: PhaseKind) -> Part | None:
    """The data a phase takes answers to; None: it takes none."""
    return {PhaseKind.DEV: "dev", PhaseKind.TEST: "test"}.get(kind)  # type: ignore[return-value] # both are parts


def open_phases(plans: Sequence[PhasePlan], now: float) -> list[PhasePlan]:
    """Those that have begun and are not over, in their order; one without an end ends when the next begins."""
    begun = [plan for plan in in_order(plans) if plan.starts_at <= now]
    return [plan for plan in begun if (plan is begun[-1] if plan.ends_at is None else now < plan.ends_at)]


def current_phase(plans: Sequence[PhasePlan], now: float) -> PhasePlan | None:
    """The phase whose rules hold, the last that is open; None: before the first one or in a gap between two."""
    return next(reversed(open_phases(plans, now)), None)


def next_change(plans: Sequence[PhasePlan], now: float) -> float | None:
    """When what holds now ends: the phase, or the wait for the next one."""
    dates = [at for plan in plans for at in (plan.starts_at, plan.ends_at) if at is not None and at > now]
    return min(dates, default=None)


def is_published(plans: Sequence[PhasePlan], now: float) -> bool:
    """Whether everybody may see all results by now."""
    return any(plan.kind is PhaseKind.PUBLISHED and plan.starts_at <= now for plan in plans)


def in_order(plans: Sequence[PhasePlan]) -> list[PhasePlan]:
    """As phases follow each other, whatever their dates say."""
    return sorted(plans, key=lambda plan: list(PhaseKind).index(plan.kind))


def check_schedule(plans: Sequence[PhasePlan]) -> None:
    """All that is wrong with dates and rules at once."""
    problems = [*_date_problems(plans), *(words for plan in plans for words in _rule_problems(plan))]
    if problems:
        raise UserError(all_problems(Words("阶段设置有误", "The phases cannot be used"), problems), code="bad-phases")


def _date_problems(plans: Sequence[PhasePlan]) -> list[Words]:
    problems = []
    ordered = in_order(plans)
    for plan in ordered:
        title = PHASE_TITLES[plan.kind]
        if plan.ends_at is not None and plan.ends_at <= plan.starts_at:
            problems.append(Words(f"{title.zh}的结束不晚于开始", f"the {title.en} ends before it starts"))
    for earlier, after in combinations(ordered, 2):
        if after.starts_at < earlier.starts_at or (_clash(earlier, after) and not _beside(after)):
            first, second = PHASE_TITLES[earlier.kind], PHASE_TITLES[after.kind]
            problems.append(
                Words(f"{second.zh}早于{first.zh}的结束", f"the {second.en} begins before the {first.en} is over")
            )
    return problems


def _clash(earlier: PhasePlan, after: PhasePlan) -> bool:
    return earlier.ends_at is not None and after.starts_at < earlier.ends_at


def _beside(after: PhasePlan) -> bool:
    """Until results are out phases may go on beside each other; who hands in then says for which one."""
    return after.kind is not PhaseKind.PUBLISHED


def _rule_problems(plan: PhasePlan) -> list[Words]:
    title, rules, problems = PHASE_TITLES[plan.kind], plan.rules, []
    if TEST_ANSWERS in rules.downloads and plan.kind is not PhaseKind.PUBLISHED:
        problems.append(
            Words(
                f"{title.zh}不能公开测试集答案（只有“结果公布”阶段可以）",
                f"the answers of the test part cannot be downloaded in the {title.en}, only when results are published",
            )
        )
    return problems


_MUST_BE: Mapping[str, Look] = {
    "downloads": several_of(get_args(Download)),
    "per_day": between(1, MOST, whole=True, or_nothing=True),
    "in_all": between(1, MOST, whole=True, or_nothing=True),
    "shows": one_of(get_args(Shows)),
    "counts": one_of(get_args(Counts)),
    "agreement": text_of(LONGEST_AGREEMENT),
    "explorer": yes_or_no,
    "intervals": yes_or_no,
}


def make_rules(changes: Mapping[str, object], base: PhaseRules) -> PhaseRules:
    """Rules from JSON on top of ``base``; all mistakes at once."""
    rules, problems = changed(base, changes, _MUST_BE)
    if problems:
        what = Words("阶段设置有误", "The settings of the phase cannot be used")
        raise UserError(all_problems(what, problems), code="bad-phases")
    return rules


def rules_json(rules: PhaseRules) -> dict[str, object]:
    """As they are stored."""
    return {**asdict(rules), "downloads": list(rules.downloads)}


def stored_rules(stored: Mapping[str, object]) -> PhaseRules:
    """Rules that were checked when they were stored."""
    return make_rules(stored, PhaseRules())
