"""The error explorer: what a submission got wrong on dev, item by item, and two submissions side by side."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import InstrumentedAttribute, Session, undefer

from pingce.leaderboard.competition.files import unpack
from pingce.leaderboard.competition.phases import PhaseKind
from pingce.leaderboard.competition.result_views import (
    ComparedItemView,
    ComparedView,
    ExploredView,
    ExplorerView,
    SideView,
)
from pingce.leaderboard.competition.visibility import may_explore
from pingce.scoring.differences import KINDS, Difference
from pingce.spec.words import Words
from pingce.store.errors import NotAllowed, NotFound, Refused
from pingce.store.people import Actor
from pingce.store.tables.competition import Entry, ScoreRow

from .submissions import submission_of

Winner = Literal["first", "second", "neither"]
TIE = 1e-12


def explore(
    db: Session,
    actor: Actor,
    submission_id: int,
    task: str,
    *,
    kind: str = "",
    role: str = "",
    label: str = "",
    search: str = "",
    wrong: bool = True,
    offset: int = 0,
    limit: int = 50,
) -> ExplorerView:
    """Items by kind of error, role and gold label, the worst first; not ``wrong``: the right ones as well.

    ``kind``, ``role`` and ``label`` empty: any; ``search`` is an item's id or part of a text; ``offset`` and
    ``limit`` choose the rows of one page.
    """
    records = _records(db, actor, submission_id, task)
    if kind and kind not in KINDS:
        raise Refused(Words(f"没有错误类型 {kind}。", f"There is no kind of error {kind}."), code="unknown-kind")
    matching = [
        record
        for record in records
        if (not wrong or record.errors)
        and (not label or label in record.labels)
        and (not search or _mentions(record, search))
        and (not (kind or role) or any(_fits(error, kind, role) for error in record.errors))
    ]
    matching.sort(key=lambda record: (record.score is not None, record.score or 0.0))
    errors = [error for record in records for error in record.errors]
    return ExplorerView(
        total=len(matching),
        offset=offset,
        rows=matching[offset : offset + limit],
        kinds=dict(Counter(error.kind for error in errors)),
        roles=dict(Counter(error.role for error in errors)),
        labels=sorted({name for record in records for name in record.labels}),
    )


def _mentions(record: ExploredView, search: str) -> bool:
    return search == record.id or any(search in text for text in record.texts.values())


def _fits(error: Difference, kind: str, role: str) -> bool:
    return (not kind or error.kind == kind) and (not role or error.role == role)


def compare(
    db: Session,
    actor: Actor,
    submission_id: int,
    other_id: int,
    task: str,
    *,
    winner: Winner | None = None,
    search: str = "",
    offset: int = 0,
    limit: int = 50,
) -> ComparedView:
    """Items that two submissions answer differently, where the first loses most first; only those one side wins.

    ``search`` is an item's id or part of a text; ``offset`` and ``limit`` choose the rows of one page.
    """
    ours, theirs = _records(db, actor, submission_id, task), _records(db, actor, other_id, task)
    others = {record.id: record for record in theirs}
    pairs = [(record, others[record.id]) for record in ours if record.id in others]
    gaps = [(_points(record) - _points(other), record, other) for record, other in pairs]
    wins = Counter(_winner(gap) for gap, _, _ in gaps)
    differing = [gap for gap in gaps if abs(gap[0]) > TIE or gap[1].said != gap[2].said]
    rows = sorted(
        (
            gap
            for gap in differing
            if (winner is None or _winner(gap[0]) == winner) and (not search or _mentions(gap[1], search))
        ),
        key=lambda gap: gap[0],
    )
    return ComparedView(
        total=len(rows),
        offset=offset,
        better=wins["first"],
        worse=wins["second"],
        same=wins["neither"],
        otherwise=sum(_winner(gap) == "neither" for gap, _, _ in differing),
        rows=[
            ComparedItemView(record.id, record.texts, record.gold, gap, _side(record), _side(other))
            for gap, record, other in rows[offset : offset + limit]
        ],
    )


def _winner(gap: float) -> Winner:
    return "neither" if abs(gap) <= TIE else "first" if gap > 0 else "second"


def scored_rows(db: Session, actor: Actor, submission_id: int, other_id: int, task: str) -> tuple[bytes, bytes]:
    """The rows of two scores; only for the same items can they be told apart."""
    first, second = (_score(db, actor, number, task, ScoreRow.rows) for number in (submission_id, other_id))
    if (first.data_sha256, first.ratings_sha256) != (second.data_sha256, second.ratings_sha256):
        raise Refused(
            Words(
                "两份提交按不同的答案评分，不能比较。",
                "The two submissions were scored against different answers and cannot be compared.",
            ),
            code="not-comparable",
        )
    return first.rows, second.rows


def _side(record: ExploredView) -> SideView:
    return SideView(score=record.score, answered=record.answered, said=record.said, errors=record.errors)


def _points(record: ExploredView) -> float:
    return float(record.score or 0.0)


def _records(db: Session, actor: Actor, submission_id: int, task: str) -> Sequence[ExploredView]:
    score = _score(db, actor, submission_id, task, ScoreRow.errors)
    if score.errors is None:
        raise _not_there(task)
    return msgspec.convert(unpack(score.errors), list[ExploredView])


def _score(db: Session, actor: Actor, submission_id: int, task: str, column: InstrumentedAttribute[Any]) -> ScoreRow:
    """The current score of one subtask with one of its large parts, for whoever may look at errors."""
    submission, context = submission_of(db, actor, submission_id)
    if not may_explore(context.plans, PhaseKind(submission.phase), context.viewer, context.now):
        raise NotAllowed(
            Words("只能查看开发集上的错误。", "Errors can be looked at on dev data only."), code="dev-only"
        )
    row = db.scalar(
        select(ScoreRow)
        .join(Entry, Entry.score_id == ScoreRow.id)
        .options(undefer(column))
        .where(Entry.submission_id == submission_id, Entry.task == task)
    )
    if row is None:
        raise _not_there(task)
    return row


def _not_there(task: str) -> NotFound:
    return NotFound(Words(f"{task} 的错误分析", f"analysis of errors for {task}"))
