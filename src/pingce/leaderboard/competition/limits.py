"""How often a team may hand in: counted per subtask, so that one file per subtask costs no more than all at once.

Per day (Beijing time) and in all; refused submissions cost nothing. Both numbers are told before anything is handed in.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pingce.spec.words import Words
from pingce.store.errors import StoreError

from .phases import PhaseRules

DAY = 86_400
BEIJING = 8 * 3600
"""Days begin at midnight in Beijing, where the evaluations are held."""


class SubmissionsLeft(NamedTuple):
    """How many submissions are left; None: no limit."""

    today: int | None
    in_all: int | None

    @property
    def any(self) -> bool:
        return self.today != 0 and self.in_all != 0


class LimitReached(StoreError):  # noqa: N818 # reads as what happened
    """The file may be right; it just cannot be taken now."""

    status = 429


def day_of(at: float) -> int:
    """The number of a day, which begins at midnight in Beijing."""
    return int((at + BEIJING) // DAY)


def left(rules: PhaseRules, times: Sequence[float], now: float) -> SubmissionsLeft:
    """From the times of the submissions so far; withdrawn ones count, or withdrawing would buy another look."""
    today = sum(day_of(at) == day_of(now) for at in times)
    return SubmissionsLeft(
        None if rules.per_day is None else max(0, rules.per_day - today),
        None if rules.in_all is None else max(0, rules.in_all - len(times)),
    )


def check_left(rules: PhaseRules, task: str, times: Sequence[float], now: float) -> None:
    """Refuse a submission for which nothing is left, today or in all."""
    remaining = left(rules, times, now)
    if remaining.in_all == 0:
        raise LimitReached(
            Words(
                f"{task}：本阶段的 {rules.in_all} 次提交已经用完。",
                f"{task}: all {rules.in_all} submissions of this phase are used.",
            ),
            code="limit-in-all",
        )
    if remaining.today == 0:
        raise LimitReached(
            Words(
                f"{task}：今天的 {rules.per_day} 次提交已经用完，请明天（北京时间）再试。",
                f"{task}: all {rules.per_day} submissions of today are used; try again tomorrow (Beijing time).",
            ),
            code="limit-per-day",
        )
