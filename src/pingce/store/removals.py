"""What campaigns, competitions and benchmarks that were put away have in common: a list, a time limit, a refusal.

Each of the three has a service of its own that says who may put it away and what is lost; all of them keep a row of
``store.tables.removal``, from which the lists of what can be brought back are made here.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from pingce.spec.words import Words

from .errors import Conflict
from .tables.flow import BenchmarkPart, BenchmarkRow
from .tables.people import User
from .tables.removal import DELETED, KEPT_SECONDS, BenchmarkRemoval, CompetitionRemoval


@dataclass(frozen=True, slots=True)
class PutAway:
    """A competition or benchmark that was put away, for whoever can bring it back."""

    id: int
    title: str
    """What it is called: a competition's title, a benchmark's name."""
    status: str
    """`archived` or `deleted`."""
    by: str
    at: float
    until: float | None
    """Until when a deletion can be taken back."""


def restorable_until(status: str, at: float) -> float | None:
    """Until when what was put away at ``at`` can be brought back; None is for ever."""
    return at + KEPT_SECONDS if status == DELETED else None


def is_over(status: str, at: float, now: float) -> bool:
    """Whether it is too late to bring back what was put away at ``at``."""
    return status == DELETED and now - at > KEPT_SECONDS


def list_put_away(
    db: Session, rows: Iterable[tuple[int, str, BenchmarkRemoval | CompetitionRemoval]], now: float
) -> list[PutAway]:
    """The list of what can still be brought back, the latest first.

    ``rows`` are the id, the title and the row kept of everything that the asking person may bring back.
    """
    kept = [(number, title, row) for number, title, row in rows if not is_over(row.status, row.at, now)]
    kept.sort(key=lambda each: each[2].at, reverse=True)
    wanted = {row.by for _, _, row in kept}
    names = {user.id: user.name for user in db.scalars(select(User).where(User.id.in_(wanted)))}
    return [
        PutAway(number, title, row.status, names[row.by], row.at, restorable_until(row.status, row.at))
        for number, title, row in kept
    ]


def kept_by_benchmark(db: Session, is_part: ColumnElement[bool]) -> Words | None:
    """Why a campaign or competition must stay where a benchmark made it; ``is_part`` picks it among the parts."""
    name = db.scalar(
        select(BenchmarkRow.name)
        .join(BenchmarkPart, BenchmarkPart.benchmark_id == BenchmarkRow.id)
        .where(is_part)
        .limit(1)
    )
    return None if name is None else Words(f"它是基准“{name}”的一步。", f"It is a stage of the benchmark “{name}”.")


def refuse_deletion(refused: Words | None) -> None:
    """Raise what a deletion is refused with, where somebody relies on the thing; ``refused`` says who."""
    if refused is not None:
        raise Conflict(
            Words(f"不能删除：{refused.zh}", f"It cannot be deleted. {refused.en}"),
            hint=Words("可以归档。", "It can be archived."),
            code="relied-on",
        )
