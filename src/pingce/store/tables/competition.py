"""Competitions: what is asked, who takes part, what they handed in and what it scored.

`scores` only ever grows (triggers refuse anything else): a submission that is scored again keeps its old score beside
the new one. Files are kept here and not in folders, so that several server processes see the same ones and nothing of
them has an address. Times are seconds since 1970 (UTC).
"""

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Index, Integer, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from .base import Base

Json = dict[str, object]
STATE_LENGTH = 16
TASK_LENGTH = 64
NAME_LENGTH = 128
DIGEST_LENGTH = 64


class Competition(Base):
    """An edition, or some tasks of one's own choice, run for teams."""

    __tablename__ = "competitions"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    title: Mapped[str] = mapped_column(String(NAME_LENGTH), unique=True)
    about: Mapped[str] = mapped_column(Text, default="")
    edition: Mapped[str | None] = mapped_column(String(TASK_LENGTH))
    tasks: Mapped[list[str]] = mapped_column(JSON)
    ranking: Mapped[Json] = mapped_column(JSON)
    """Of a competition without edition: which deviation, and whether baselines enter it."""
    open: Mapped[bool] = mapped_column(Boolean, default=False)
    """Shown to everybody."""
    contact: Mapped[str] = mapped_column(Text, default="")
    """Whom to ask, and how."""
    created_by: Mapped[int] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[float] = mapped_column(Float)


