"""What reviewers decide: which answer is right (review), whether one can stay (audit)."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy.orm import Session

from pingce.annotate.consensus import same
from pingce.annotate.rules import Hit
from pingce.annotate.settings import REASONS
from pingce.annotate.views import ReviewReceipt
from pingce.annotate.workflow import (
    ITEM_STEPS,
    JOB_STEPS,
    TURN_STEPS,
    Facts,
    ItemState,
    JobState,
    Part,
    TurnState,
    follow,
)
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Refused
from pingce.store.people import Actor
from pingce.store.tables.annotate import Item, Job, Json, Turn

from .access import Place, find_turn
from .checking import checked
from .locks import lock_item, lock_jobs
from .record import StoredAnswer, digest, earlier_result, hit_views, keep_answer, keep_result, note
from .settle import answered, audit_facts, current_answers, finish, keep_decision, move_job, settle
from .turns import hold_turn, parts_of

DAY = 24 * 3600


class Verdict(NamedTuple):
    """What a reviewer sent."""

    accept: int | None
    answer: Json | None
    reason_code: str
    reason: str


class Bench(NamedTuple):
    """Everything a decision touches, locked."""

    place: Place
    actor: Actor
    item: Item
    jobs: Sequence[Job]
    turn: Turn
    parts: frozenset[Part]
    at: float


def decide(
    db: Session,
    actor: Actor,
    review_id: int,
    *,
    accept: int | None,
    answer: Json | None,
    reason_code: str,
    reason: str,
    key: str,
    version: int,
    at: float | None = None,
) -> ReviewReceipt:
    """Decide a review: accept a job's answer or give the right one.

    An audit looks at one job: accepting it lets it stay, an answer mends it (the annotator's own stays readable),
    neither sends it back to its author with the reason.
    """
    place, turn = find_turn(db, actor, review_id)
    at = clock(db) if at is None else at
    verdict = Verdict(accept, answer, reason_code, reason.strip())
    item = lock_item(db, turn.item_id)
    jobs = answered(lock_jobs(db, item.id))
    request = digest("decide", review_id, *verdict)
    earlier = earlier_result(db, actor, key, request)
    if earlier is not None:
        return read_review_receipt(earlier)
    turn = hold_turn(db, place, actor, review_id, version=version, kinds=("review", "audit"))
    bench = Bench(place, actor, item, jobs, turn, parts_of(db, actor, item.id), at)
    kept = _audit(db, bench, verdict) if turn.kind == "audit" else _review(db, bench, verdict)
    return close_turn(db, bench, key, request, kept)


def close_turn(db: Session, bench: Bench, key: str, request: str, kept: StoredAnswer | None) -> ReviewReceipt:
    """The end of every decision: the turn is done, the item goes on, the receipt is kept."""
    place, actor, item, jobs, turn, parts, at = bench
    turn.state = follow(TURN_STEPS, TurnState(turn.state), "decide", by=place.roles, parts=parts)
    turn.decided_at, turn.lease_until = at, None
    settle(db, place, item, jobs, at=at)
    item.updated_at = at
    receipt: Json = {
        "review": turn.id,
        "item": item.id,
        "item_state": str(item.state),
        "decided_at": at,
        "hits": list(kept.hits) if kept is not None and kept.turn_id == turn.id else [],
    }
    keep_result(db, actor, key, request, receipt, at)
    return read_review_receipt(receipt)


def read_review_receipt(stored: Json) -> ReviewReceipt:
    return ReviewReceipt(**{**stored, "hits": hit_views(stored["hits"])})  # type: ignore[arg-type] # close_turn wrote it


def own_answer(db: Session, bench: Bench, content: Json, kind: str, job: Job | None = None) -> StoredAnswer:
    """An answer by the reviewer; the same rules hold for it."""
    hits: Sequence[Hit] = checked(db, bench.place, bench.item, content)
    version = 1
    if job is not None:
        job.version += 1
        version = job.version
    return keep_answer(
        db,
        bench.item,
        content,
        kind=kind,
        version=version,
        at=bench.at,
        author=bench.actor,
        job=job,
        turn=bench.turn,
        hits=hits,
    )


def _review(db: Session, bench: Bench, verdict: Verdict) -> StoredAnswer:
    place, actor, item, jobs, turn, parts, at = bench
    _need_reason(verdict)
    if (verdict.accept is None) == (verdict.answer is None):
        raise _refused("accept", Words("请接受一份答案，或给出正确的答案", "accept one answer or give the right one"))
    accepted = next((job for job in jobs if job.id == verdict.accept), None)
    if verdict.answer is not None:
        kept = own_answer(db, bench, verdict.answer, "reviewed")
    elif accepted is not None:
        kept = current_answers(db, [accepted])[accepted.id]
    else:
        raise _refused("accept", Words("应为这道题的一份作业", "it should be a job of this item"))
    learners, adopted = _told(bench, db, kept, accepted)
    facts = Facts(learners=len(learners))
    item.state = follow(ITEM_STEPS, ItemState(item.state), "decide", by=place.roles, parts=parts, facts=facts)
    turn.verdict = "accepted" if accepted is not None else "edited"
    keep_decision(
        db,
        item,
        "reviewed",
        at=at,
        answer=kept,
        accepted=accepted,
        actor=actor,
        turn=turn,
        reason_code=verdict.reason_code,
        reason=verdict.reason,
    )
    _hand_back(db, bench, learners, adopted)
    note(db, "reviewed", at=at, campaign=place.id, actor=actor, item=item, turn=turn, answer=kept.id)
    return kept


def _told(bench: Bench, db: Session, decided: StoredAnswer, accepted: Job | None) -> tuple[list[Job], list[Job]]:
    """Those who are told of the decision: the first answer to it, of the others it is the very answer."""
    place = bench.place
    jobs = [job for job in bench.jobs if job.state == JobState.SUBMITTED]
    if place.settings.return_to == "nobody" or bench.turn.round > 1:
        return [], []  # an item that was reopened has been learned from already
    contents = current_answers(db, jobs)
    if place.settings.return_to == "all":
        adopted = [job for job in jobs if job is accepted or contents[job.id].content == decided.content]
        return [job for job in jobs if job not in adopted], adopted
    return [
        job
        for job in jobs
        if not same(place.form, place.settings, contents[job.id].content, decided.content, place.likeness)
    ], []


def _hand_back(db: Session, bench: Bench, learners: Sequence[Job], adopted: Sequence[Job]) -> None:
    place, item, at = bench.place, bench.item, bench.at
    for job in bench.jobs:
        if job.state == JobState.REJECTED:
            move_job(job, "close")
        elif job in learners or job in adopted:
            action = "return" if job in learners else "adopt"
            job.state = follow(JOB_STEPS, JobState(job.state), action, by=place.roles, parts=bench.parts)
    if item.state == ItemState.DECIDED:
        finish(db, item, bench.jobs, "reviewed", at=at)
        return
    item.outcome = "reviewed"
    days = place.settings.learn_days
    item.due_at = at + days * DAY if days else None


def _audit(db: Session, bench: Bench, verdict: Verdict) -> StoredAnswer | None:
    place, actor, item, jobs, turn, parts, at = bench
    job = next(job for job in jobs if job.id == turn.job_id)
    if verdict.accept not in (None, job.id) or (verdict.accept is not None and verdict.answer is not None):
        raise _refused(
            "accept", Words("应为被抽审的作业，且不附答案", "it should be the audited job, without an answer")
        )
    turn.verdict = "accepted" if verdict.accept else "mended" if verdict.answer is not None else "rejected"
    if turn.verdict != "accepted" or verdict.reason_code:
        _need_reason(verdict, text=turn.verdict == "rejected")
    kept = own_answer(db, bench, verdict.answer, "mended", job) if verdict.answer is not None else None
    if turn.verdict == "rejected":
        job.state = follow(JOB_STEPS, JobState(job.state), "reject", by=place.roles, parts=parts)
    else:
        job.audit = "passed"
    action = "reject" if turn.verdict == "rejected" else "accept"
    facts = audit_facts(jobs)
    item.state = follow(ITEM_STEPS, ItemState(item.state), action, by=place.roles, parts=parts, facts=facts)
    keep_decision(
        db,
        item,
        turn.verdict,
        at=at,
        answer=kept,
        accepted=job if verdict.accept else None,
        actor=actor,
        turn=turn,
        about_item=False,
        reason_code=verdict.reason_code,
        reason=verdict.reason,
    )
    note(db, turn.verdict, at=at, campaign=place.id, actor=actor, item=item, job=job, turn=turn)
    return kept


def _need_reason(verdict: Verdict, *, text: bool = False) -> None:
    if verdict.reason_code not in REASONS:
        raise _refused("reason_code", Words(f"应为 {'、'.join(REASONS)}", f"it should be one of {', '.join(REASONS)}"))
    if not verdict.reason and (text or verdict.reason_code == "other"):
        raise _refused("reason", Words("请写明理由", "say why in words"))


def _refused(what: str, why: Words) -> Refused:
    return Refused(Words(f"{what}：{why.zh}。", f"{what}: {why.en}."), code="bad-decision")
