"""The scoring queue: the lane of :mod:`pingce.store.leases` in which answers wait to be scored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session, undefer

from pingce.leaderboard.competition.files import StoredFile
from pingce.leaderboard.competition.phases import PhaseKind, part_of
from pingce.leaderboard.competition.scorer_version import is_current
from pingce.leaderboard.competition.scoring_jobs import ScoredAnswers, ratings_digest, score_submission
from pingce.leaderboard.competition.tasks import task_named
from pingce.spec.words import Words
from pingce.store.database import clock, transaction
from pingce.store.errors import Refused
from pingce.store.leases import FAILED, LEASE_SECONDS, LONGEST_LEASE, QUEUED, SCORING, begin_attempt
from pingce.store.notifications import NotificationKind, notify
from pingce.store.people import Actor
from pingce.store.tables.competition import Competition, Entry, ScoreRow, Submission

from .access import manage
from .files import newest, stored

MOST_ATTEMPTS = 3
HERE_SECONDS = 600.0
"""How long an entry is held where nobody renews its lease; no file takes so long."""


@dataclass(frozen=True)
class Claim:
    """An entry to be scored by whoever holds the lease."""

    entry: int
    lease: str
    competition: int
    phase: str
    task: str
    answers: StoredFile
    gold: StoredFile
    file: int
    ratings: Mapping[str, Sequence[float]] | None
    with_errors: bool


def claim(db: Session, *, most: int, seconds: float = LEASE_SECONDS) -> list[Claim]:
    """Take entries that wait or whose lease ran out, oldest first; none, where nothing waits that can be scored."""
    now = clock(db)
    oldest = (
        select(Entry)
        .options(undefer(Entry.data))
        .where(SCORING.waiting(now, max(seconds, LONGEST_LEASE)))
        .order_by(Entry.id)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    while rows := db.scalars(oldest).all():
        claims = [claimed for row in rows if (claimed := _claimed(db, row, now + seconds)) is not None]
        if claims:
            return claims
    return []


def _claimed(db: Session, entry: Entry, until: float) -> Claim | None:
    submission = db.get(Submission, entry.submission_id)
    assert submission is not None
    split = part_of(PhaseKind(submission.phase))
    gold = newest(db, submission.competition_id, entry.task, split or "", "gold")
    again = begin_attempt(entry, MOST_ATTEMPTS)
    if gold is None or not again:
        entry.problem = "no-gold" if gold is None else entry.problem
        _tell(db, submission, NotificationKind.NOT_SCORED)
        SCORING.release(db, entry, FAILED)
        return None
    return Claim(
        entry=entry.id,
        lease=SCORING.take(entry, until),
        competition=submission.competition_id,
        phase=submission.phase,
        task=entry.task,
        answers=StoredFile(entry.name, entry.sha256, entry.data),
        gold=stored(db, gold),
        file=gold.id,
        ratings=cast("Mapping[str, Sequence[float]] | None", entry.ratings),
        with_errors=split == "dev",
    )


def renew(db: Session, claims: Sequence[Claim], *, seconds: float = LEASE_SECONDS) -> None:
    """While the work goes on nobody else takes it."""
    for held in claims:
        SCORING.renew(db, held.entry, held.lease, seconds=seconds)


def store_score(db: Session, claimed: Claim, scored: ScoredAnswers, *, at: float | None = None) -> int | None:
    """The score's id; None when the lease is gone, or the answers were put back into the queue meanwhile."""
    entry = SCORING.own(db, claimed.entry, claimed.lease)
    if entry is None:
        return None
    earlier = db.scalar(select(ScoreRow).where(ScoreRow.entry_id == entry.id, ScoreRow.pin == scored.pin))
    row = earlier or ScoreRow(
        entry_id=entry.id,
        file_id=claimed.file,
        pin=scored.pin,
        version=scored.version,
        fingerprint=scored.fingerprint,
        data_sha256=scored.data_sha256,
        ratings_sha256=scored.ratings_sha256,
        value=scored.value,
        numbers=dict(scored.numbers),
        intervals=dict(scored.intervals),
        signature=scored.signature,
        items=scored.items,
        answered=scored.answered,
        seconds=scored.seconds,
        rows=scored.rows,
        errors=scored.errors,
        reason=entry.reason,
        at=clock(db) if at is None else at,
    )
    if earlier is None:
        db.add(row)
        db.flush()
    if entry.score_id is None:
        _tell(db, db.get_one(Submission, entry.submission_id), NotificationKind.SCORED)
    entry.score_id, entry.attempts, entry.problem = row.id, 0, ""
    SCORING.release(db, entry, "scored")
    return row.id


