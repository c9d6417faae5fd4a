"""Boards, scoring again, ratings by people."""

from typing import Annotated

from pydantic import StringConstraints

from pingce.leaderboard.competition.result_views import Board, ScoredKind
from pingce.spec.words import Words

from .common import In, Out
from .competitions import Line, TaskId

Reason = Annotated[str, StringConstraints(min_length=1, max_length=4000, strip_whitespace=True)]


class PublishedBoardView(Out):
    """A ranking that was published, from the tables that come with the package."""

    edition: str
    title: Words
    board: Board


class RescoreIn(In):
    """Which submissions are scored again: of a subtask or phase, and `everything`: also those whose scores are
    current.
    """

    reason: Reason
    task: TaskId | None = None
    phase: ScoredKind | None = None
    everything: bool = False


class QueuedView(Out):
    """How many submissions wait to be scored now."""

    queued: int


class ImportedRowsView(Out):
    """How many rows of a published table stand on the board now."""

    rows: int


class RatingIn(In):
    """A campaign to be made in which people rate the explanations of a phase."""

    phase: ScoredKind
    task: TaskId
    title: Line


class RatingKeyIn(In):
    """The phase and subtask whose explanations people rate."""

    phase: ScoredKind
    task: TaskId
