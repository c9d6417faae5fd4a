"""A benchmark as the API tells of it: recipe, plan, runs, logs, orders and members.

Comes in: rows of the database and the benchmark's own values. Comes out: dataclasses whose attributes are named as in
the API, which serves them as they are (docs/decisions/0006). The tables and charts a page shows for a run stand in
:mod:`pingce.flow.result_pages`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from sqlalchemy.orm import Session

from pingce.spec.words import Words
from pingce.store.tables.flow import MakeOrder, RunRow
from pingce.store.tables.people import User

from . import orders, registry, runs
from .benchmark import Benchmark, BenchmarkSource
from .plan import StageStanding, make_plan
from .states import parts_of

RunState = Literal["running", "done", "failed", "cancelled", "interrupted"]
OrderState = Literal["queued", "running", "done", "failed", "cancelled"]
MOST_LINES = 1000
"""Of a log, in one answer."""


@dataclass(frozen=True)
class BenchmarkBrief:
    """A benchmark one belongs to; `manages`: whether plan and runs may be asked for."""

    name: str
    title: Words
    editions: Sequence[str]
    tasks: Sequence[str]
    manages: bool


@dataclass(frozen=True)
class RecipeStageView:
    """A stage of a recipe (``[[stage]]`` in benchmark.toml): what it reads, what it writes, how it is set.

    ``campaign`` and ``competition`` are what it became in the database, where it did.
    """

    name: str
    kind: str
    title: Words
    inputs: Sequence[str]
    """Names of sources and stages."""
    output: str
    settings: Mapping[str, object]
    asks: Words | None
    """Whom the stages after it wait for."""
    campaign: int | None
    competition: int | None


@dataclass(frozen=True)
class BenchmarkView:
    """A benchmark with its whole recipe, as its page shows it; how far each stage is says ``StagePlanView``."""

    brief: BenchmarkBrief
    engine: str
    archived: bool
    """It is only looked at."""
    sources: Sequence[BenchmarkSource]
    stages: Sequence[RecipeStageView]


@dataclass(frozen=True)
class StagePlanView:
    """What is to be done about a stage, and why."""

    stage: str
    kind: str
    title: Words
    standing: StageStanding
    reasons: Sequence[Words]
    run: int | None


@dataclass(frozen=True)
class RunBrief:
    """One run of a stage in a list: who began it, how it ended, how many records went in and came out.

    Times are seconds since 1970; ``finished_at`` is None while it is under way.
    """

    id: int
    stage: str
    kind: str
    state: RunState
    who: str
    started_at: float
    finished_at: float | None
    counts: Mapping[str, object] | None


@dataclass(frozen=True)
class RunView:
    """All that is kept of a run: checksums of what it read and wrote, settings, result, version and seed.

    Enough to make the same again (``repeat``) and to tell whether a later run would differ.
    """

    brief: RunBrief
    inputs: Mapping[str, object]
    outputs: Mapping[str, object]
    settings: Mapping[str, object]
    result: Mapping[str, object]
    problem: Words | None
    version: str
    host: str
    seed: int | None
    repeat: str
    """The command that makes the same again."""


@dataclass(frozen=True)
class LogView:
    """Lines from `start` on; ask again from `end`."""

    lines: Sequence[str]
    end: int
    finished: bool


@dataclass(frozen=True)
class OrderView:
    """An order to make a benchmark, given on a page: ``target`` is the stage wanted, or None for all of it."""

    id: int
    target: str | None
    state: OrderState
    who: str
    asked_at: float
    finished_at: float | None
    problem: str


@dataclass(frozen=True)
class BenchmarkMemberView:
    """Somebody who may look at and change a benchmark; ``name`` is the login name, ``title`` what people call them."""

    user: int
    name: str
    title: str


def benchmark_brief(benchmark: Benchmark, *, manages: bool) -> BenchmarkBrief:
    """What a list of benchmarks shows of one."""
    return BenchmarkBrief(benchmark.name, benchmark.title, benchmark.editions, benchmark.tasks, manages)


def benchmark_view(db: Session, benchmark: Benchmark, benchmark_id: int, *, manages: bool) -> BenchmarkView:
    """Sources and stages, with the campaign or competition that a stage has made."""
    parts = parts_of(db, benchmark_id)
    stages = [
        RecipeStageView(
            stage.name,
            stage.kind.name,
            stage.kind.title,
            stage.inputs,
            stage.output,
            stage.settings,
            stage.kind.asks,
            parts[stage.name].campaign_id if stage.name in parts else None,
            parts[stage.name].competition_id if stage.name in parts else None,
        )
        for stage in benchmark.stages
    ]
    brief, archived = benchmark_brief(benchmark, manages=manages), registry.removal_status(db, benchmark_id) is not None
    return BenchmarkView(brief, benchmark.engine, archived, benchmark.sources, stages)


def plan_view(db: Session, benchmark: Benchmark, benchmark_id: int, target: str | None) -> list[StagePlanView]:
    """The plan of the whole benchmark, or of what ``target`` needs."""
    plan = make_plan(db, benchmark, benchmark_id, target)
    return [
        StagePlanView(
            planned.stage.name,
            planned.stage.kind.name,
            planned.stage.kind.title,
            planned.standing,
            planned.reasons,
            planned.run,
        )
        for planned in plan.stages
    ]


def run_brief(db: Session, row: RunRow) -> RunBrief:
    """A run as lists show it."""
    counts = row.result.get("counts")
    return RunBrief(
        row.id,
        row.stage,
        row.kind,
        cast("RunState", runs.shown_state(db, row)),
        row.who,
        row.started_at,
        row.finished_at,
        counts if isinstance(counts, dict) else None,
    )


def run_view(db: Session, benchmark: Benchmark, row: RunRow) -> RunView:
    """Everything that is kept of a run."""
    seed = row.settings.get(runs.SEEDED)
    return RunView(
        brief=run_brief(db, row),
        inputs=row.inputs,
        outputs=row.outputs,
        settings=row.settings,
        result=row.result,
        problem=Words(str(row.problem["zh"]), str(row.problem["en"])) if row.problem is not None else None,
        version=row.version,
        host=row.host,
        seed=seed if isinstance(seed, int) else None,
        repeat=runs.repeat_command(benchmark, row.stage),
    )


def log_view(db: Session, benchmark: Benchmark, row: RunRow, start: int) -> LogView:
    """At most ``MOST_LINES`` lines of a run's log from ``start`` on."""
    finished = runs.shown_state(db, row) != "running"  # before the lines: none is written after it
    lines = runs.log_lines(benchmark, row.id, start, MOST_LINES)
    return LogView(lines, start + len(lines), finished and len(lines) < MOST_LINES)


def order_view(db: Session, order: MakeOrder) -> OrderView:
    """An order with the name of who gave it."""
    user = db.get(User, order.user_id)
    return OrderView(
        order.id,
        order.target,
        cast("OrderState", order.state),
        user.name if user is not None else "",
        order.asked_at,
        order.finished_at,
        order.problem,
    )


def order_views(db: Session, benchmark_id: int, *, most: int) -> list[OrderView]:
    """The newest first."""
    return [order_view(db, order) for order in orders.orders_of(db, benchmark_id, most=most)]


def member_views(db: Session, benchmark_id: int) -> list[BenchmarkMemberView]:
    """Those named, who may look at a benchmark besides those who work in it."""
    return [BenchmarkMemberView(user.id, user.name, user.title) for user in registry.members(db, benchmark_id)]
