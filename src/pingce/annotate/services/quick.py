"""The two requests that make up a campaign, the ordinary claim and the ordinary first answer, with few statements.

What is done is decided by the same functions as always. Only reading and writing differ: prepared statements give
detached rows, and what changed in them is written at the end. Whatever is out of the ordinary (groups with fixed
annotators, controls, leases to end, answers changed or late, a session that already holds rows) is None here, before
anything was written, and goes the general way in the same transaction.
"""

import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Float, Select, Text, bindparam, cast, literal_column, null, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from pingce.annotate.forms import form_of
from pingce.annotate.sampling import is_drawn
from pingce.annotate.settings import CampaignSettings, stored_settings
from pingce.annotate.workflow import JobState
from pingce.store.people import Actor, Role
from pingce.store.prepared import Detached, Prepared, prepared_insert
from pingce.store.tables import all_tables
from pingce.store.tables.annotate import Campaign, Item, Job, Json, Member
from pingce.store.tables.removal import DELETED

from .access import CampaignContext, effective_roles
from .locks import JobContext
from .pick import BY_OTHERS, BY_PARTNER, NEW, NEWLY_ARRIVED, PEOPLE, draw_partner
from .tidy import LATE, OVERDUE, longest

TABLES = all_tables().tables
CAMPAIGN = [column for column in TABLES["campaigns"].c if column.key not in ("settings", "rules")]
MEMBER, ITEM, JOB = (list(TABLES[name].c) for name in ("campaign_members", "items", "jobs"))
CAMPAIGN_KEYS, MEMBER_KEYS, ITEM_KEYS, JOB_KEYS = ([c.key for c in of] for of in (CAMPAIGN, MEMBER, ITEM, JOB))
AS_STORED = [cast(Campaign.settings, Text), cast(Campaign.rules, Text)]
"""Texts, which were read before: a campaign changes seldom, and is looked at all the time."""
NOW = {"postgresql": literal_column("extract(epoch FROM clock_timestamp())::double precision", Float), "sqlite": null()}
"""One clock for all server processes, see :func:`pingce.store.database.clock`; read without asking once more."""

ENTERED = len(AS_STORED) + 1, len(AS_STORED) + 1 + len(CAMPAIGN)
"""Where the campaign and the member begin in a row of these."""


def _entering(*columns: InstrumentedAttribute[Any]) -> dict[str, Select[*tuple[Any, ...]]]:
    return {
        name: select(now, *AS_STORED, *CAMPAIGN, *MEMBER, *columns)
        .join_from(Campaign, Member, Member.campaign_id == Campaign.id)
        .with_for_update(of=Member)
        for name, now in NOW.items()
    }


ENTER = {
    name: Prepared(query.where(Campaign.id == bindparam("campaign"), Member.user_id == bindparam("user")))
    for name, query in _entering().items()
}
HELD = (
    select(Job.id)
    .where(Job.campaign_id == bindparam("campaign"), Job.user_id == bindparam("me"), Job.state == JobState.CLAIMED)
    .limit(1)
    .scalar_subquery()
)
LOOK = Prepared(select(LATE, OVERDUE, HELD))
"""After the member is locked, so that what they themselves did a moment ago is seen."""
OWN = select(Job.id).where(Job.item_id == Item.id, Job.user_id == bindparam("me")).scalar_subquery()


def _picking(query: Select[Item]) -> Prepared:
    return Prepared(query.with_only_columns(*ITEM, OWN))


PICK_BY_PARTNER, PICK_NEW, PICK_ARRIVED = _picking(BY_PARTNER), _picking(NEW), _picking(NEWLY_ARRIVED)
PICK_BY_OTHERS = [_picking(query) for query in BY_OTHERS]
ANNOTATORS = Prepared(PEOPLE)

ENTER_WITH_JOB = {
    name: Prepared(
        query.join(Job, Job.campaign_id == Campaign.id)
        .join(Item, Item.id == Job.item_id)
        .where(Job.id == bindparam("job"), Job.user_id == Member.user_id, Member.user_id == bindparam("user"))
    )
    for name, query in _entering(Job.state, Job.item_id, Item.group_id, Item.control).items()
}
LOCK_ITEM = Prepared(select(*ITEM).where(Item.id == bindparam("id")).with_for_update())
LOCK_JOBS = Prepared(select(*JOB).where(Job.item_id == bindparam("item")).order_by(Job.id).with_for_update())


