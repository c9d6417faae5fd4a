"""What services give about a competition itself: phases, files, texts, teams, calendar, deliveries, prizes, news.

Plain values whose attributes are named as in the API; submissions, scores and boards are in ``result_views``. The API
serves them as they are, so names and types are a public contract (docs/decisions/0006); none knows the database.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pingce.spec.words import Words

from .calendar import DatedEvent, DatedFile
from .phases import Counts, Download, Part, Shows

Kind = Literal["registration", "dev", "test", "published"]
FileContent = Literal["questions", "gold", "inventory"]
Affiliation = Literal["", "university", "institute", "company", "individual", "other"]
TextKind = Literal["agreement", "licence"]
"""The texts accepted at registration."""
DeliveryKind = Literal["model", "code", "prompts", "report"]
TeamState = Literal["pending", "approved", "refused"]


@dataclass(frozen=True)
class PhaseView:
    """A phase of a competition with its dates and rules, the usual ones filled in where organisers set none.

    Times are seconds since 1970; ``ends_at`` None: until something else begins.
    """

    kind: Kind
    title: Words
    starts_at: float
    ends_at: float | None
    current: bool
    """Whether its rules hold; of several that go on, the last."""
    open: bool
    """Whether it goes on, be it beside another."""
    downloads: Sequence[Download]
    per_day: int | None
    in_all: int | None
    shows: Shows
    counts: Counts
    counts_text: Words | None
    """The rule in words; None: the phase has no board."""
    agreement: str
    agreement_sha256: str
    """What a team sends back when it accepts the text."""
    explorer: bool
    intervals: bool


@dataclass(frozen=True)
class TaskInfo:
    """A subtask of a competition; ``human_rated``: people rate its explanations in a campaign."""

    id: str
    title: Words
    summary: Words
    number: str
    """Which number ranks."""
    human_rated: bool


@dataclass(frozen=True)
class FileView:
    """A file of the data set that teams may fetch at some time; ``part`` is train, dev or test."""

    id: int
    task: str
    part: Part
    content: FileContent
    name: str
    sha256: str
    size: int
    records: int
    reason: str
    created_at: float
    download: bool
    """Whether the viewer may fetch it now."""
    comes_at: float | None
    """Its own date in the calendar; None: phases decide."""


@dataclass(frozen=True)
class TextView:
    """A text to accept at registration, as it is worded now."""

    kind: TextKind
    version: int
    text: str
    sha256: str
    """What a team sends back when it accepts the text."""
    created_at: float


@dataclass(frozen=True)
class AcceptedText:
    """A text (agreement, rules) as a team accepted it, known by version and checksum."""

    kind: TextKind
    version: int
    sha256: str
    at: float
    current: bool
    """Whether this version is the one that holds now."""


@dataclass(frozen=True)
class TeamView:
    """For the team itself and for organisers."""

    id: int
    name: str
    organisation: str
    leader: str
    email: str
    members: Sequence[str]
    baseline: bool
    state: TeamState
    decided_reason: str
    created_at: float
    accepted: Sequence[str]
    """Phases whose agreement, as it is worded now, was accepted."""
    affiliation: Affiliation
    phone: str
    accepted_texts: Sequence[AcceptedText]
    texts_due: Sequence[TextKind]
    """Texts that were changed since and have to be accepted again."""


@dataclass(frozen=True)
class PublicTeam:
    """For everybody: leader and address are masked."""

    id: int
    name: str
    organisation: str
    affiliation: Affiliation
    leader: str
    email: str
    members: int
    baseline: bool


@dataclass(frozen=True)
class CompetitionBrief:
    """A competition in a list."""

    id: int
    title: str
    edition: str | None
    phase: Kind | None
    starts_at: float | None
    """When the first phase begins."""
    changes_at: float | None
    """When what holds now ends; None: it stays so."""
    open: bool
    teams: int
    created_at: float


@dataclass(frozen=True)
class CompetitionDetail(CompetitionBrief):
    """A competition as its page shows it to this viewer: tasks, phases, files, and their own team, if any."""

    about: str
    contact: str
    """Whom to ask, and how."""
    tasks: Sequence[TaskInfo]
    phases: Sequence[PhaseView]
    files: Sequence[FileView]
    organiser: bool
    archived: bool
    """Put away: it stands in no list and takes nothing any more."""
    registration: bool
    """Teams may register now."""
    team: TeamView | None
    texts: Sequence[TextView]
    """What is accepted at registration."""


@dataclass(frozen=True)
class CalendarEntry:
    """Something with a date, in words."""

    kind: Literal["phase", "files", "event"]
    title: Words
    starts_at: float
    ends_at: float | None
    begun: bool


@dataclass(frozen=True)
class CalendarChangeView:
    """A date that was moved; None: there was none, or is none any more."""

    subject: Words
    before: float | None
    after: float | None
    reason: str
    at: float


@dataclass(frozen=True)
class CalendarView:
    """The dates of a competition: phases, files and events in one order, and how they were changed, with reasons."""

    entries: Sequence[CalendarEntry]
    files: Sequence[DatedFile]
    events: Sequence[DatedEvent]
    changes: Sequence[CalendarChangeView]


@dataclass(frozen=True)
class DeliveryRuleView:
    """What is to be handed in at the end, until when, and how large a file may be."""

    kind: DeliveryKind
    opens_at: float | None
    closes_at: float
    largest: int


@dataclass(frozen=True)
class DeliveryView:
    """A file or a link that was handed in."""

    id: int
    kind: DeliveryKind
    link: str
    name: str
    sha256: str
    size: int
    note: str
    who: str
    at: float
    counts: bool
    """Whether it is the newest of its kind."""


@dataclass(frozen=True)
class ReproductionView:
    """What organisers got from a team's system, beside what the team had handed in."""

    task: str
    claimed: float
    score: float
    tolerance: float
    within: bool
    note: str
    who: str
    """Empty for the team itself."""
    at: float


