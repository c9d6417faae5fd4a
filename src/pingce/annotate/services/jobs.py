"""A person's own jobs: looking, drafting, handing in."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pingce.annotate.services.views import DraftView, FeedbackView, HeldJob, MyJob
from pingce.annotate.workflow import JobState
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Conflict
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, Job, Json, Member, Turn
from pingce.store.tables.history import AnswerVersion, Decision

from .access import CampaignContext, enter, find_job
from .checking import hits_of
from .locks import lock_job
from .record import DRAFTED, hit_json, keep_answer, note, stored_hits
from .revise import is_fresh
from .show import item_brief, preview, shown_names, shown_state

BREAK_SECONDS = 300
"""A longer silence between two signs of life is a break, not work."""
LEASE_ENDED = Words("租约已过期，题目已给了别人。", "Your lease ran out and somebody else has the item.")
DRAFT_KEPT = Words("草稿仍在。", "Your draft is kept.")
RIGHT = "right"
"""Of settings.REASONS."""
STALE = Words("这份作业已在别处改过。", "This job was changed elsewhere meanwhile.")
EDITABLE = frozenset({JobState.CLAIMED, JobState.EXPIRED, JobState.SUBMITTED, JobState.REJECTED})


def worked(job: Job, at: float, seconds: float | None = None) -> None:
    """Add the time since the last sign of life; ``seconds`` is what the page measured in all."""
    job.seconds += min(max(0.0, at - job.seen_at), BREAK_SECONDS)
    job.seen_at = at
    if seconds is not None and at >= job.claimed_at:  # else the clock has been set back and tells nothing
        job.seconds = min(seconds, at - job.claimed_at)


def job_view(db: Session, actor: Actor, job_id: int, *, at: float | None = None) -> HeldJob:
    """One of the person's own jobs as the page of work shows it: the item, the draft, how long it is still theirs."""
    context, job = find_job(db, actor, job_id)
    member = db.scalars(select(Member).where(Member.campaign_id == context.id, Member.user_id == actor.id)).one()
    return show_job(db, context, job, member, at=clock(db) if at is None else at)


def show_job(
    db: Session, context: CampaignContext, job: Job, member: Member, *, at: float, item: Item | None = None
) -> HeldJob:
    """A job as whoever holds it sees it: item, latest answer or draft, and how long it is theirs."""
    item = item or db.get_one(Item, job.item_id)
    answer = _latest(db, job, item)
    live = job.lease_until if job.state == JobState.CLAIMED else None
    return HeldJob(
        job=job.id,
        serial=job.serial,
        campaign=context.id,
        item=item_brief(db, context, item),
        form=context.campaign.form,
        state=shown_state(job, item),
        revisable=is_fresh(job, at),
        answer=answer.content if answer else None,
        version=job.version,
        lease_until=live,
        seconds_left=max(0.0, live - at) if live is not None else None,
        position=member.submitted + (job.submitted_at is None),
        total=context.campaign.size,
        suggested_by=answer.system if answer else None,
        feedback=_feedback(db, context, job),
    )


def _latest(db: Session, job: Job, item: Item) -> AnswerVersion | None:
    """What the person wrote last, else the newest suggestion."""
    if job.version:
        query = select(AnswerVersion).where(AnswerVersion.job_id == job.id, AnswerVersion.version == job.version)
        return db.scalars(query).one()
    if not item.suggested:
        return None
    suggested = select(AnswerVersion).where(AnswerVersion.item_id == item.id, AnswerVersion.kind == "suggested")
    return db.scalars(suggested.order_by(AnswerVersion.id.desc()).limit(1)).one_or_none()


FED_BACK = frozenset(JobState) - {JobState.CLAIMED, JobState.EXPIRED, JobState.SKIPPED, JobState.DONE}


