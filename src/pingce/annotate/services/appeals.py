"""What comes back to annotators: learning from a decision, objecting to it, and the final word.

A returned job waits in its author's inbox until they say they have learned from it or appeal; an appeal goes to another
reviewer, whose word is final. The states are those of :mod:`pingce.annotate.workflow`.
"""

from collections.abc import Sequence

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from pingce.annotate.consensus import same
from pingce.annotate.services.views import InboxEntry, JobReceipt, ReviewReceipt
from pingce.annotate.workflow import ITEM_STEPS, JOB_STEPS, ItemFacts, ItemState, JobState, follow
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import NotAllowed, Refused
from pingce.store.notifications import NotificationKind, notify
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Campaign, Item, Job, Json, Turn
from pingce.store.tables.history import AnswerVersion, Decision
from pingce.store.tables.removal import DELETED

from .access import CampaignContext, find_turn, people_of
from .jobs import fault, need_version
from .locks import lock_item, lock_job, lock_jobs
from .record import StoredAnswer, digest, earlier_result, keep_result, note
from .reviews import ReviewContext, close_turn, own_answer, read_review_receipt, tell_authors
from .settle import answered, current_answers, finish, keep_decision, move_job, open_turn
from .show import SOMEBODY, preview, shown_names
from .submit import read_receipt, receipt_of
from .turns import hold_turn, involvement_of

TO_DO = (JobState.REJECTED, JobState.RETURNED)
NEWS = ((JobState.UPHELD, JobState.DISMISSED), (JobState.ADOPTED,))
NEWS_KEPT = 20


def inbox(db: Session, actor: Actor) -> list[InboxEntry]:
    """Jobs that wait for their author, oldest first, then the latest outcomes of appeals and answers that stood."""
    gone = select(Campaign.id).where(Campaign.status == DELETED)
    mine = (Job.user_id == actor.id, Job.campaign_id.not_in(gone))
    waiting = select(Job).where(*mine, Job.state.in_(TO_DO)).order_by(Job.id)
    news = [select(Job).where(*mine, Job.state.in_(states)).order_by(Job.id.desc()).limit(NEWS_KEPT) for states in NEWS]
    return [_entry(db, job) for query in (waiting, *news) for job in db.scalars(query)]


def _entry(db: Session, job: Job) -> InboxEntry:
    item, campaign = db.get_one(Item, job.item_id), db.get_one(Campaign, job.campaign_id)
    about = select(Decision).where(Decision.item_id == item.id, Decision.about_item)
    if job.state == JobState.REJECTED:
        about = select(Decision).join(Turn, Turn.id == Decision.turn_id).where(Turn.job_id == job.id)
    decision = db.scalars(about.order_by(Decision.id.desc()).limit(1)).one()
    blind = bool(campaign.settings.get("blind", True))
    return InboxEntry(
        job=job.id,
        serial=job.serial,
        campaign=campaign.id,
        campaign_title=campaign.title,
        state=job.state,
        reason_code=fault(job, decision),
        reason=decision.reason,
        by=SOMEBODY if blind else shown_names(db, [decision.actor_id])[decision.actor_id],
        at=decision.at,
        preview=preview(item.texts),
    )


def learned(db: Session, actor: Actor, job_id: int, *, key: str, version: int, at: float | None = None) -> JobReceipt:
    """The annotator has seen the decision and has nothing against it."""
    return _reply(db, actor, job_id, "learn", "", key=key, version=version, at=at)


def appeal(
    db: Session, actor: Actor, job_id: int, reason: str, *, key: str, version: int, at: float | None = None
) -> JobReceipt:
    """The annotator objects; a reviewer who has not decided the item yet has the last word."""
    if not reason.strip():
        raise Refused(Words("申诉需要理由。", "An appeal needs a reason."), code="reason-missing")
    return _reply(db, actor, job_id, "appeal", reason.strip(), key=key, version=version, at=at)


def _reply(
    db: Session, actor: Actor, job_id: int, action: str, reason: str, *, key: str, version: int, at: float | None
) -> JobReceipt:
    locked = lock_job(db, actor, job_id, clock(db) if at is None else at)
    context, item, job, at = locked.context, locked.item, locked.job, locked.at
    request = digest(action, job_id, reason)
    earlier = earlier_result(db, actor, key, request)
    if earlier is not None:
        return read_receipt(earlier)
    need_version(version, job.version)
    if action == "appeal" and not context.settings.appeals:
        raise NotAllowed(Words("这项活动不接受申诉。", "This campaign takes no appeals."), code="no-appeals")
    job.state = follow(JOB_STEPS, JobState(job.state), action, by=context.roles)
    facts = ItemFacts(learners=sum(other.state == JobState.RETURNED for other in locked.jobs))
    item.state = follow(ITEM_STEPS, ItemState(item.state), action, by=context.roles, facts=facts)
    if action == "appeal":
        item.due_at = None
        _open_appeal(db, context, item, locked.jobs, at)
        note(db, "appealed", at=at, campaign=context.id, actor=actor, item=item, job=job, reason=reason)
    else:
        note(db, "learned", at=at, campaign=context.id, actor=actor, item=item, job=job)
        if item.state == ItemState.DECIDED:
            finish(db, item, locked.jobs, "reviewed", at=at)
    item.updated_at = at
    receipt = receipt_of(job, item, current_answers(db, [job])[job.id], at)
    keep_result(db, actor, key, request, receipt, at)
    return read_receipt(receipt)


