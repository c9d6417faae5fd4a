"""What organisers and teams send beyond phases and answers: calendars, texts, final deliveries."""

from typing import Annotated

from pydantic import Field, StringConstraints

from pingce.leaderboard.competition.phases import Download
from pingce.leaderboard.competition.views import DeliveryKind, TextKind
from pingce.spec.words import Words

from .common import In, Note, Out
from .competitions import Line, OptionalLine, TaskId, Time


class TextIn(In):
    """A new version of a text; empty: from now on there is none to accept."""

    kind: TextKind
    text: Annotated[str, Field(max_length=50_000)]


class AcceptedTextsIn(In):
    """`sha256` of every text as it was read."""

    accepted: Annotated[list[Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]], Field(max_length=4)]


class DeliveryRuleIn(In):
    """Something that teams have to deliver besides answers, and by when."""

    kind: DeliveryKind
    opens_at: Time | None = None
    closes_at: Time
    largest: Annotated[int, Field(ge=1, le=60 * 2**20)] = 20 * 2**20
    """Bytes of a file."""


class DeliveryRulesIn(In):
    """All that teams have to deliver; what is left out is not asked for any more."""

    rules: Annotated[list[DeliveryRuleIn], Field(max_length=4)]
    reason: Note = ""
    """Why deadlines are moved; told to everybody."""


class DeclarationIn(In):
    """What the system is built on, and how many parameters it has in all, in billions."""

    base_model: OptionalLine = ""
    parameters: Annotated[float, Field(ge=0, le=100_000)] | None = None


class ReproductionIn(In):
    """What organisers got when they ran a team's system; if it is within `tolerance` of the team's score, it was
    reproduced.
    """

    task: TaskId
    score: Annotated[float, Field(ge=0, le=100)]
    tolerance: Annotated[float, Field(ge=0, le=1)] = 0.02
    note: Note = ""


class DisqualificationIn(In):
    """Why a team is out of the ranking, for everybody to read; empty: it is in again."""

    reason: Note


class PrizeIn(In):
    """A class of prizes, and how many teams may get it."""

    title: Line
    title_en: OptionalLine = ""
    most: Annotated[int, Field(ge=1, le=1000)]
    money: Annotated[int, Field(ge=0, le=1_000_000_000)] = 0
    """For all teams of the class together, in yuan."""


class PrizesIn(In):
    """From the highest class down."""

    prizes: Annotated[list[PrizeIn], Field(max_length=20)]


class PrizePresetView(Out):
    """The prizes of an earlier edition."""

    id: str
    prizes: list[PrizeIn]


class AwardIn(In):
    """Which class, 1 the highest; null: none."""

    position: Annotated[int, Field(ge=1, le=20)] | None
    note: Note = ""


class IssueIn(In):
    """Whom certificates are issued to."""

    everybody: bool = False
    """For every team that took part, not for winners only."""


class RevokeIn(In):
    """A certificate that no longer holds, and why; whoever looks up its number reads both."""

    number: Annotated[str, StringConstraints(min_length=1, max_length=32)]
    reason: Note


class NewsIn(In):
    """An announcement in Markdown; without a date it is seen at once, or keeps its date."""

    title: Line
    body: Annotated[str, Field(min_length=1, max_length=20_000)]
    published_at: Time | None = None


class QuestionIn(In):
    """A question to the organisers."""

    text: Annotated[str, Field(min_length=1, max_length=4000)]


class QuestionAnswerIn(In):
    """What the organisers answer."""

    answer: Annotated[str, Field(max_length=20_000)]
    public: bool = False
    """Everybody reads question and answer, without the name of who asked."""


class DatedFileIn(In):
    """From when on teams may fetch a kind of file of a subtask; `public`: everybody may."""

    task: TaskId
    what: Download
    at: Time
    public: bool = False


class DatedEventIn(In):
    """A date that is no phase and no file: a workshop, the notice to the winners."""

    title: Line
    title_en: OptionalLine = ""
    starts_at: Time
    ends_at: Time | None = None


class CalendarIn(In):
    """The dates of a competition beside its phases: from when on files may be fetched, and other events."""

    files: Annotated[list[DatedFileIn], Field(max_length=100)]
    events: Annotated[list[DatedEventIn], Field(max_length=50)] = Field(default_factory=list)
    reason: Note = ""


class CalendarPresetIn(In):
    """A published calendar, in its own year unless another is given."""

    preset: Annotated[str, Field(max_length=64)]
    year: Annotated[int, Field(ge=2000, le=2200)] | None = None
    reason: Note = ""


class CalendarPresetView(Out):
    """The calendar of an earlier edition, with its phases."""

    id: str
    title: Words
    year: int
    source: str
    """Where it was published."""
