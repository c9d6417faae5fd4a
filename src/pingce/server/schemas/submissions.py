"""Submissions: their scores, and what they got wrong."""

from typing import Annotated, Literal

from pydantic import Field

from pingce.spec.words import Words

from .common import In, Note, Out, ProblemView
from .competitions import ScoredKind

EntryState = Literal["queued", "scoring", "scored", "failed"]


class LeftView(Out):
    """What may still be handed in; null: no limit."""

    task: str
    today: int | None
    in_all: int | None


class ScoreView(Out):
    """A score and what gave it: package version, fingerprint of the scorer, checksum of the answers."""

    id: int
    value: float | None
    numbers: dict[str, dict[str, float]]
    intervals: dict[str, dict[str, list[float]]]
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


class EntryView(Out):
    id: int
    task: str
    name: str
    size: int
    records: int
    warnings: int
    sha256: str
    state: EntryState
    ahead: int | None
    problem: str
    hidden: bool
    scores: list[ScoreView]


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


class SubmissionView(Out):
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
    entries: list[EntryView]


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


class SignificanceView(Out):
    """Whether two submissions differ: `low` to `high` is the 95 % interval of first minus second."""

    number: str
    first: float
    second: float
    low: float
    high: float
    p_bootstrap: float
    p_mcnemar: float | None
