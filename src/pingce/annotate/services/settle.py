"""What follows from an answer or a decision by itself: audit, agreement, third annotator, review, the gate."""

from collections.abc import Mapping, Sequence

from sqlalchemy import bindparam, func, or_, select
from sqlalchemy.orm import Session

from pingce.annotate.consensus import ItemConsensus, consensus
from pingce.annotate.workflow import (
    ANSWERED_JOBS,
    ITEM_STEPS,
    JOB_STEPS,
    TURN_STEPS,
    ItemFacts,
    ItemState,
    JobState,
    TurnState,
    follow,
)
from pingce.store.people import Actor
from pingce.store.prepared import Prepared, prepared_insert
from pingce.store.tables import all_tables
from pingce.store.tables.annotate import Item, ItemGroup, Job, Turn
from pingce.store.tables.history import AnswerVersion

from .access import CampaignContext
from .counting import FRESH, offer
from .gloss_map import answers_today
from .record import SETTLED, StoredAnswer, note

DECISIONS = prepared_insert(all_tables().tables["decisions"], numbered=False)


def answered(jobs: Sequence[Job]) -> list[Job]:
    return [job for job in jobs if JobState(job.state) in ANSWERED_JOBS]


def audit_facts(jobs: Sequence[Job]) -> ItemFacts:
    """What the audit of an item's answers has come to: how many were drawn, how many were rejected."""
    return ItemFacts(
        drawn=sum(job.audit == "drawn" for job in jobs),
        rejected=sum(job.state == JobState.REJECTED for job in jobs),
    )


CURRENT = Prepared(
    select(AnswerVersion.id, AnswerVersion.job_id, AnswerVersion.turn_id, AnswerVersion.content, AnswerVersion.hits)
    .where(AnswerVersion.item_id == bindparam("item"), or_(*(AnswerVersion.kind == kind for kind in SETTLED)))
    .order_by(AnswerVersion.id)
)


def current_answers(db: Session, jobs: Sequence[Job]) -> dict[int, StoredAnswer]:
    """The answer of each job that counts: the last one handed in, corrected or mended."""
    wanted = {job.id for job in jobs}
    items = {job.item_id for job in jobs}
    answers = [StoredAnswer(*row) for item in items for row in CURRENT.rows(db, {"item": item})]
    return {answer.job_id: answer for answer in answers if answer.job_id in wanted}


def settle(db: Session, context: CampaignContext, item: Item, jobs: Sequence[Job], *, at: float) -> None:
    """Take the item through the states it does not stay in; it, its group and its jobs are locked."""
    while item.state in (ItemState.ANSWERED, ItemState.COMPARED):
        if item.state == ItemState.ANSWERED:
            _to_audit(db, context, item, answered(jobs), at)
        else:
            _compare(db, context, item, answered(jobs), at)


def _to_audit(db: Session, context: CampaignContext, item: Item, jobs: Sequence[Job], at: float) -> None:
    _step(item, audit_facts(jobs))
    if item.state == ItemState.AUDIT:
        for job in jobs:
            if job.audit == "drawn":
                open_turn(db, item, "audit", at=at, job=job)
        note(db, "to-audit", at=at, campaign=context.id, item=item)


def _compare(db: Session, context: CampaignContext, item: Item, jobs: Sequence[Job], at: float) -> None:
    answers = current_answers(db, jobs)
    read = answers_today(db, context, item, [answers[job.id].content for job in jobs])
    agreed = consensus(context.form, context.settings, read, context.likeness) if read is not None else None
    on = context.settings.on_disagreement
    third = on == "third" and item.asked < context.settings.answers + 1
    _step(
        item, ItemFacts(agreed=agreed is not None and (agreed.unanimous or not third), third=third, leave=on == "leave")
    )
    if item.state == ItemState.OPEN:
        item.asked += 1
        offer(item)
        note(db, "third-asked", at=at, campaign=context.id, item=item)
    elif item.state == ItemState.REVIEW:
        open_turn(db, item, "review", at=at)
        note(db, "differ", at=at, campaign=context.id, item=item)
    else:
        _decide_by_answers(db, context, item, jobs, answers, agreed, at)


def _decide_by_answers(
    db: Session,
    context: CampaignContext,
    item: Item,
    jobs: Sequence[Job],
    answers: Mapping[int, StoredAnswer],
    agreed: ItemConsensus | None,
    at: float,
) -> None:
    chosen = jobs[agreed.chosen] if agreed is not None else None
    answer = answers[chosen.id] if chosen is not None else None
    outcome = "undetermined" if agreed is None else "agreed" if agreed.unanimous else "majority"
    keep_decision(db, item, outcome, at=at, answer=answer, accepted=chosen)
    finish(db, item, jobs, outcome, at=at)
    note(db, outcome, at=at, campaign=context.id, item=item)


