"""What services give: plain values whose attributes are named as in the API.

The API serves them as they are, so names and types are a public contract (docs/decisions/0006). Nothing here knows the
database.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pingce.scoring.differences import Difference
from pingce.spec.words import Words

from .calendar import DatedEvent, DatedFile
from .phases import Counts, Download, Part, Shows
from .visibility import Sight

Numbers = Mapping[str, Mapping[str, float]]
Kind = Literal["registration", "dev", "test", "published"]
ScoredKind = Literal["dev", "test"]
"""Phases in which answers are handed in."""
FileContent = Literal["questions", "gold", "inventory"]
Affiliation = Literal["", "university", "institute", "company", "individual", "other"]
TextKind = Literal["agreement", "licence"]
"""The texts accepted at registration."""
DeliveryKind = Literal["model", "code", "prompts", "report"]
TeamState = Literal["pending", "approved", "refused"]
EntryState = Literal["queued", "scoring", "scored", "failed"]


@dataclass(frozen=True)
class PhaseView:
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
    id: str
    title: Words
    summary: Words
    number: str
    """Which number ranks."""
    human_rated: bool


@dataclass(frozen=True)
class FileView:
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
    about: str
    contact: str
    """Whom to ask, and how."""
    tasks: Sequence[TaskInfo]
    phases: Sequence[PhaseView]
    files: Sequence[FileView]
    organiser: bool
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


@dataclass(frozen=True)
class LeftView:
    task: str
    today: int | None
    in_all: int | None
    phase: ScoredKind


@dataclass(frozen=True)
class ScoreView:
    """A score with everything that is needed to get it again."""

    id: int
    value: float | None
    numbers: Numbers
    intervals: Mapping[str, Mapping[str, Sequence[float]]]
    signature: str
    version: str
    fingerprint: str
    data_sha256: str
    ratings_sha256: str
    items: int
    answered: int
    seconds: float
    reason: str
    at: float
    current: bool


@dataclass(frozen=True)
class EntryView:
    id: int
    task: str
    name: str
    size: int
    records: int
    warnings: int
    sha256: str
    state: EntryState
    ahead: int | None
    """So many are scored before it; None: it does not wait."""
    problem: str
    hidden: bool
    """It is scored, but the viewer may not see the score yet."""
    scores: Sequence[ScoreView]
    """Newest first; the current one says so."""


@dataclass(frozen=True)
class SubmissionView:
    id: int
    competition: int
    phase: ScoredKind
    team: int
    team_name: str
    system: str
    description: str
    created_at: float
    withdrawn_at: float | None
    withdrawn_reason: str
    entries: Sequence[EntryView]


@dataclass(frozen=True)
class BoardRow:
    """A team on the board of one subtask."""

    place: int | None
    team: str
    baseline: bool
    system: str
    submission: int | None
    value: float | None
    shown: str
    """The value as it is to be shown, with the digits it was published with."""
    low: float | None
    high: float | None
    group: int | None
    """Teams of one group cannot be told apart (paired bootstrap, p ≥ 0.05)."""
    numbers: Mapping[str, float]
    at: float | None
    scores: int
    """How many scores the submission has had: more than one means it was scored again."""
    disqualified: str = ""
    """Why the team is out of the ranking; empty: it is not."""


@dataclass(frozen=True)
class TaskBoard:
    task: str
    title: Words
    number: str
    rows: Sequence[BoardRow]
    notes: Sequence[Words]


@dataclass(frozen=True)
class OverallRow:
    rank: int | None
    team: str
    baseline: bool
    scores: Mapping[str, float | None]
    z: Mapping[str, float | None]
    z_mean: float | None
    z_shown: Mapping[str, str]
    """To print: as published where the board was published, else to four digits."""
    z_mean_shown: str
    means: Mapping[str, float | None]
    """By group of subtasks, where the mean of means ranks; there are no Zs then."""
    means_shown: Mapping[str, str]
    total: float | None
    """What ranks: the mean Z, or the mean of means."""
    total_shown: str


@dataclass(frozen=True)
class MeanGroupTitle:
    id: str
    title: Words


@dataclass(frozen=True)
class AwardRow:
    rank: int
    team: str
    evaluation: float
    jury: float
    final: float


@dataclass(frozen=True)
class Board:
    phase: ScoredKind
    sight: Sight
    tasks: Sequence[TaskBoard]
    overall: Sequence[OverallRow]
    awards: Sequence[AwardRow]
    notes: Sequence[Words]
    at: float
    groups: Sequence[MeanGroupTitle]
    """The groups of subtasks whose means are averaged; empty where the mean Z ranks."""


@dataclass(frozen=True)
class HistoryPoint:
    team: str
    baseline: bool
    task: str
    submission: int
    system: str
    at: float
    value: float
    counts: bool


@dataclass(frozen=True, kw_only=True)
class SideView:
    """What one submission said about an item, in the form of the task's files, and what is wrong with it."""

    score: float | None
    answered: bool
    said: Mapping[str, object] | None
    errors: Sequence[Difference]
    """Positions are code points of the item's first text."""


@dataclass(frozen=True, kw_only=True)
class ExploredView(SideView):
    """An item as the error explorer shows it; kept as JSON with the score."""

    id: str
    texts: Mapping[str, str]
    labels: Sequence[str]
    gold: Mapping[str, object] | None


@dataclass(frozen=True)
class ExplorerView:
    """Items a submission got wrong, the worst first, and how often which error occurs in all of it."""

    total: int
    offset: int
    rows: Sequence[ExploredView]
    kinds: Mapping[str, int]
    """How many errors of each kind the whole submission has."""
    roles: Mapping[str, int]
    labels: Sequence[str]


@dataclass(frozen=True)
class ComparedItemView:
    """An item that two submissions answer differently."""

    id: str
    texts: Mapping[str, str]
    gold: Mapping[str, object] | None
    difference: float
    first: SideView
    second: SideView


@dataclass(frozen=True)
class ComparedView:
    """``better``: items where the first submission is better than the second."""

    total: int
    offset: int
    better: int
    worse: int
    same: int
    otherwise: int
    """Of the same, those that are answered differently all the same."""
    rows: Sequence[ComparedItemView]
