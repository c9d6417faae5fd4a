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
