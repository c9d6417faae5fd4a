"""Reviewers' turns: getting one, looking at it, passing it on.

A turn is a reviewer's claim on an item, with a lease like a job's. Nobody reviews their own answers, and an appeal goes
to somebody who has not decided the item before.
"""

from typing import cast

from sqlalchemy import ColumnElement, and_, exists, or_, select
from sqlalchemy.orm import Session

from pingce.annotate.services.views import AnswerView, HeartbeatView, ReviewKind, ReviewView
from pingce.annotate.workflow import TURN_STEPS, Involvement, JobState, TurnState, follow
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Conflict, NotAllowed, Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, Job, Turn
from pingce.store.tables.history import Decision, Event

from .access import CampaignContext, enter, find_turn
from .counting import HOLDING
from .jobs import need_version
from .locks import lock_turn
from .record import note, stored_hits
from .settle import answered, current_answers
from .show import SOMEBODY, decision_views, item_brief, shown_names
from .tidy import end_learning, end_turns

KINDS = {False: ("review", "audit"), True: ("appeal",)}


def next_review(
    db: Session, actor: Actor, campaign_id: int, *, appeals: bool = False, at: float | None = None
) -> ReviewView | None:
    """The turn one holds, else the oldest one may take: never about one's own work, no appeal against oneself."""
    context = enter(db, actor, campaign_id, Role.REVIEWER)
    at = clock(db) if at is None else at
    end_turns(db, context, at)
    end_learning(db, campaign_id, at)
    here = and_(Turn.campaign_id == campaign_id, Turn.kind.in_(KINDS[appeals]))
    held = select(Turn).where(here, Turn.state == TurnState.CLAIMED, Turn.reviewer_id == actor.id)
    turn = db.scalars(held.order_by(Turn.id).limit(1)).one_or_none()
    if turn is None:
        free = select(Turn).where(here, Turn.state == TurnState.WAITING, ~barred(actor.id))
        locked = free.order_by(Turn.id).limit(1).with_for_update(skip_locked=True)
        turn = db.scalars(locked.execution_options(populate_existing=True)).one_or_none()
        if turn is None:
            return None
        claim_turn(db, context, actor, turn, at)
    turn.lease_until = at + _lease(context)
    return _show(db, context, turn, at)


def _lease(context: CampaignContext) -> float:
    return context.settings.lease_minutes * 60


def barred(me: int) -> ColumnElement[bool]:
    """What ``involvement_of`` and ``follow`` say, as a condition; and what one passed on."""
    author = exists(select(Job.id).where(Job.item_id == Turn.item_id, Job.user_id == me, Job.state.in_(HOLDING)))
    decider = exists(
        select(Decision.id).where(Decision.item_id == Turn.item_id, Decision.actor_id == me, Decision.about_item)
    )
    passed = exists(
        select(Event.id).where(
            Event.item_id == Turn.item_id, Event.turn_id == Turn.id, Event.step == "passed-on", Event.actor_id == me
        )
    )
    # What nobody ever took up nobody passed on: most of what waits, and its events need not be read.
    return or_(author, and_(Turn.kind == "appeal", decider), and_(Turn.claimed_at.is_not(None), passed))


def involvement_of(db: Session, actor: Actor, item_id: int) -> frozenset[Involvement]:
    """What somebody already did about an item."""
    involved = set()
    wrote = exists().where(Job.item_id == item_id, Job.user_id == actor.id, Job.state.in_(HOLDING))
    if db.scalar(select(wrote)):
        involved.add(Involvement.AUTHOR)
    decided = exists().where(Decision.item_id == item_id, Decision.actor_id == actor.id, Decision.about_item)
    if db.scalar(select(decided)):
        involved.add(Involvement.DECIDER)
    return frozenset(involved)


def claim_turn(db: Session, context: CampaignContext, actor: Actor, turn: Turn, at: float) -> None:
    """A waiting turn becomes this reviewer's, who must not have written what is judged."""
    involved = involvement_of(db, actor, turn.item_id)
    turn.state = follow(TURN_STEPS, TurnState(turn.state), "claim", by=context.roles, involved=involved)
    turn.reviewer_id, turn.claimed_at = actor.id, at
    turn.version += 1
    item = db.get(Item, turn.item_id)
    note(db, "review-claimed", at=at, campaign=context.id, actor=actor, item=item, turn=turn, kind=turn.kind)