class Entered(NamedTuple):
    """A campaign with one of its annotators, whose membership is locked, the moment, and what was asked besides."""

    context: CampaignContext
    member: Member
    at: float
    more: Sequence[Any]


def is_empty(db: Session) -> bool:
    """Whether the session holds no rows, which could be those that are read and written here."""
    return not db.identity_map and not db.new


def enter_quickly(
    db: Session, actor: Actor, rows: Detached, statements: dict[str, Prepared], values: Json
) -> Entered | None:
    """As ``enter_to_work`` enters a campaign; None for whoever it refuses."""
    row = statements[db.get_bind().dialect.name].first(db, values)
    if row is None:
        return None
    begin, after = ENTERED
    settings, rules = row[1:begin]
    stored = dict(zip(CAMPAIGN_KEYS, row[begin:after], strict=True))
    stored |= {"settings": _parsed(settings), "rules": _parsed(rules)}
    end = after + len(MEMBER)
    member = dict(zip(MEMBER_KEYS, row[after:end], strict=True))
    roles = effective_roles(actor, member["roles"])
    if stored["status"] == DELETED or Role.ANNOTATOR not in roles:
        return None
    campaign = rows.take(Campaign, stored)
    context = CampaignContext(campaign, _settings(settings), form_of(campaign.form), roles)
    return Entered(context, rows.take(Member, member), time.time() if row[0] is None else row[0], row[end:])


@lru_cache
def _parsed(stored: str) -> Json:
    """Shared by all who read the same text; nobody changes it."""
    parsed: Json = orjson.loads(stored)
    return parsed


@lru_cache
def _settings(stored: str) -> CampaignSettings:
    return stored_settings(_parsed(stored))


def has_more_to_do(db: Session, context: CampaignContext, actor: Actor, at: float) -> bool:
    """Something comes before a new item: leases to end, or a job this person holds."""
    (look,) = LOOK.rows(db, {"campaign": context.id, "me": actor.id, "at": at, "length": longest(context)})
    return any(look)


def pick_quickly(db: Session, rows: Detached, context: CampaignContext, member: Member) -> Item | None:
    """The item ``pick`` would find at once, if it is neither a control nor one this person had before."""
    settings, secret = context.settings, context.campaign.secret
    if settings.fixed_annotators:
        return None
    if is_drawn(member.claimed, settings.control_rate, secret=secret, who=member.user_id, what="control"):
        return None
    who = {"campaign": context.id, "me": member.user_id}
    queries: Sequence[Prepared] = (PICK_NEW, PICK_ARRIVED)
    if settings.answers > 1:
        people = [user for (user,) in ANNOTATORS.rows(db, {"campaign": context.id})]
        who["partner"] = draw_partner(context, member, people)
        queries = (PICK_BY_PARTNER, PICK_NEW, PICK_ARRIVED, *PICK_BY_OTHERS)
    for query in queries:
        row = query.first(db, who)
        if row is not None:
            *values, own = row
            return None if own is not None else rows.take(Item, dict(zip(ITEM_KEYS, values, strict=True)))
    return None


def lock_job_quickly(db: Session, actor: Actor, rows: Detached, job_id: int, at: float | None) -> JobContext | None:
    """As ``lock_job`` locks a job, if somebody hands in what they hold of an item that is in no group."""
    entered = enter_quickly(db, actor, rows, ENTER_WITH_JOB, {"job": job_id, "user": actor.id})
    if entered is None:
        return None
    state, item_id, group, control = entered.more
    if state != JobState.CLAIMED or group is not None or control:
        return None
    ((*item,),) = LOCK_ITEM.rows(db, {"id": item_id})
    locked = rows.take(Item, dict(zip(ITEM_KEYS, item, strict=True)))
    jobs = [rows.take(Job, dict(zip(JOB_KEYS, row, strict=True))) for row in LOCK_JOBS.rows(db, {"item": item_id})]
    job = next(job for job in jobs if job.id == job_id)
    if job.state != JobState.CLAIMED or locked.group_id is not None or locked.control:
        return None
    return JobContext(entered.context, actor, entered.member, locked, jobs, job, entered.at if at is None else at)


INSERT_JOB = prepared_insert(TABLES["jobs"])
NEW_JOB = {column.key: None for column in JOB if column.key != "id"}


def insert_job(db: Session, job: Job) -> int:
    """The number of a new job."""
    stored = INSERT_JOB.first(db, {**NEW_JOB, **{key: value for key, value in job.__dict__.items() if key in NEW_JOB}})
    assert stored is not None
    return int(stored[0])
