"""What services give about results: submissions, scores, boards, and items in the error explorer.

Plain values whose attributes are named as in the API, which serves them as they are, so names and types are a public
contract (docs/decisions/0006). Nothing here knows the database. The competition itself is in ``views``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pingce.scoring.differences import Difference
from pingce.spec.words import Words

from .visibility import Sight

Numbers = Mapping[str, Mapping[str, float]]
ScoredKind = Literal["dev", "test"]
"""Phases in which answers are handed in."""
EntryState = Literal["queued", "scoring", "scored", "failed"]


@dataclass(frozen=True)
class LeftView:
    """How many submissions a team has left for a subtask, today and in the whole phase; None: no limit."""

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
    """The answers to one subtask within a submission: the file as it came, where its scoring stands, and its scores."""

    id: int
    task: str
    title: Words
    """Of the task."""
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
    """What a team handed in at one time, with an entry per subtask; a withdrawn one stands on no board."""

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
    """The board of one subtask: its rows from the best down by ``number``, which is written ``measure.number``."""

    task: str
    title: Words
    number: str
    rows: Sequence[BoardRow]
    notes: Sequence[Words]


@dataclass(frozen=True)
class OverallRow:
    """A team in the overall ranking of an edition: its scores by subtask, their Z-scores and the mean that ranks.

    ``rank`` is None for those who stand in the table but are not ranked.
    """

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
    """What a group of subtasks whose mean is taken first is called."""

    id: str
    title: Words


@dataclass(frozen=True)
class AwardRow:
    """A team among those that are considered for an award: ranking, the jury's marks, and the two weighed together."""

    rank: int
    team: str
    evaluation: float
    jury: float
    final: float


@dataclass(frozen=True)
class Board:
    """The results of a phase as this viewer may see them (``sight``): by subtask, overall, and the awards."""

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
    """A scored submission in the course of a phase; ``counts``: it is the one that stands on the board."""

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