def score_waiting(engine: Engine) -> int:
    """Score all that waits, here and now, one after the other; a running server may take some. How many were scored."""
    scored = 0
    while True:
        with transaction(engine) as db:
            claims = claim(db, most=1, seconds=HERE_SECONDS)
        if not claims:
            return scored
        for taken in claims:
            result = score_submission(
                taken.task, taken.answers, taken.gold, taken.ratings, with_errors=taken.with_errors
            )
            with transaction(engine) as db:
                scored += store_score(db, taken, result) is not None


def give_back(db: Session, claimed: Claim, problem: str) -> None:
    """Scoring broke down: it is tried again, but not for ever."""
    entry = SCORING.own(db, claimed.entry, claimed.lease)
    if entry is not None:
        entry.problem = problem[:2000]
        if entry.attempts >= MOST_ATTEMPTS:
            _tell(db, db.get_one(Submission, entry.submission_id), NotificationKind.NOT_SCORED)
        SCORING.release(db, entry, QUEUED if entry.attempts < MOST_ATTEMPTS else FAILED)


def _tell(db: Session, submission: Submission, kind: NotificationKind) -> None:
    """Whoever handed it in; of the score itself nothing is said, which may be hidden yet."""
    title = db.get_one(Competition, submission.competition_id).title
    place = f"/competitions/{submission.competition_id}/submissions/{submission.id}"
    notify(db, [submission.user_id], kind, place, at=clock(db), title=title, system=submission.system)


def rescore(
    db: Session,
    actor: Actor,
    competition_id: int,
    *,
    reason: str,
    task: str | None = None,
    phase: str | None = None,
    everything: bool = False,
) -> int:
    """Put every submission back into the queue whose score another scorer or answer file would give differently.

    ``everything``: also those that would come out the same. How many were queued.
    """
    tasks = manage(db, actor, competition_id).competition.tasks
    if not reason.strip():
        raise Refused(Words("重新评分要说明原因。", "Say why everything is scored again."), code="reason-missing")
    query = (
        select(Entry, Submission.phase)
        .join(Submission, Submission.id == Entry.submission_id)
        .where(Submission.competition_id == competition_id)
        .order_by(Entry.id)
        .with_for_update()
    )
    if task is not None:
        query = query.where(Entry.task == task_named(task, tasks))
    if phase is not None:
        query = query.where(Submission.phase == phase)
    queued = 0
    for entry, kind in db.execute(query).all():
        if everything or _is_stale(db, competition_id, entry, kind):
            requeue(entry, reason)
            queued += 1
    db.flush()
    return queued


def requeue(entry: Entry, reason: str) -> None:
    """A running scoring loses its lease: what it finds is no longer wanted."""
    entry.state, entry.lease, entry.lease_until = "queued", None, None
    entry.attempts, entry.reason, entry.problem = 0, reason.strip(), ""


def _is_stale(db: Session, competition_id: int, entry: Entry, phase: str) -> bool:
    gold = newest(db, competition_id, entry.task, part_of(PhaseKind(phase)) or "", "gold")
    if entry.score_id is None or gold is None:
        return gold is not None
    ratings = cast("Mapping[str, Sequence[float]] | None", entry.ratings)
    score = db.get_one(ScoreRow, entry.score_id)
    return not (
        is_current(entry.task, score.fingerprint)
        and score.data_sha256 == gold.sha256
        and score.ratings_sha256 == ratings_digest(ratings)
    )
