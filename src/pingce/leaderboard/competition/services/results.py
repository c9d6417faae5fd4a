"""Submissions and their scores as their owners see them.

A submission with its entries and all scores it ever had; how much of a score is told while test answers are held back
is decided here (``ScoreDisclosure``).
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.leaderboard.competition.boards import coarse
from pingce.leaderboard.competition.phases import PhaseKind
from pingce.leaderboard.competition.result_views import EntryView, Numbers, ScoreView, SubmissionView
from pingce.leaderboard.competition.visibility import holds_back, may_see_intervals, sight
from pingce.store.people import Actor
from pingce.store.tables.competition import Entry, ScoreRow, Submission, Team
from pingce.tasks.catalog import find_task

from ..result_views import EntryState, ScoredKind
from .access import CompetitionContext, enter
from .submissions import submission_of, waiting_before

CHECKSUM = re.compile(r"@[0-9a-f]{8}(?=\|)")


def submission_view(db: Session, actor: Actor, submission_id: int) -> SubmissionView:
    """One submission, for its team and the organisers."""
    submission, context = submission_of(db, actor, submission_id)
    return _view(db, submission, context)


def submissions(
    db: Session, actor: Actor, competition_id: int, *, offset: int = 0, limit: int = 50
) -> tuple[int, list[SubmissionView]]:
    """One's own, newest first; all of them for organisers."""
    context = enter(db, actor, competition_id)
    query = select(Submission).where(Submission.competition_id == competition_id)
    if context.viewer != "organiser":
        query = query.where(Submission.team_id == (context.team.id if context.team is not None else 0))
    rows = db.scalars(query.order_by(Submission.id.desc())).all()
    return len(rows), [_view(db, row, context) for row in rows[offset : offset + limit]]


def _view(db: Session, submission: Submission, context: CompetitionContext) -> SubmissionView:
    team = db.get(Team, submission.team_id)
    assert team is not None
    entries = db.scalars(select(Entry).where(Entry.submission_id == submission.id).order_by(Entry.task)).all()
    seen_by = (context.plans, PhaseKind(submission.phase), context.viewer, context.now)
    told = ScoreDisclosure(sight(*seen_by) != "none", holds_back(*seen_by), may_see_intervals(*seen_by))
    return SubmissionView(
        id=submission.id,
        competition=submission.competition_id,
        phase=cast("ScoredKind", submission.phase),
        team=team.id,
        team_name=team.name,
        system=submission.system,
        description=submission.description,
        created_at=submission.created_at,
        withdrawn_at=submission.withdrawn_at,
        withdrawn_reason=submission.withdrawn_reason,
        entries=[_entry(db, entry, context, told) for entry in entries],
    )


class ScoreDisclosure(NamedTuple):
    """What the viewer learns of a score."""

    shown: bool
    coarse: bool
    """Few digits and no checksum of the answers: a checksum confirms a guess, and of twenty answers yes or no it gives
    all away to whoever tries them."""
    intervals: bool


def _entry(db: Session, entry: Entry, context: CompetitionContext, told: ScoreDisclosure) -> EntryView:
    waits = entry.state in ("queued", "scoring")
    return EntryView(
        id=entry.id,
        task=entry.task,
        title=find_task(entry.task).title,
        name=entry.name,
        size=entry.size,
        records=entry.records,
        warnings=entry.warnings,
        sha256=entry.sha256,
        state=cast("EntryState", entry.state),
        ahead=waiting_before(db, entry) if waits else None,
        problem=_problem(entry, context),
        hidden=not told.shown and entry.score_id is not None,
        scores=_scores(db, entry, told) if told.shown else (),
    )


def _problem(entry: Entry, context: CompetitionContext) -> str:
    """What broke may speak of the answer file; teams learn that it broke, organisers how."""
    if entry.state != "failed":
        return ""
    return entry.problem if context.viewer == "organiser" else "stopped"


def _scores(db: Session, entry: Entry, told: ScoreDisclosure) -> Sequence[ScoreView]:
    rows = db.scalars(select(ScoreRow).where(ScoreRow.entry_id == entry.id).order_by(ScoreRow.id.desc()))
    return [
        ScoreView(
            id=row.id,
            value=coarse(row.value) if told.coarse and row.value is not None else row.value,
            numbers=_numbers(row, told),
            intervals=_intervals(row, told),
            signature=CHECKSUM.sub("", row.signature) if told.coarse else row.signature,
            version=row.version,
            fingerprint=row.fingerprint,
            data_sha256="" if told.coarse else row.data_sha256,
            ratings_sha256=row.ratings_sha256,
            items=row.items,
            answered=row.answered,
            seconds=row.seconds,
            reason=row.reason,
            at=row.at,
            current=row.id == entry.score_id,
        )
        for row in rows
    ]


def _numbers(row: ScoreRow, told: ScoreDisclosure) -> Numbers:
    numbers = cast("Numbers", row.numbers)  # as score_submission gave them
    if not told.coarse:
        return numbers
    return {measure: {name: coarse(value) for name, value in values.items()} for measure, values in numbers.items()}


def _intervals(row: ScoreRow, told: ScoreDisclosure) -> Mapping[str, Mapping[str, Sequence[float]]]:
    if not told.intervals:
        return {}
    intervals = cast("Mapping[str, Mapping[str, Sequence[float]]]", row.intervals)
    if not told.coarse:
        return intervals
    return {
        measure: {name: [coarse(end) for end in ends] for name, ends in by_number.items()}
        for measure, by_number in intervals.items()
    }
