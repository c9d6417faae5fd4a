"""What organisers settle beyond phases: a competition's calendar, texts teams accept, what they deliver.

Times are seconds since 1970 (UTC). `calendar_changes`, `competition_texts` and `text_acceptances` only ever grow
(triggers refuse anything else): a deadline that was put off says so for good, and so does a text that was accepted.
"""

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Index, Integer, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from .base import Base
from .competition import DIGEST_LENGTH, NAME_LENGTH, STATE_LENGTH, TASK_LENGTH

SUBJECT_LENGTH = 200
LINK_LENGTH = 1000


class FileDate(Base):
    """From when on a kind of file of one subtask may be fetched."""

    __tablename__ = "file_dates"
    __table_args__ = (UniqueConstraint("competition_id", "task", "what"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    task: Mapped[str] = mapped_column(String(TASK_LENGTH))
    what: Mapped[str] = mapped_column(String(STATE_LENGTH))
    at: Mapped[float] = mapped_column(Float)
    public: Mapped[bool] = mapped_column(Boolean, default=False)
    """For everybody, not for admitted teams only."""


class CalendarEvent(Base):
    """A date that opens and closes nothing: a workshop, a notification."""

    __tablename__ = "calendar_events"
    __table_args__ = (Index("ix_calendar_events_competition_id", "competition_id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    title: Mapped[str] = mapped_column(String(NAME_LENGTH))
    title_en: Mapped[str] = mapped_column(String(NAME_LENGTH), default="")
    starts_at: Mapped[float] = mapped_column(Float)
    ends_at: Mapped[float | None] = mapped_column(Float)


class CalendarChange(Base):
    """A date that was moved: from when to when, by whom, and why."""

    __tablename__ = "calendar_changes"
    __table_args__ = (Index("ix_calendar_changes_competition_id", "competition_id", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    subject: Mapped[str] = mapped_column(String(SUBJECT_LENGTH))
    """What the date belongs to, in Chinese, as the page showed it then."""
    subject_en: Mapped[str] = mapped_column(String(SUBJECT_LENGTH))
    before: Mapped[float | None] = mapped_column(Float)
    after: Mapped[float | None] = mapped_column(Float)
    reason: Mapped[str] = mapped_column(Text, default="")
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    at: Mapped[float] = mapped_column(Float)


class CompetitionText(Base):
    """A text that teams accept when they register: the agreement or the data licence; the newest version holds."""

    __tablename__ = "competition_texts"
    __table_args__ = (UniqueConstraint("competition_id", "kind", "version"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    kind: Mapped[str] = mapped_column(String(STATE_LENGTH))
    version: Mapped[int] = mapped_column(Integer)
    text: Mapped[str] = mapped_column(Text)
    """Empty: from then on there is none to accept."""
    sha256: Mapped[str] = mapped_column(String(DIGEST_LENGTH))
    created_by: Mapped[int] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[float] = mapped_column(Float)


class TextAcceptance(Base):
    """Who accepted which version of a text for a team, and when; such rows are never changed."""

    __tablename__ = "text_acceptances"
    __table_args__ = (UniqueConstraint("team_id", "text_id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id"))
    text_id: Mapped[int] = mapped_column(ForeignKey("competition_texts.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    at: Mapped[float] = mapped_column(Float)


class DeliveryRule(Base):
    """What teams hand in at the end besides answers, until when, and how large it may be."""

    __tablename__ = "delivery_rules"
    __table_args__ = (UniqueConstraint("competition_id", "kind"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    kind: Mapped[str] = mapped_column(String(STATE_LENGTH))
    opens_at: Mapped[float | None] = mapped_column(Float)
    closes_at: Mapped[float] = mapped_column(Float)
    largest: Mapped[int] = mapped_column(Integer)
    """Bytes of a file."""


class FinalDelivery(Base):
    """A file or a link that a team handed in; the newest of a kind counts, the older ones stay."""

    __tablename__ = "deliveries"
    __table_args__ = (Index("ix_deliveries_team_id", "team_id", "kind", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id"))
    kind: Mapped[str] = mapped_column(String(STATE_LENGTH))
    link: Mapped[str] = mapped_column(String(LINK_LENGTH), default="")
    name: Mapped[str] = mapped_column(String(NAME_LENGTH), default="")
    sha256: Mapped[str] = mapped_column(String(DIGEST_LENGTH), default="")
    size: Mapped[int] = mapped_column(Integer, default=0)
    data: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    """As it came; None: a link."""
    note: Mapped[str] = mapped_column(Text, default="")
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    at: Mapped[float] = mapped_column(Float)


class Reproduction(Base):
    """Organisers ran a team's system again: what it scored, and whether that is near enough to what was handed in."""

    __tablename__ = "reproductions"
    __table_args__ = (Index("ix_reproductions_team_id", "team_id", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id"))
    task: Mapped[str] = mapped_column(String(TASK_LENGTH))
    claimed: Mapped[float] = mapped_column(Float)
    score: Mapped[float] = mapped_column(Float)
    tolerance: Mapped[float] = mapped_column(Float)
    note: Mapped[str] = mapped_column(Text, default="")
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    at: Mapped[float] = mapped_column(Float)


class PrizeClass(Base):
    """A class of prizes: how many teams at most share how much money."""

    __tablename__ = "prize_classes"
    __table_args__ = (UniqueConstraint("competition_id", "position"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    position: Mapped[int] = mapped_column(Integer)
    """1 is the highest."""
    title: Mapped[str] = mapped_column(String(NAME_LENGTH))
    title_en: Mapped[str] = mapped_column(String(NAME_LENGTH), default="")
    most: Mapped[int] = mapped_column(Integer)
    money: Mapped[int] = mapped_column(Integer)
    """For all teams of the class together, in yuan; 0: no money."""


class PrizeAward(Base):
    """A team's prize, by its rank or by the organisers' decision."""

    __tablename__ = "awards"
    __table_args__ = (UniqueConstraint("competition_id", "team_id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id"))
    position: Mapped[int] = mapped_column(Integer)
    """Of the class."""
    rank: Mapped[int | None] = mapped_column(Integer)
    note: Mapped[str] = mapped_column(Text, default="")
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    at: Mapped[float] = mapped_column(Float)


class Certificate(Base):
    """A certificate as it was issued; whoever has the number can ask whether it holds."""

    __tablename__ = "certificates"
    __table_args__ = (UniqueConstraint("number"), Index("ix_certificates_team_id", "team_id"))

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    number: Mapped[str] = mapped_column(String(32))
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id"))
    facts: Mapped[dict[str, object]] = mapped_column(JSON)
    """What is printed on it."""
    issued_by: Mapped[int] = mapped_column(ForeignKey("users.id"))
    issued_at: Mapped[float] = mapped_column(Float)
    revoked_at: Mapped[float | None] = mapped_column(Float)
    revoked_reason: Mapped[str] = mapped_column(Text, default="")


class NewsItem(Base):
    """An announcement on a competition's page."""

    __tablename__ = "news_items"
    __table_args__ = (Index("ix_news_items_competition_id", "competition_id", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    title: Mapped[str] = mapped_column(String(NAME_LENGTH))
    body: Mapped[str] = mapped_column(Text)
    """Markdown."""
    published_at: Mapped[float] = mapped_column(Float)
    mailed: Mapped[int | None] = mapped_column(Integer)
    """How many teams it was sent to; None: to none."""
    created_by: Mapped[int] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[float] = mapped_column(Float)


class CompetitionQuestion(Base):
    """A question to the organisers and what they answered."""

    __tablename__ = "asked_questions"
    __table_args__ = (Index("ix_asked_questions_competition_id", "competition_id", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[float] = mapped_column(Float)
    answer: Mapped[str] = mapped_column(Text, default="")
    answered_at: Mapped[float | None] = mapped_column(Float)
    public: Mapped[bool] = mapped_column(Boolean, default=False)
    """Everybody reads question and answer, without the name of who asked."""
