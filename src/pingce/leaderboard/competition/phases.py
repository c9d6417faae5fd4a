"""Phases of a competition: what holds from when to when."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from itertools import combinations
from typing import Literal, get_args

from pingce.spec.errors import UserError
from pingce.spec.words import Words

Download = Literal["train", "dev questions", "dev answers", "test questions", "test answers"]
Shows = Literal["all", "own", "none"]
Counts = Literal["last", "best-on-dev"]
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
    """Those that have begun and are not over, in their order: registration may go on beside another."""
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
    return any(plan.kind is PhaseKind.PUBLISHED and plan.starts_at <= now for plan in plans)


def in_order(plans: Sequence[PhasePlan]) -> list[PhasePlan]:
    return sorted(plans, key=lambda plan: list(PhaseKind).index(plan.kind))


def check_schedule(plans: Sequence[PhasePlan]) -> None:
    """All that is wrong with dates and rules at once."""
    problems = [*_date_problems(plans), *(words for plan in plans for words in _rule_problems(plan))]
    if problems:
        raise UserError(
            Words(
                f"阶段设置有误：{'；'.join(one.zh for one in problems)}。",
                f"The phases cannot be used: {'; '.join(one.en for one in problems)}.",
            ),
            code="bad-phases",
        )


def _date_problems(plans: Sequence[PhasePlan]) -> list[Words]:
    found = []
    ordered = in_order(plans)
    for plan in ordered:
        title = PHASE_TITLES[plan.kind]
        if plan.ends_at is not None and plan.ends_at <= plan.starts_at:
            found.append(Words(f"{title.zh}的结束不晚于开始", f"the {title.en} ends before it starts"))
    for one, after in combinations(ordered, 2):
        if after.starts_at < one.starts_at or (_clash(one, after) and not _beside(one, after)):
            first, second = PHASE_TITLES[one.kind], PHASE_TITLES[after.kind]
            found.append(
                Words(f"{second.zh}早于{first.zh}的结束", f"the {second.en} begins before the {first.en} is over")
            )
    return found


def _clash(one: PhasePlan, after: PhasePlan) -> bool:
    return one.ends_at is not None and after.starts_at < one.ends_at


def _beside(one: PhasePlan, after: PhasePlan) -> bool:
    """Teams may still register while others hand in; but answers must belong to one phase only."""
    return one.kind is PhaseKind.REGISTRATION and after.kind is not PhaseKind.PUBLISHED


def _rule_problems(plan: PhasePlan) -> list[Words]:
    title, rules, found = PHASE_TITLES[plan.kind], plan.rules, []
    if TEST_ANSWERS in rules.downloads and plan.kind is not PhaseKind.PUBLISHED:
        found.append(
            Words(
                f"{title.zh}不能公开测试集答案（只有“结果公布”阶段可以）",
                f"the answers of the test part cannot be downloaded in the {title.en}, only when results are published",
            )
        )
    return found


def make_rules(changes: Mapping[str, object], base: PhaseRules) -> PhaseRules:
    """Rules from JSON on top of ``base``; all mistakes at once."""
    known = {one.name for one in fields(PhaseRules)}
    problems = [Words(f"没有设置 {name}", f"there is no setting {name}") for name in changes if name not in known]
    good: dict[str, object] = {}
    for name, value in changes.items():
        if name in known:
            expected = _expected(name, value)
            if expected is None:
                good[name] = tuple(value) if isinstance(value, list | tuple) else value
            else:
                problems.append(Words(f"{name} 应为{expected.zh}", f"{name} should be {expected.en}"))
    if problems:
        raise UserError(
            Words(
                f"阶段设置有误：{'；'.join(one.zh for one in problems)}。",
                f"The settings of the phase cannot be used: {'; '.join(one.en for one in problems)}.",
            ),
            code="bad-phases",
        )
    return replace(base, **good)  # type: ignore[arg-type] # each value was looked at


def _expected(name: str, value: object) -> Words | None:
    """What the setting must be, when ``value`` is not."""
    match name:
        case "downloads":
            allowed = get_args(Download)
            fits = isinstance(value, list | tuple) and all(one in allowed for one in value)
            return None if fits else Words(f"以下的列表：{'、'.join(allowed)}", f"a list of {', '.join(allowed)}")
        case "per_day" | "in_all":
            fits = value is None or (isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST)
            return None if fits else Words(f" 1 到 {MOST} 的整数或空", f"a whole number from 1 to {MOST}, or null")
        case "shows" | "counts":
            allowed = get_args(Shows if name == "shows" else Counts)
            return None if value in allowed else Words("、".join(allowed), " or ".join(allowed))
        case "explorer" | "intervals":
            return None if isinstance(value, bool) else Words("true 或 false", "true or false")
        case _:
            fits = isinstance(value, str) and len(value) <= LONGEST_AGREEMENT
            return (
                None
                if fits
                else Words(f"不超过 {LONGEST_AGREEMENT} 字的文本", f"a text of at most {LONGEST_AGREEMENT} characters")
            )


def rules_json(rules: PhaseRules) -> dict[str, object]:
    return {**asdict(rules), "downloads": list(rules.downloads)}


def stored_rules(stored: Mapping[str, object]) -> PhaseRules:
    """Rules that were checked when they were stored."""
    return make_rules(stored, PhaseRules())