def _open_appeal(db: Session, context: CampaignContext, item: Item, jobs: Sequence[Job], at: float) -> None:
    """One turn for all who object; reviewers who may decide it are told."""
    is_open = exists().where(Turn.item_id == item.id, Turn.kind == "appeal", Turn.state.in_(("waiting", "claimed")))
    if db.scalar(select(is_open)):
        return
    open_turn(db, item, "appeal", at=at)
    deciders = db.scalars(select(Decision.actor_id).where(Decision.item_id == item.id, Decision.about_item))
    involved = {job.user_id for job in jobs} | set(deciders)
    reviewers = [user for user, roles in people_of(db, context.id).items() if Role.REVIEWER in roles]
    notify(
        db,
        (user for user in reviewers if user not in involved),
        NotificationKind.APPEAL,
        f"/appeals/{context.id}",
        at=at,
        campaign=context.id,
        title=context.campaign.title,
    )


def decide_appeal(
    db: Session,
    actor: Actor,
    review_id: int,
    *,
    uphold: bool,
    answer: Json | None,
    reason: str,
    key: str,
    version: int,
    at: float | None = None,
) -> ReviewReceipt:
    """The final decision: the given answer, else the annotator's own (upheld) or the first reviewer's (dismissed)."""
    context, turn = find_turn(db, actor, review_id)
    at = clock(db) if at is None else at
    item = lock_item(db, turn.item_id)
    jobs = answered(lock_jobs(db, item.id))
    request = digest("decide-appeal", review_id, uphold, answer, reason)
    earlier = earlier_result(db, actor, key, request)
    if earlier is not None:
        return read_review_receipt(earlier)
    if not reason.strip():
        raise Refused(Words("最终决定需要理由。", "A final decision needs a reason."), code="reason-missing")
    turn = hold_turn(db, context, actor, review_id, version=version, kinds=("appeal",))
    review = ReviewContext(context, actor, item, jobs, turn, involvement_of(db, actor, item.id), at)
    objecting = [job for job in jobs if job.state == JobState.APPEALED]
    kept, accepted = _final_answer(db, review, objecting, answer, uphold=uphold)
    _close_appeals(db, review, objecting, kept, uphold=uphold)
    for job in jobs:
        if job.state == JobState.ADOPTED and current_answers(db, [job])[job.id].content != kept.content:
            move_job(job, "close")  # it does not stand any more
    turn.verdict = "upheld" if uphold else "dismissed"
    keep_decision(
        db, item, turn.verdict, at=at, answer=kept, accepted=accepted, actor=actor, turn=turn, reason=reason.strip()
    )
    finish(db, item, jobs, turn.verdict, at=at)
    note(db, turn.verdict, at=at, campaign=context.id, actor=actor, item=item, turn=turn, answer=kept.id)
    return close_turn(db, review, key, request, kept)


def _final_answer(
    db: Session, review: ReviewContext, objecting: Sequence[Job], answer: Json | None, *, uphold: bool
) -> tuple[StoredAnswer, Job | None]:
    if answer is not None:
        return own_answer(db, review, answer, "final"), None
    if not uphold:
        first = select(Decision.answer_id).where(Decision.item_id == review.item.id, Decision.about_item)
        decided = db.get_one(AnswerVersion, db.scalars(first.order_by(Decision.id.desc()).limit(1)).one())
        return StoredAnswer(decided.id, decided.job_id, decided.turn_id, decided.content, decided.hits), None
    contents = current_answers(db, objecting)
    own = contents[objecting[0].id]
    if not all(
        same(
            review.context.form, review.context.settings, own.content, contents[job.id].content, review.context.likeness
        )
        for job in objecting
    ):
        raise Refused(
            Words("几位申诉人的答案不同，请给出最终答案。", "Those who object differ; give the final answer."),
            code="bad-decision",
        )
    return own, objecting[0]


def _close_appeals(
    db: Session, review: ReviewContext, objecting: Sequence[Job], kept: StoredAnswer, *, uphold: bool
) -> None:
    """Of several who object, an upheld appeal is that of those whose answer it agrees with."""
    context, item = review.context, review.item
    contents = current_answers(db, objecting)
    for job in objecting:
        right = uphold and (
            len(objecting) == 1
            or same(context.form, context.settings, contents[job.id].content, kept.content, context.likeness)
        )
        action = "uphold" if right else "dismiss"
        job.state = follow(JOB_STEPS, JobState(job.state), action, by=context.roles, involved=review.involved)
        tell_authors(db, review, [job], NotificationKind.UPHELD if right else NotificationKind.DISMISSED)
    action = "uphold" if uphold else "dismiss"
    item.state = follow(ITEM_STEPS, ItemState(item.state), action, by=context.roles, involved=review.involved)
