"""Submissions and their scores as their owners see them."""

import re
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.leaderboard.competition.phases import PhaseKind, is_published
from pingce.leaderboard.competition.views import EntryView, ScoreView, SubmissionView
from pingce.leaderboard.competition.visibility import sight
from pingce.store.people import Actor
from pingce.store.tables.competition import Entry, ScoreRow, Submission, Team

from .access import Place, enter
from .submissions import submission_of, waiting_before

CHECKSUM = re.compile(r"@[0-9a-f]{8}(?=\|)")


def submission_view(db: Session, actor: Actor, submission_id: int) -> SubmissionView:
    submission, place = submission_of(db, actor, submission_id)
    return _view(db, submission, place)


def submissions(
    db: Session, actor: Actor, competition_id: int, *, offset: int = 0, limit: int = 50
) -> tuple[int, list[SubmissionView]]:
    """One's own, newest first; all of them for organisers."""
    place = enter(db, actor, competition_id)
    wanted = select(Submission).where(Submission.competition_id == competition_id)
    if place.viewer != "organiser":
        wanted = wanted.where(Submission.team_id == (place.team.id if place.team is not None else 0))
    rows = db.scalars(wanted.order_by(Submission.id.desc())).all()
    return len(rows), [_view(db, one, place) for one in rows[offset : offset + limit]]


def _view(db: Session, submission: Submission, place: Place) -> SubmissionView:
    team = db.get(Team, submission.team_id)
    assert team is not None
    entries = db.scalars(select(Entry).where(Entry.submission_id == submission.id).order_by(Entry.task)).all()
    shown = sight(place.plans, PhaseKind(submission.phase), place.viewer, place.now) != "none"
    return SubmissionView(
        id=submission.id,
        competition=submission.competition_id,
        phase=submission.phase,
        team=team.id,
        team_name=team.name,
        system=submission.system,
        description=submission.description,
        created_at=submission.created_at,
        withdrawn_at=submission.withdrawn_at,
        withdrawn_reason=submission.withdrawn_reason,
        entries=[_entry(db, one, place, shown=shown, secret=_is_secret(place, submission)) for one in entries],
    )


def _is_secret(place: Place, submission: Submission) -> bool:
    """A checksum confirms a guess: of twenty answers yes or no it gives all away to whoever tries them."""
    hidden = submission.phase == PhaseKind.TEST and not is_published(place.plans, place.now)
    return hidden and place.viewer != "organiser"


def _entry(db: Session, entry: Entry, place: Place, *, shown: bool, secret: bool) -> EntryView:
    waits = entry.state in ("queued", "scoring")
    return EntryView(
        id=entry.id,
        task=entry.task,
        name=entry.name,
        size=entry.size,
        records=entry.records,
        warnings=entry.warnings,
        sha256=entry.sha256,
        state=entry.state,
        ahead=waiting_before(db, entry) if waits else None,
        problem=_problem(entry, place),
        hidden=not shown and entry.score_id is not None,
        scores=_scores(db, entry, secret=secret) if shown else (),
    )


def _problem(entry: Entry, place: Place) -> str:
    """What broke may speak of the answer file; teams learn that it broke, organisers how."""
    if entry.state != "failed":
        return ""
    return entry.problem if place.viewer == "organiser" else "stopped"


def _scores(db: Session, entry: Entry, *, secret: bool) -> Sequence[ScoreView]:
    rows = db.scalars(select(ScoreRow).where(ScoreRow.entry_id == entry.id).order_by(ScoreRow.id.desc()))
    return [
        ScoreView(
            id=row.id,
            value=row.value,
            numbers=row.numbers,  # type: ignore[arg-type] # as score_answers gave them
            intervals=row.intervals,  # type: ignore[arg-type]
            signature=CHECKSUM.sub("", row.signature) if secret else row.signature,
            version=row.version,
            fingerprint=row.fingerprint,
            data_sha256="" if secret else row.data_sha256,
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
