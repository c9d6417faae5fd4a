"""Submissions: their scores, and what they got wrong."""

from typing import Annotated, Literal

from pydantic import Field

from pingce.spec.words import Words

from .common import In, Note, Out, ProblemView

EntryState = Literal["queued", "scoring", "scored", "failed"]


class ProblemKindView(Out):
    """All problems of one kind; `official`: what the official script makes of them."""

    code: str
    level: Literal["error", "warning"]
    count: int
    title: Words
    official: Words
    example: ProblemView


class WarningsView(Out):
    """What is odd about a file of answers: by kind, and the first of them one by one."""

    records: int
    warnings: int
    kinds: list[ProblemKindView]
    problems: list[ProblemView]


class SubmissionChange(In):
    description: Annotated[str, Field(max_length=20_000)]


class WithdrawIn(In):
    reason: Note = ""


Winner = Literal["first", "second", "neither"]
ErrorKind = Literal["missed", "spurious", "role", "boundary", "coreference", "label"]


class DifferenceView(Out):
    """Positions are code points of the item's first text."""

    kind: ErrorKind
    role: str
    gold: str
    said: str
    gold_at: list[int]
    said_at: list[int]


class ExploredView(Out):
    id: str
    texts: dict[str, str]
    score: float | None
    answered: bool
    labels: list[str]
    gold: dict[str, object] | None
    said: dict[str, object] | None
    errors: list[DifferenceView]


class ExplorerView(Out):
    total: int
    offset: int
    rows: list[ExploredView]
    kinds: dict[str, int]
    roles: dict[str, int]
    labels: list[str]


class SideView(Out):
    score: float | None
    answered: bool
    said: dict[str, object] | None
    errors: list[DifferenceView]


class ComparedItemView(Out):
    id: str
    texts: dict[str, str]
    gold: dict[str, object] | None
    difference: float
    first: SideView
    second: SideView


class ComparedView(Out):
    """`better`: items where the first submission is better than the second; `otherwise`: of the same, those that are
    answered differently all the same.
    """

    total: int
    offset: int
    better: int
    worse: int
    same: int
    otherwise: int
    rows: list[ComparedItemView]