def hold_turn(
    db: Session, context: CampaignContext, actor: Actor, turn_id: int, *, version: int, kinds: tuple[str, ...]
) -> Turn:
    """One's turn, locked, to be decided now.

    A lease that ran out does no harm while nobody else has claimed the turn, which would have changed its version.
    """
    turn = lock_turn(db, turn_id)
    if turn.kind not in kinds:
        raise Conflict(Words(f"这是{turn.kind}。", f"This is of another kind: {turn.kind}."), code="wrong-kind")
    if turn.state in (TurnState.DONE, TurnState.VOID):
        raise Conflict(
            Words("已经决定过了，或不再需要。", "It was decided, or is not needed any more."), code="wrong-state"
        )
    if turn.reviewer_id != actor.id:
        raise NotAllowed(Words("这次审核不在你手中。", "This review is not yours."), code="not-your-review")
    need_version(version, turn.version)
    if turn.state == TurnState.WAITING:
        turn.state = follow(
            TURN_STEPS, TurnState.WAITING, "claim", by=context.roles, involved=involvement_of(db, actor, turn.item_id)
        )
    return turn


def review_view(db: Session, actor: Actor, review_id: int, *, at: float | None = None) -> ReviewView:
    """A turn one holds or has decided."""
    context, turn = find_turn(db, actor, review_id)
    if turn.reviewer_id != actor.id:
        raise NotAllowed(Words("这次审核不在你手中。", "This review is not yours."), code="not-your-review")
    return _show(db, context, turn, clock(db) if at is None else at)


def _show(db: Session, context: CampaignContext, turn: Turn, at: float) -> ReviewView:
    item = db.get_one(Item, turn.item_id)
    blind = context.settings.blind
    live = turn.lease_until if turn.state == TurnState.CLAIMED else None
    return ReviewView(
        review=turn.id,
        kind=cast("ReviewKind", turn.kind),
        job=turn.job_id,
        round=turn.round,
        campaign=context.id,
        item=item_brief(db, context, item, everything=True),
        form=context.campaign.form,
        answers=_answers(db, item, blind=blind),
        earlier=decision_views(db, item, blind=blind),
        version=turn.version,
        lease_until=live,
        seconds_left=max(0.0, live - at) if live is not None else None,
    )


def _answers(db: Session, item: Item, *, blind: bool) -> tuple[AnswerView, ...]:
    jobs = answered(db.scalars(select(Job).where(Job.item_id == item.id).order_by(Job.id)).all())
    contents = current_answers(db, jobs)
    who = shown_names(db, (job.user_id for job in jobs))
    reasons = {
        event.job_id: str(event.details["reason"])
        for event in db.scalars(select(Event).where(Event.item_id == item.id, Event.step == "appealed"))
    }
    return tuple(
        AnswerView(
            job=job.id,
            by=SOMEBODY if blind else who[job.user_id],
            answer=contents[job.id].content,
            seconds=job.seconds,
            submitted_at=job.submitted_at or job.claimed_at,
            hits=stored_hits(contents[job.id].hits),
            appeal=reasons.get(job.id) if job.state != JobState.LEARNED else None,
        )
        for job in jobs
    )


def review_heartbeat(db: Session, actor: Actor, review_id: int, *, at: float | None = None) -> HeartbeatView:
    """Hold a review for as long again; the page sends this while somebody is at it, so that nobody else gets it."""
    context, turn = find_turn(db, actor, review_id)
    at = clock(db) if at is None else at
    turn = hold_turn(db, context, actor, review_id, version=turn.version, kinds=(turn.kind,))
    turn.lease_until = at + _lease(context)
    return HeartbeatView(turn.lease_until, _lease(context))


def pass_on(db: Session, actor: Actor, review_id: int, reason: str, *, at: float | None = None) -> None:
    """Not sure: somebody else decides, with the reason to read in the history."""
    context, turn = find_turn(db, actor, review_id)
    at = clock(db) if at is None else at
    if not reason.strip():
        raise Refused(Words("转交需要说明原因。", "Passing on needs a reason."), code="reason-missing")
    turn = hold_turn(db, context, actor, review_id, version=turn.version, kinds=(turn.kind,))
    turn.state = follow(TURN_STEPS, TurnState(turn.state), "pass", by=context.roles)
    turn.lease_until, turn.reviewer_id = None, None
    item = db.get(Item, turn.item_id)
    note(db, "passed-on", at=at, campaign=context.id, actor=actor, item=item, turn=turn, reason=reason)