def _feedback(db: Session, context: CampaignContext, job: Job) -> FeedbackView | None:
    """What was last said about this job, or decided about its item; nothing before the job came back."""
    if JobState(job.state) not in FED_BACK or not job.version:
        return None
    rejected = job.state in (JobState.REJECTED, JobState.SUBMITTED)
    about = (Turn.job_id == job.id) if rejected else Decision.about_item.is_(True)
    row = db.execute(
        select(Decision, AnswerVersion.content)
        .outerjoin(Turn, Turn.id == Decision.turn_id)
        .outerjoin(AnswerVersion, AnswerVersion.id == Decision.answer_id)
        .where(Decision.item_id == job.item_id, about)
        .order_by(Decision.id.desc())
        .limit(1)
    ).one_or_none()
    if row is None:
        return None
    decision, content = row
    by = shown_names(db, [decision.actor_id] if not context.settings.blind else [])
    return FeedbackView(
        fault(job, decision), decision.reason, content, by.get(decision.actor_id, by[None]), decision.at
    )


def fault(job: Job, decision: Decision) -> str:
    """What a decision finds fault with; not with the answer it adopted, whatever it says of the others."""
    stood = job.state == JobState.ADOPTED or decision.accepted_job_id == job.id
    told = decision.reason_code or job.state == JobState.ADOPTED
    return RIGHT if stood and told else decision.reason_code


def need_version(version: int, current: int) -> None:
    """Refuse a change of an older version than the stored one, so that nobody overwrites what is newer."""
    if version != current:
        raise Conflict(
            STALE,
            hint=Words(
                f"当前版本 {current}，收到 {version}；请刷新。", f"It is at version {current}, not {version}; reload."
            ),
            code="stale-version",
        )


def save_draft(
    db: Session, actor: Actor, job_id: int, answer: Json, *, version: int, at: float | None = None
) -> DraftView:
    """Keep an unfinished answer as a new version; what blocks is only said, not refused."""
    locked = lock_job(db, actor, job_id, clock(db) if at is None else at)
    context, item, job, at = locked.context, locked.item, locked.job, locked.at
    if JobState(job.state) not in EDITABLE and not is_fresh(job, at):
        raise Conflict(Words("这份作业现在不能改。", "This job cannot be changed now."), code="wrong-state")
    need_version(version, job.version)
    hits = hits_of(db, context, item, answer)
    last = _latest(db, job, item) if job.version else None
    if last is None or last.content != answer:
        job.version += 1
        keep_answer(db, item, answer, kind="draft", version=job.version, at=at, author=actor, job=job, hits=hits)
    worked(job, at)
    if job.submitted_at is not None:  # more work on an answer that is in the figures already
        note(db, DRAFTED, at=at, campaign=context.id, actor=actor, item=item, job=job)
    return DraftView(job.version, at, stored_hits([hit_json(hit) for hit in hits]))


def my_jobs(
    db: Session, actor: Actor, campaign_id: int, *, offset: int = 0, limit: int = 50
) -> tuple[int, list[MyJob]]:
    """How many jobs one has, and those from ``offset`` on, newest first."""
    context = enter(db, actor, campaign_id, Role.ANNOTATOR)
    mine = (Job.campaign_id == context.id, Job.user_id == actor.id)
    written = (AnswerVersion.job_id == Job.id) & (AnswerVersion.version == Job.version)
    query = (
        select(Job, Item, AnswerVersion.content)
        .join(Item, Item.id == Job.item_id)
        .outerjoin(AnswerVersion, written)
        .where(*mine)
        .order_by(Job.id.desc())
    )
    rows = db.execute(query.offset(offset).limit(limit))
    total = db.scalar(select(func.count()).select_from(Job).where(*mine)) or 0
    return total, [my_job(job, item, answer) for job, item, answer in rows]


def my_job(job: Job, item: Item, answer: Json | None = None) -> MyJob:
    """A line of somebody's own list of jobs."""
    return MyJob(
        job=job.id,
        campaign=job.campaign_id,
        serial=job.serial,
        state=shown_state(job, item),
        version=job.version,
        submitted_at=job.submitted_at,
        preview=preview(item.texts),
        answer=answer,
    )
