"""Benchmarks: their recipe, the plan, runs and orders."""

from typing import Annotated, Literal

from pydantic import Field

from pingce.spec.words import Words

from .common import Id, In, Out

RunState = Literal["running", "done", "failed", "cancelled", "interrupted"]
OrderState = Literal["queued", "running", "done", "failed", "cancelled"]
StandingName = Literal["fresh", "run", "running", "after", "waits", "blocked"]


class BenchmarkBrief(Out):
    """A benchmark one belongs to; `manages`: whether plan and runs may be asked for."""

    name: str
    title: Words
    editions: list[str]
    tasks: list[str]
    manages: bool


class RecipeStageView(Out):
    name: str
    kind: str
    title: Words
    inputs: list[str]
    """Names of sources and stages."""
    output: str
    settings: dict[str, object]
    asks: Words | None
    """Whom the stages after it wait for."""
    campaign: int | None
    competition: int | None


class SourceView(Out):
    name: str
    path: str
    kind: str | None
    genre: str | None
    task: str | None


class BenchmarkView(Out):
    brief: BenchmarkBrief
    engine: str
    sources: list[SourceView]
    stages: list[RecipeStageView]


class StagePlanView(Out):
    """What is to be done about a stage, and why."""

    stage: str
    kind: str
    title: Words
    standing: StandingName
    reasons: list[Words]
    run: int | None


class CountRowView(Out):
    """`taken` is `given` and all of `left` together."""

    stage: str
    kind: str
    title: Words
    taken: int
    given: int
    left: dict[str, int]


class RunBrief(Out):
    id: int
    stage: str
    kind: str
    state: RunState
    who: str
    started_at: float
    finished_at: float | None
    counts: dict[str, object] | None


class RunView(Out):
    brief: RunBrief
    inputs: dict[str, object]
    outputs: dict[str, object]
    settings: dict[str, object]
    result: dict[str, object]
    problem: Words | None
    version: str
    host: str
    seed: int | None
    repeat: str
    """The command that makes the same again."""


class LogView(Out):
    """Lines from `start` on; ask again from `end`."""

    lines: list[str]
    end: int
    finished: bool


class OrderIn(In):
    target: Annotated[str, Field(max_length=64)] | None = None


class OrderView(Out):
    id: int
    target: str | None
    state: OrderState
    who: str
    asked_at: float
    finished_at: float | None
    problem: str


class MemberIdIn(In):
    user: Id


class BenchmarkMemberView(Out):
    user: int
    name: str
    title: str
