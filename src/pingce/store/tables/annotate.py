"""Annotation campaigns: where things stand now, which can be told from the history (``history``).

Times are seconds since 1970 (UTC).
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Float,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from .base import Base
from .people import TITLE_LENGTH

Json = dict[str, object]
KEY_LENGTH = 200
STATE_LENGTH = 16
SECRET_LENGTH = 64


class Campaign(Base):
    """Items of one task, filled in with one form, under one set of settings."""

    __tablename__ = "campaigns"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    title: Mapped[str] = mapped_column(String(TITLE_LENGTH), unique=True)
    preset: Mapped[str | None] = mapped_column(String(64))
    form: Mapped[str] = mapped_column(String(64))
    status: Mapped[str] = mapped_column(String(STATE_LENGTH))
    settings: Mapped[Json] = mapped_column(JSON)
    rules: Mapped[Json] = mapped_column(JSON)
    """Rule name → level, where it is not the rule's own."""
    size: Mapped[int] = mapped_column(Integer, default=0)
    """Items, controls and withdrawn ones included."""
    secret: Mapped[str] = mapped_column(String(SECRET_LENGTH))
    """What audits, control items and the order are drawn with; shown to nobody."""
    likeness: Mapped[str] = mapped_column(String(16))
    """How alike two answers are (:mod:`pingce.scoring.likeness`): what it was when the campaign began."""
    created_by: Mapped[int] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[float] = mapped_column(Float)


