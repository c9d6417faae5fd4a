"""Boards, scoring again, ratings by people."""

from typing import Annotated

from pydantic import StringConstraints

from pingce.spec.words import Words

from .common import In, Out
from .competitions import Line, ScoredKind, Shows, TaskId

Reason = Annotated[str, StringConstraints(min_length=1, max_length=4000, strip_whitespace=True)]


class BoardRowView(Out):
    place: int | None
    team: str
    baseline: bool
    system: str
    submission: int | None
    value: float | None
    shown: str
    low: float | None
    high: float | None
    group: int | None
    numbers: dict[str, float]
    at: float | None
    scores: int


class TaskBoardView(Out):
    task: str
    title: Words
    number: str
    rows: list[BoardRowView]
    notes: list[Words]


class OverallRowView(Out):
    rank: int | None
    team: str
    baseline: bool
    scores: dict[str, float | None]
    z: dict[str, float | None]
    z_mean: float | None
    z_shown: dict[str, str]
    """Print these: as published where the board was published."""
    z_mean_shown: str


class AwardRowView(Out):
    rank: int
    team: str
    evaluation: float
    jury: float
    final: float


class BoardView(Out):
    """`sight`: whose scores are shown to you."""

    phase: ScoredKind
    sight: Shows
    tasks: list[TaskBoardView]
    overall: list[OverallRowView]
    awards: list[AwardRowView]
    notes: list[Words]
    at: float


class PublishedBoardView(Out):
    """A ranking that was published, from the tables that come with the package."""

    edition: str
    title: Words
    board: BoardView


class HistoryPointView(Out):
    team: str
    baseline: bool
    task: str
    submission: int
    system: str
    at: float
    value: float
    counts: bool


class RescoreIn(In):
    reason: Reason
    task: TaskId | None = None
    phase: ScoredKind | None = None
    everything: bool = False


class QueuedView(Out):
    queued: int


class ImportedRowsView(Out):
    rows: int


class RatingIn(In):
    phase: ScoredKind
    task: TaskId
    title: Line


class RatingKeyIn(In):
    phase: ScoredKind
    task: TaskId


class RatingView(Out):
    campaign: int
    phase: ScoredKind
    task: str
    items: int
    rated: int
    raters: list[str]
    alpha: float | None
    mean_difference: float | None
    entries: int