def give_up(db: Session, context: CampaignContext, item: Item, *, at: float) -> None:
    """An item that too many skipped goes to review, as soon as nobody is at work on it.

    Where annotators are fixed nobody can stand in for the one who skipped.
    """
    limit = 1 if context.settings.fixed_annotators else context.settings.skip_limit
    if item.state == ItemState.OPEN and item.skips >= limit and not item.claims:
        item.state = follow(ITEM_STEPS, ItemState.OPEN, "give-up", by=None)
        offer(item)
        open_turn(db, item, "review", at=at)
        note(db, "given-up", at=at, campaign=context.id, item=item)


def _step(item: Item, facts: ItemFacts) -> None:
    item.state = follow(ITEM_STEPS, ItemState(item.state), "settle", by=None, facts=facts)


def move_job(job: Job, action: str) -> None:
    """A step that follows from something else, by the workbench itself."""
    job.state = follow(JOB_STEPS, JobState(job.state), action, by=None)


def open_turn(db: Session, item: Item, kind: str, *, at: float, job: Job | None = None) -> Turn:
    """Something for a reviewer to do."""
    earlier = select(func.count()).where(
        Turn.item_id == item.id,
        Turn.kind == kind,
        Turn.job_id == (job.id if job else None),
        Turn.state != TurnState.VOID,  # nobody learned anything from it
    )
    turn = Turn(
        campaign_id=item.campaign_id,
        item_id=item.id,
        kind=kind,
        job_id=job.id if job else None,
        round=(db.scalar(earlier) or 0) + 1,
        state=TurnState.WAITING,
        version=0,
        created_at=at,
    )
    db.add(turn)
    db.flush()
    return turn


def void_turns(db: Session, item: Item) -> None:
    """Nobody needs to look any more."""
    for turn in db.scalars(select(Turn).where(Turn.item_id == item.id, Turn.state.in_(("waiting", "claimed")))):
        turn.state = follow(TURN_STEPS, TurnState(turn.state), "void", by=None)


def keep_decision(
    db: Session,
    item: Item,
    outcome: str,
    *,
    at: float,
    answer: StoredAnswer | None = None,
    accepted: Job | None = None,
    actor: Actor | None = None,
    turn: Turn | None = None,
    about_item: bool = True,
    reason_code: str = "",
    reason: str = "",
) -> None:
    """Store what was decided about an item, by agreement or by a reviewer; ``finish`` closes the item.

    ``outcome`` is how it came about (agreed, reviewed, upheld …), ``answer`` the version that holds now, ``accepted``
    the job whose answer it is, ``turn`` the review in which it was decided. Not ``about_item``: only one answer was
    judged.
    """
    DECISIONS.rows(
        db,
        {
            "item_id": item.id,
            "answer_id": answer.id if answer else None,
            "turn_id": turn.id if turn else None,
            "accepted_job_id": accepted.id if accepted else None,
            "actor_id": actor.id if actor else None,
            "outcome": outcome,
            "about_item": about_item,
            "reason_code": reason_code,
            "reason": reason,
            "at": at,
        },
    )


def finish(db: Session, item: Item, jobs: Sequence[Job], outcome: str, *, at: float) -> None:
    """The item has reached a final state; what is left of its jobs is closed and its group learns of it."""
    for job in answered(jobs):
        if job.state in (JobState.SUBMITTED, JobState.REJECTED, JobState.RETURNED, JobState.APPEALED):
            move_job(job, "close")
    item.outcome, item.decided_at, item.due_at = outcome, at, None
    offer(item)
    count_in_group(db, item, -1, at=at)


def count_in_group(db: Session, item: Item, change: int, *, at: float) -> None:
    """One item of the group more or less is undecided; the gate opens with the last of the early ones."""
    if item.group_id is None:
        return
    group = db.get_one(ItemGroup, item.group_id)
    group.undecided += change
    group.closed = group.undecided == 0
    if item.early:
        group.early_open += change
        if group.early_open == 0:
            open_gate(db, group.id, at=at)


def open_gate(db: Session, group_id: int, *, at: float) -> None:
    """Let the items of a group be handed out that waited for its first items to be decided."""
    opened = follow(ITEM_STEPS, ItemState.LOCKED, "unlock", by=None)
    waiting = select(Item).where(Item.group_id == group_id, Item.state == ItemState.LOCKED).order_by(Item.id)
    for item in db.scalars(waiting.with_for_update().execution_options(populate_existing=True)).all():
        item.state, item.queue = opened, FRESH
        note(db, "unlocked", at=at, campaign=item.campaign_id, item=item)
    db.flush()
