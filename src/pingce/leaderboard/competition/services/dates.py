"""Dates of files as stored, and the log of dates that were moved.

Apart from :mod:`.calendar`, which tells them, because services that give files away and those that set phases need
them, too.
"""

from collections.abc import Mapping
from typing import cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.leaderboard.competition.calendar import DatedFile
from pingce.leaderboard.competition.phases import Download
from pingce.spec.words import Words
from pingce.store.people import Actor
from pingce.store.tables.organising import SUBJECT_LENGTH, CalendarChange, FileDate

from .access import CompetitionContext


def file_dates(db: Session, competition_id: int) -> dict[tuple[str, Download], DatedFile]:
    """The files that have dates of their own, by subtask and kind."""
    rows = db.scalars(
        select(FileDate).where(FileDate.competition_id == competition_id).order_by(FileDate.at, FileDate.id)
    )
    dated = [DatedFile(row.task, cast("Download", row.what), row.at, row.public) for row in rows]
    return {(file.task, file.what): file for file in dated}


def note_moves(
    db: Session,
    context: CompetitionContext,
    actor: Actor,
    before: Mapping[Words, float | None],
    after: Mapping[Words, float | None],
    *,
    reason: str,
) -> None:
    """Dates that were there and are others now; a date that is entered for the first time has not moved."""
    for subject, was in before.items():
        now = after.get(subject)
        if now != was:
            db.add(
                CalendarChange(
                    competition_id=context.id,
                    subject=subject.zh[:SUBJECT_LENGTH],
                    subject_en=subject.en[:SUBJECT_LENGTH],
                    before=was,
                    after=now,
                    reason=reason.strip(),
                    user_id=actor.id,
                    at=context.now,
                )
            )
