"""Which submission of a team stands on the board.

The last one, the best on dev, or on test that of the system which was best on dev, as the rules of the phase say;
withdrawn ones never count. The rule's words stand here too, so pages, API and docs tell the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pingce.spec.words import Words

from .phases import Counts, PhaseKind

RULES: Mapping[tuple[PhaseKind, Counts], Words] = {
    (PhaseKind.DEV, "last"): Words("开发集榜取每队最后一次提交。", "On the dev board a team's last submission counts."),
    (PhaseKind.DEV, "best-on-dev"): Words(
        "开发集榜取每队得分最高的一次提交。", "On the dev board a team's best submission counts."
    ),
    (PhaseKind.DEV, "best"): Words(
        "开发集榜取每队得分最高的一次提交。", "On the dev board a team's best submission counts."
    ),
    (PhaseKind.TEST, "best"): Words(
        "测试集榜取每队得分最高的一次提交。", "On the test board a team's best submission counts."
    ),
    (PhaseKind.TEST, "last"): Words(
        "测试集榜取每队最后一次提交。", "On the test board a team's last submission counts."
    ),
    (PhaseKind.TEST, "best-on-dev"): Words(
        "测试集榜取开发集得分最高的同名系统的那次提交，不看测试分；两个阶段请用同样的系统名。",
        "On the test board the submission of the system that was best on dev counts, whatever its test score: use "
        "the same system name in both phases.",
    ),
}
"""What is told wherever the rule is told: by the pages, the API and the documentation. It is that of the board's own
phase; what the dev phase says holds for the dev board alone."""


class ScoredEntry(NamedTuple):
    """An entry of a team for one subtask, and what it scored."""

    entry: int
    """Later ones have higher numbers, whatever the clock said meanwhile."""
    value: float | None
    """None: not scored yet, or to be rated by people."""
    system: str = ""


def counting(
    candidates: Sequence[ScoredEntry], rule: Counts, dev_best: Mapping[str, float] | None = None
) -> int | None:
    """The entry that counts, as ``RULES`` tell it; of equals the later one.

    For ``best-on-dev`` on the test board ``dev_best`` is given (best dev score by system name); one whose system was
    never on dev comes after all others.
    """
    if not candidates:
        return None
    if rule == "last":
        return max(candidates, key=lambda candidate: candidate.entry).entry
    return max(candidates, key=lambda candidate: (_worth(candidate, dev_best), candidate.entry)).entry


def _worth(candidate: ScoredEntry, dev_best: Mapping[str, float] | None) -> float:
    worth = candidate.value if dev_best is None else dev_best.get(candidate.system)
    return float("-inf") if worth is None else worth


def best_by_system(candidates: Iterable[ScoredEntry]) -> dict[str, float]:
    """The highest dev score of each system by its name, for the rule that takes it over to test."""
    best: dict[str, float] = {}
    for candidate in candidates:
        if candidate.value is not None:
            best[candidate.system] = max(best.get(candidate.system, candidate.value), candidate.value)
    return best
