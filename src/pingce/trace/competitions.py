"""An item in the files of competitions, with what systems said: to teams only what is theirs or public."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple, get_args

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from pingce.formats.provenance import Provenance, decode_provenance
from pingce.leaderboard.competition.files import StoredFile
from pingce.leaderboard.competition.phases import Download, PhaseKind
from pingce.leaderboard.competition.scoring_jobs import item_score, record_of
from pingce.leaderboard.competition.services.access import CompetitionContext, enter
from pingce.leaderboard.competition.services.files import newest, stored
from pingce.leaderboard.competition.visibility import may_download, may_explore
from pingce.store.errors import NotFound
from pingce.store.people import Actor
from pingce.store.tables.competition import Entry, ScoreRow, Submission, Team
from pingce.store.tables.provenance import ReleasedItem

from .model import TracedEntry, TracedPlace

MOST_ENTRIES = 50
"""Submissions whose answers are shown, the newest first."""


class SeenPlace(NamedTuple):
    """An item in a competition as one visitor may see it."""

    place: TracedPlace
    provenance: Provenance
    organises: bool


def seen_places(db: Session, actor: Actor | None, released: Sequence[ReleasedItem]) -> list[SeenPlace]:
    """The places a visitor may know of: organisers all, others those whose questions they may fetch."""
    by_place: dict[tuple[int, str, str, str], list[ReleasedItem]] = defaultdict(list)
    for row in released:
        by_place[row.competition_id, row.task, row.part, row.qid].append(row)
    seen = []
    for (competition, *_), rows in by_place.items():
        try:
            context = enter(db, actor, competition)
        except NotFound:
            continue
        if _may(context, rows[0].part, "questions"):
            seen.append(_seen(db, context, rows))
    return seen


def _may(context: CompetitionContext, split: str, what: str) -> bool:
    name = "train" if split == "train" else f"{split} {what}"
    download = next(choice for choice in get_args(Download) if choice == name)
    return may_download(context.plans, download, context.viewer, context.now)


def _seen(db: Session, context: CompetitionContext, rows: Sequence[ReleasedItem]) -> SeenPlace:
    row = next((row for row in rows if row.record is not None), rows[0])
    organises = context.viewer == "organiser"
    provenance = decode_provenance({"qid": row.qid, **(row.record or {})})
    shown = provenance if organises else provenance.for_everybody(held_back=row.part != "train")
    place = TracedPlace(
        pack=row.pack or "",
        task=row.task,
        split=row.part,
        qid=row.qid,
        was=(row.was or "") if organises else "",
        where=context.competition.title,
        competition=context.id,
        gold=_gold(db, context, rows),
        entries=tuple(_entries(db, context, rows)),
    )
    return SeenPlace(place, shown, organises)


def _gold(db: Session, context: CompetitionContext, rows: Sequence[ReleasedItem]) -> dict[str, object] | None:
    row = rows[0]
    if not _may(context, row.part, "answers"):
        return None
    file = newest(db, context.id, row.task, row.part, "gold")
    if file is None:
        return None
    kept = db.scalar(
        select(ReleasedItem.answer).where(ReleasedItem.id.in_([row.id for row in rows if row.file_id == file.id]))
    )
    return kept or record_of(row.task, stored(db, file), row.qid)  # files of earlier versions have it in them alone


def _entries(db: Session, context: CompetitionContext, rows: Sequence[ReleasedItem]) -> Iterator[TracedEntry]:
    row = rows[0]
    if row.part == "train":
        return
    kind = PhaseKind(row.part)
    scored = may_explore(context.plans, kind, context.viewer, context.now) or _may(context, row.part, "answers")
    query = (
        select(Submission, Entry, Team)
        .join(Entry, Entry.submission_id == Submission.id)
        .join(Team, Team.id == Submission.team_id)
        .options(undefer(Entry.data))
        .where(
            Submission.competition_id == context.id,
            Submission.phase == row.part,
            Submission.withdrawn_at.is_(None),
            Entry.task == row.task,
        )
    )
    if context.viewer != "organiser":
        query = query.where(Submission.team_id == (context.team.id if context.team is not None else 0))
    for submission, entry, team in db.execute(query.order_by(Submission.id.desc()).limit(MOST_ENTRIES)):
        answer = record_of(row.task, StoredFile(entry.name, entry.sha256, entry.data), row.qid)
        number, value = _score(db, entry, rows) if scored else ("", None)
        yield TracedEntry(
            submission.system, team.name, submission.phase, submission.id, submission.created_at, answer, value, number
        )


def _score(db: Session, entry: Entry, rows: Sequence[ReleasedItem]) -> tuple[str, float | None]:
    """By the answer file it was scored with; of one that was replaced since nothing is said."""
    if entry.score_id is None:
        return "", None
    score = db.scalar(select(ScoreRow).options(undefer(ScoreRow.rows)).where(ScoreRow.id == entry.score_id))
    row = next((row for row in rows if score is not None and row.file_id == score.file_id), None)
    if score is None or row is None or score.value is None:
        return "", None
    alone = item_score(entry.task, score.rows, row.position)
    return ("", None) if alone is None else (alone.number, alone.value)