class Member(Base):
    """A person in a campaign; the two counters number their jobs, for drawing controls and audits."""

    __tablename__ = "campaign_members"
    __table_args__ = (UniqueConstraint("campaign_id", "user_id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    roles: Mapped[str] = mapped_column(String(80))
    """Role values with a space between them, sorted; empty: no longer a member."""
    audit_rate: Mapped[float | None] = mapped_column(Float)
    """In place of the campaign's rate, for this person."""
    level: Mapped[str | None] = mapped_column(String(STATE_LENGTH))
    """How well this person works, as the builder or ``quality people`` says (A, B …): for settings that go by it."""
    claimed: Mapped[int] = mapped_column(Integer, default=0)
    submitted: Mapped[int] = mapped_column(Integer, default=0)


class ItemGroup(Base):
    """Items that belong together: of a word, of an original."""

    __tablename__ = "item_groups"
    __table_args__ = (
        UniqueConstraint("campaign_id", "key"),
        Index("ix_item_groups_free", "campaign_id", "closed", "free_seats", "position"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    key: Mapped[str] = mapped_column(String(KEY_LENGTH))
    position: Mapped[int] = mapped_column(BigInteger)
    free_seats: Mapped[int] = mapped_column(Integer)
    early_open: Mapped[int] = mapped_column(Integer, default=0)
    """Items before the gate that are not decided yet."""
    undecided: Mapped[int] = mapped_column(Integer, default=0)
    closed: Mapped[bool] = mapped_column(Boolean, default=False)
    """Nothing left to give out to anybody new."""


class Seat(Base):
    """One of the fixed annotators of a group."""

    __tablename__ = "group_seats"
    __table_args__ = (UniqueConstraint("group_id", "user_id"), Index("ix_group_seats_user", "user_id", "finished"))

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("item_groups.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    finished: Mapped[bool] = mapped_column(Boolean, default=False)


class Item(Base):
    """One question of a campaign and where it stands.

    ``queue``: 0 nobody can take it now, 1 nobody has it yet, 2 somebody has and more are wanted; -1 nobody has it
    yet, and it came with a large import. With ``first_by`` it makes the next job an index lookup: a fresh item, or one
    that somebody else began.
    """

    __tablename__ = "items"
    __table_args__ = (
        UniqueConstraint("campaign_id", "ref"),
        CheckConstraint("answers + claims <= asked OR control", name="not_too_many"),
        CheckConstraint("claims >= 0 AND answers >= 0", name="counts"),
        Index("ix_items_queue", "campaign_id", "queue", "first_by", "position"),
        Index("ix_items_state", "campaign_id", "state", "position"),
        Index("ix_items_group", "group_id", "queue", "position"),
        Index("ix_items_due", "campaign_id", "due_at"),
        Index("ix_items_control", "campaign_id", "control", "position"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    ref: Mapped[str] = mapped_column(String(KEY_LENGTH))
    """The item's own id in its file."""
    position: Mapped[int] = mapped_column(BigInteger)
    group_id: Mapped[int | None] = mapped_column(ForeignKey("item_groups.id"))
    texts: Mapped[dict[str, str]] = mapped_column(JSON)
    extra: Mapped[Json] = mapped_column(JSON)
    control: Mapped[bool] = mapped_column(Boolean, default=False)
    gold: Mapped[Json | None] = mapped_column(JSON(none_as_null=True))
    """The right answer of a control item."""
    state: Mapped[str] = mapped_column(String(STATE_LENGTH))
    outcome: Mapped[str | None] = mapped_column(String(STATE_LENGTH))
    """How it was decided: by agreement, majority, review …"""
    asked: Mapped[int] = mapped_column(Integer)
    alone: Mapped[bool] = mapped_column(Boolean, default=False)
    """One answer is enough if somebody begins it whose level the campaign's settings name."""
    answers: Mapped[int] = mapped_column(Integer, default=0)
    claims: Mapped[int] = mapped_column(Integer, default=0)
    skips: Mapped[int] = mapped_column(Integer, default=0)
    queue: Mapped[int] = mapped_column(SmallInteger, default=0)
    first_by: Mapped[int | None] = mapped_column(Integer)
    """The first person who holds or answered it."""
    early: Mapped[bool] = mapped_column(Boolean, default=False)
    """Before the gate of its group."""
    suggested: Mapped[bool] = mapped_column(Boolean, default=False)
    """A system has filled something in."""
    due_at: Mapped[float | None] = mapped_column(Float)
    """Until then those it was returned to may answer."""
    created_at: Mapped[float] = mapped_column(Float)
    updated_at: Mapped[float] = mapped_column(Float)
    decided_at: Mapped[float | None] = mapped_column(Float)


class UnfinishedImport(Base):
    """Items that come into a campaign in several transactions; the row goes with the last of them."""

    __tablename__ = "unfinished_imports"

    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"), primary_key=True, autoincrement=False)
    lease: Mapped[str] = mapped_column(String(32))
    """The secret of whoever brings them in; a broken-off import is cleared under another one."""
    lease_until: Mapped[float] = mapped_column(Float)
    first_item: Mapped[int | None] = mapped_column(Integer)
    """Items of the campaign from this number on are seen by nobody; None: all are seen."""


class Job(Base):
    """One person's turn at one item."""

    __tablename__ = "jobs"
    __table_args__ = (
        UniqueConstraint("item_id", "user_id"),
        Index("ix_jobs_lease", "campaign_id", "state", "lease_until"),
        Index("ix_jobs_user", "user_id", "state"),
        Index("ix_jobs_person", "campaign_id", "user_id", "state"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    item_id: Mapped[int] = mapped_column(ForeignKey("items.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    serial: Mapped[int] = mapped_column(Integer)
    """The person's own number for it, rising: what they see in place of the item's id, which may give it away."""
    state: Mapped[str] = mapped_column(String(STATE_LENGTH))
    version: Mapped[int] = mapped_column(Integer, default=0)
    """Of the last answer stored for this job, draft or not; 0: none."""
    lease_until: Mapped[float | None] = mapped_column(Float)
    claimed_at: Mapped[float] = mapped_column(Float)
    seen_at: Mapped[float] = mapped_column(Float)
    """Last sign of life; time is added up between these, long breaks left out."""
    seconds: Mapped[float] = mapped_column(Float, default=0.0)
    submitted_at: Mapped[float | None] = mapped_column(Float)
    """The first time."""
    number: Mapped[int | None] = mapped_column(Integer)
    """The how-many-th answer of this person in this campaign (from 0)."""
    audit: Mapped[str | None] = mapped_column(String(STATE_LENGTH))
    """``drawn`` for audit, then ``passed``."""
    right: Mapped[bool | None] = mapped_column(Boolean)
    """Of a control item: answered as the gold says."""


class Turn(Base):
    """A reviewer's turn: to decide between answers (review), to accept one (audit), to decide finally (appeal)."""

    __tablename__ = "turns"
    __table_args__ = (
        Index("ix_turns_queue", "campaign_id", "kind", "state", "id"),
        Index("ix_turns_item", "item_id", "id"),
        Index("ix_turns_lease", "campaign_id", "state", "lease_until"),
        Index("ix_turns_reviewer", "reviewer_id", "state"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    item_id: Mapped[int] = mapped_column(ForeignKey("items.id"))
    kind: Mapped[str] = mapped_column(String(STATE_LENGTH))
    job_id: Mapped[int | None] = mapped_column(ForeignKey("jobs.id"))
    """The annotation that is audited."""
    round: Mapped[int] = mapped_column(Integer, default=1)
    state: Mapped[str] = mapped_column(String(STATE_LENGTH))
    reviewer_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    lease_until: Mapped[float | None] = mapped_column(Float)
    version: Mapped[int] = mapped_column(Integer, default=0)
    verdict: Mapped[str | None] = mapped_column(String(STATE_LENGTH))
    created_at: Mapped[float] = mapped_column(Float)
    claimed_at: Mapped[float | None] = mapped_column(Float)
    decided_at: Mapped[float | None] = mapped_column(Float)


class StoredReceipt(Base):
    """What was answered to a request with an idempotency key."""

    __tablename__ = "receipts"
    __table_args__ = (UniqueConstraint("actor_id", "key"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    actor_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    key: Mapped[str] = mapped_column(String(64))
    request: Mapped[str] = mapped_column(String(64))
    """Digest of what was asked, so that a key used for something else is noticed."""
    result: Mapped[Json] = mapped_column(JSON)
    at: Mapped[float] = mapped_column(Float)


class GlossRelation(Base):
    """How two glosses of a word stand to each other, for the sense rules."""

    __tablename__ = "gloss_relations"
    __table_args__ = (UniqueConstraint("campaign_id", "word", "first", "second"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    word: Mapped[str] = mapped_column(String(64))
    first: Mapped[str] = mapped_column(String(64))
    second: Mapped[str] = mapped_column(String(64))
    kind: Mapped[str] = mapped_column(String(16))
