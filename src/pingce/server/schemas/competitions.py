"""Bodies of competitions: phases, files, teams, submissions."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from pingce.leaderboard.competition.phases import Counts, Download, Shows
from pingce.leaderboard.competition.scoring_jobs import ProblemKindView
from pingce.leaderboard.competition.views import Affiliation, FileView, Kind, TaskInfo, TeamState
from pingce.spec.errors import PlacedProblem
from pingce.spec.words import Words

from .common import In, Note, Out
from .people import Password, UserName

Line = Annotated[str, StringConstraints(min_length=1, max_length=128, strip_whitespace=True)]
OptionalLine = Annotated[str, StringConstraints(max_length=128, strip_whitespace=True)]
TaskId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Time = Annotated[float, Field(ge=0, le=32_503_680_000)]


class CompetitionIn(In):
    """An edition, or some tasks; without edition the organisers choose how Zs are computed."""

    title: Line
    edition: Annotated[str, Field(max_length=64)] | None = None
    tasks: Annotated[list[TaskId], Field(max_length=20)] = Field(default_factory=list)
    about: Annotated[str, Field(max_length=20_000)] = ""
    ddof: Literal[0, 1] = 1
    baseline_counts: bool = False


class CompetitionChange(In):
    """What is to change about a competition; `open`: whether everybody sees it."""

    about: Annotated[str, Field(max_length=20_000)] | None = None
    contact: Annotated[str, Field(max_length=1000)] | None = None
    open: bool | None = None


class PhaseIn(In):
    """Settings that are left out keep their value, or the usual one of the phase."""

    kind: Kind
    starts_at: Time
    ends_at: Time | None = None
    downloads: Annotated[list[Download], Field(max_length=5)] | None = None
    per_day: Annotated[int, Field(ge=0, le=10_000)] | None = None
    """0: as many as they like."""
    in_all: Annotated[int, Field(ge=0, le=10_000)] | None = None
    """0: as many as they like."""
    shows: Shows | None = None
    counts: Counts | None = None
    agreement: Annotated[str, Field(max_length=20_000)] | None = None
    explorer: bool | None = None
    intervals: bool | None = None
    """Whether teams see intervals of scores on test answers that are still held back."""


class PhasesIn(In):
    """Dates and rules of phases; phases that are not named stay."""

    phases: Annotated[list[PhaseIn], Field(min_length=1, max_length=4)]
    reason: Note = ""
    """Why dates are moved; told to everybody."""


class EditionView(Out):
    """An edition to make a competition from; `id` null: tasks that belong to none."""

    id: str | None
    title: Words
    note: Words
    preset: Words
    """The rules its phases begin with; empty where they are the usual ones."""
    tasks: list[TaskInfo]


class PackView(Out):
    """A released pack in the project's folder."""

    name: str
    tasks: list[str]
    yours: bool
    """Whether the person who asks may use it: one with held-back answers is for administrators and those it names."""


class PackIn(In):
    """A pack of the project's folder that the competition takes its files from."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=128)]


class TeamIn(In):
    """What a team says about itself when it registers."""

    name: Line
    organisation: OptionalLine = ""
    leader: OptionalLine = ""
    email: OptionalLine = ""
    members: Annotated[list[OptionalLine], Field(max_length=50)] = Field(default_factory=list)
    affiliation: Affiliation = ""
    phone: OptionalLine = ""
    accepted: Annotated[list[Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]], Field(max_length=4)] = (
        Field(default_factory=list)
    )
    """`sha256` of the texts that were read and are accepted (`texts` of the competition)."""


class SignUpIn(In):
    """An account and a team in one step."""

    account: UserName
    password: Password
    team: TeamIn


class TeamDecision(In):
    """Whether a team may take part; the reason is told to the team."""

    state: TeamState
    reason: Note = ""


class AgreementIn(In):
    """`sha256` of the text that was read, in UTF-8."""

    phase: Kind
    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class ImportedFilesView(Out):
    """The files of a pack that was put in."""

    files: list[FileView]
    queued: int
    """Submissions that are scored again because an answer file changed."""


class WarningsView(Out):
    """What is odd about a file of answers: by kind, and the first of them one by one."""

    records: int
    warnings: int
    kinds: list[ProblemKindView]
    problems: list[PlacedProblem]


class SubmissionChange(In):
    """What a team says about one of its submissions."""

    description: Annotated[str, Field(max_length=20_000)]


class WithdrawIn(In):
    """Why a submission is taken off the board."""

    reason: Note = ""