class Phase(Base):
    """A stretch of time with rules of its own."""

    __tablename__ = "phases"
    __table_args__ = (UniqueConstraint("competition_id", "kind"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    kind: Mapped[str] = mapped_column(String(STATE_LENGTH))
    starts_at: Mapped[float] = mapped_column(Float)
    ends_at: Mapped[float | None] = mapped_column(Float)
    rules: Mapped[Json] = mapped_column(JSON)


class DataFile(Base):
    """Questions, answers or glosses of one task and part; the newest of a kind counts, the older ones stay."""

    __tablename__ = "competition_files"
    __table_args__ = (Index("ix_competition_files_kind", "competition_id", "task", "part", "content", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    task: Mapped[str] = mapped_column(String(TASK_LENGTH))
    part: Mapped[str] = mapped_column(String(STATE_LENGTH))
    content: Mapped[str] = mapped_column(String(STATE_LENGTH))
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    sha256: Mapped[str] = mapped_column(String(DIGEST_LENGTH))
    size: Mapped[int] = mapped_column(Integer)
    records: Mapped[int] = mapped_column(Integer)
    data: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    """Packed with zlib."""
    reason: Mapped[str] = mapped_column(Text, default="")
    """Why it replaced an earlier one."""
    created_by: Mapped[int] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[float] = mapped_column(Float)


class Team(Base):
    """Who takes part; a baseline is a team of the organisers."""

    __tablename__ = "teams"
    __table_args__ = (UniqueConstraint("competition_id", "name"), Index("ix_teams_user", "user_id"))

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    organisation: Mapped[str] = mapped_column(String(NAME_LENGTH), default="")
    leader: Mapped[str] = mapped_column(String(NAME_LENGTH), default="")
    email: Mapped[str] = mapped_column(String(NAME_LENGTH), default="")
    members: Mapped[list[str]] = mapped_column(JSON)
    affiliation: Mapped[str] = mapped_column(String(STATE_LENGTH), default="")
    """What kind of organisation it is."""
    phone: Mapped[str] = mapped_column(String(NAME_LENGTH), default="")
    baseline: Mapped[bool] = mapped_column(Boolean, default=False)
    base_model: Mapped[str] = mapped_column(String(NAME_LENGTH), default="")
    """What the team says its system is built on."""
    parameters: Mapped[float | None] = mapped_column(Float)
    """Of all its models, in billions, as the team says."""
    disqualified_at: Mapped[float | None] = mapped_column(Float)
    disqualified_reason: Mapped[str] = mapped_column(Text, default="")
    state: Mapped[str] = mapped_column(String(STATE_LENGTH))
    decided_reason: Mapped[str] = mapped_column(Text, default="")
    created_at: Mapped[float] = mapped_column(Float)


class Agreement(Base):
    """A team accepted the text of a phase, in these very words."""

    __tablename__ = "agreements"
    __table_args__ = (UniqueConstraint("team_id", "phase_id", "sha256"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id"))
    phase_id: Mapped[int] = mapped_column(ForeignKey("phases.id"))
    sha256: Mapped[str] = mapped_column(String(DIGEST_LENGTH))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    at: Mapped[float] = mapped_column(Float)


class Submission(Base):
    """What a team handed in at one time: answers to one or several tasks."""

    __tablename__ = "submissions"
    __table_args__ = (
        UniqueConstraint("team_id", "key"),
        Index("ix_submissions_phase", "competition_id", "phase", "team_id"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    phase: Mapped[str] = mapped_column(String(STATE_LENGTH))
    key: Mapped[str] = mapped_column(String(DIGEST_LENGTH))
    """Chosen by the sender; the same key again is the same submission."""
    system: Mapped[str] = mapped_column(String(NAME_LENGTH))
    description: Mapped[str] = mapped_column(Text, default="")
    created_at: Mapped[float] = mapped_column(Float)
    withdrawn_at: Mapped[float | None] = mapped_column(Float)
    withdrawn_reason: Mapped[str] = mapped_column(Text, default="")


class Entry(Base):
    """The answers of a submission to one task, and where their scoring stands."""

    __tablename__ = "submission_entries"
    __table_args__ = (
        UniqueConstraint("submission_id", "task"),
        Index("ix_submission_entries_queue", "state", "lease_until"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id"))
    task: Mapped[str] = mapped_column(String(TASK_LENGTH))
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    sha256: Mapped[str] = mapped_column(String(DIGEST_LENGTH))
    size: Mapped[int] = mapped_column(Integer)
    records: Mapped[int] = mapped_column(Integer)
    warnings: Mapped[int] = mapped_column(Integer, default=0)
    data: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    """Packed with zlib."""
    state: Mapped[str] = mapped_column(String(STATE_LENGTH))
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    lease: Mapped[str | None] = mapped_column(String(DIGEST_LENGTH))
    """Who is scoring it; a result without the lease is not stored."""
    lease_until: Mapped[float | None] = mapped_column(Float)
    reason: Mapped[str] = mapped_column(Text, default="")
    """Why it is scored (again)."""
    problem: Mapped[str] = mapped_column(Text, default="")
    score_id: Mapped[int | None] = mapped_column(Integer)
    """The score that holds now, of all it ever had."""
    ratings: Mapped[Json | None] = mapped_column(JSON(none_as_null=True))
    """What people gave its explanations: points by item, one number per rater."""


class ScoreRow(Base):
    """What an entry scored with one scorer on one answer file."""

    __tablename__ = "scores"
    __table_args__ = (UniqueConstraint("entry_id", "pin"), Index("ix_scores_entry", "entry_id", "id"))

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    entry_id: Mapped[int] = mapped_column(ForeignKey("submission_entries.id"))
    file_id: Mapped[int] = mapped_column(ForeignKey("competition_files.id"))
    pin: Mapped[str] = mapped_column(String(DIGEST_LENGTH))
    """Digest of scorer, answer file and ratings: the same pin gives the same numbers."""
    version: Mapped[str] = mapped_column(String(32))
    fingerprint: Mapped[str] = mapped_column(String(DIGEST_LENGTH))
    data_sha256: Mapped[str] = mapped_column(String(DIGEST_LENGTH))
    ratings_sha256: Mapped[str] = mapped_column(String(DIGEST_LENGTH), default="")
    value: Mapped[float | None] = mapped_column(Float)
    """What ranks; None: people have yet to rate it."""
    numbers: Mapped[Json] = mapped_column(JSON)
    intervals: Mapped[Json] = mapped_column(JSON)
    signature: Mapped[str] = mapped_column(Text)
    items: Mapped[int] = mapped_column(Integer)
    answered: Mapped[int] = mapped_column(Integer)
    seconds: Mapped[float] = mapped_column(Float)
    """Of processor time."""
    rows: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    """The ranking measure's row of every item, packed."""
    errors: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    """For the error explorer, on parts whose answers the team may see; packed."""
    reason: Mapped[str] = mapped_column(Text, default="")
    at: Mapped[float] = mapped_column(Float)


class SignificanceGroups(Base):
    """Which submissions of a board cannot be told apart, computed after scoring; the newest row counts."""

    __tablename__ = "significance_groups"
    __table_args__ = (UniqueConstraint("competition_id", "phase", "task"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    phase: Mapped[str] = mapped_column(String(STATE_LENGTH))
    task: Mapped[str] = mapped_column(String(TASK_LENGTH))
    groups: Mapped[Json] = mapped_column(JSON)
    """Score id → number of its group, 1 the best."""
    at: Mapped[float] = mapped_column(Float)


class TableRow(Base):
    """A row of a board that was published elsewhere: scores as written, so that 2479/3152 stays exact."""

    __tablename__ = "table_rows"
    __table_args__ = (UniqueConstraint("competition_id", "phase", "team"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    phase: Mapped[str] = mapped_column(String(STATE_LENGTH))
    team: Mapped[str] = mapped_column(String(NAME_LENGTH))
    baseline: Mapped[bool] = mapped_column(Boolean, default=False)
    finalist: Mapped[bool] = mapped_column(Boolean, default=False)
    jury: Mapped[str | None] = mapped_column(String(64))
    scores: Mapped[Json] = mapped_column(JSON)
    printed: Mapped[Json] = mapped_column(JSON)
    """Figures as published, by column."""


class RatingCampaign(Base):
    """The annotation campaign in which explanations of submissions are rated."""

    __tablename__ = "rating_campaigns"
    __table_args__ = (UniqueConstraint("competition_id", "phase", "task"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    phase: Mapped[str] = mapped_column(String(STATE_LENGTH))
    task: Mapped[str] = mapped_column(String(TASK_LENGTH))
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    created_at: Mapped[float] = mapped_column(Float)


class RatedItem(Base):
    """Whose explanation an item of a rating campaign is; raters see the item only."""

    __tablename__ = "rated_items"
    __table_args__ = (UniqueConstraint("rating_id", "ref"), UniqueConstraint("entry_id", "qid", "rating_id"))

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    rating_id: Mapped[int] = mapped_column(ForeignKey("rating_campaigns.id"))
    entry_id: Mapped[int] = mapped_column(ForeignKey("submission_entries.id"))
    qid: Mapped[str] = mapped_column(String(200))
    ref: Mapped[str] = mapped_column(String(200))