@dataclass(frozen=True)
class TeamDeliveries:
    """What a team delivered besides answers (code, report, model), what is missing, and what reproducing it gave."""

    team: int
    name: str
    base_model: str
    parameters: float | None
    """In billions, as the team says."""
    missing: Sequence[DeliveryKind]
    deliveries: Sequence[DeliveryView]
    """Newest first."""
    reproductions: Sequence[ReproductionView]
    disqualified_at: float | None
    disqualified_reason: str


@dataclass(frozen=True)
class DeliveriesView:
    """What teams have to deliver and by when, and what they have delivered."""

    rules: Sequence[DeliveryRuleView]
    teams: Sequence[TeamDeliveries]
    """One's own; all for organisers."""


@dataclass(frozen=True)
class AwardView:
    """A team that won."""

    team: int
    name: str
    organisation: str
    rank: int | None
    note: str


@dataclass(frozen=True)
class PrizeView:
    """A class of prizes and who won it."""

    position: int
    title: Words
    most: int
    money: int
    """For all teams of the class together, in yuan."""
    each: int | None
    awards: Sequence[AwardView]


@dataclass(frozen=True)
class CertificateView:
    """A certificate as anybody may see it who has the number."""

    number: str
    state: Literal["valid", "revoked", "unknown"]
    competition: str
    team: str
    organisation: str
    members: Sequence[str]
    prize: Words | None
    """None: the team took part."""
    rank: int | None
    issued_at: float | None
    revoked_at: float | None
    revoked_reason: str


@dataclass(frozen=True)
class PrizesView:
    """The classes of prizes with the teams that won them, and the certificates issued."""

    prizes: Sequence[PrizeView]
    certificates: Sequence[CertificateView]
    """One's own team's; all for organisers."""


@dataclass(frozen=True)
class NewsView:
    """An announcement."""

    id: int
    title: str
    body: str
    """Markdown, for organisers; empty for others."""
    html: str
    """Safe to show as it is."""
    published_at: float
    mailed: int | None
    """How many teams got it by mail; for organisers."""


@dataclass(frozen=True)
class QuestionView:
    """A question to the organisers and their answer; ``public``: everybody reads both."""

    id: int
    text: str
    at: float
    answer: str
    answer_html: str
    """Safe to show as it is."""
    answered_at: float | None
    public: bool
    mine: bool
    who: str
    """For organisers; empty for others."""
