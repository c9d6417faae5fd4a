"""Benchmarks: what they are made of, what has to be done, runs and their logs, and orders to make something.

To whoever does not belong to a benchmark it does not exist. Plans, runs and logs are for those who build it: they tell
how many items have which label and how answers are drawn for audit.
"""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi import Path as PathParameter
from sqlalchemy.orm import Session

from pingce.flow import orders, registry, runs
from pingce.flow.benchmark import Benchmark
from pingce.flow.counts import flow_counts
from pingce.flow.plan import make_plan
from pingce.flow.states import parts_of
from pingce.spec.words import Words
from pingce.store.errors import NotFound
from pingce.store.tables.flow import MakeOrder, RunRow
from pingce.store.tables.people import User

from ..deps import Limit, PathId, RequestContext, allow
from ..http.json_body import StrictRoute
from ..policies import POLICIES, Action
from ..schemas.flow import (
    BenchmarkBrief,
    BenchmarkMemberView,
    BenchmarkView,
    CountRowView,
    LogView,
    MemberIdIn,
    OrderIn,
    OrderView,
    RecipeStageView,
    RunBrief,
    RunView,
    SourceView,
    StagePlanView,
)

router = APIRouter(tags=["benchmarks"], route_class=StrictRoute)

Name = Annotated[str, PathParameter(max_length=64)]
StageName = Annotated[str | None, Query(max_length=64)]
Line = Annotated[int, Query(ge=0, le=10**9)]
MOST_LINES = 1000


@router.get("/benchmarks", summary="The benchmarks one belongs to")
def list_benchmarks(context: Annotated[RequestContext, allow(Action.SEE_BENCHMARKS)]) -> list[BenchmarkBrief]:
    with context.reading() as db:
        return [
            _brief(context, benchmark)
            for benchmark, number in context.server.benchmarks.opened(db)
            if registry.is_member(db, context.actor, number)
        ]


@router.get("/benchmarks/{name}", summary="Sources, stages and settings of a benchmark")
def benchmark_detail(name: Name, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]) -> BenchmarkView:
    with context.reading() as db:
        benchmark, number = _open(context, db, name)
        parts = parts_of(db, number)
    stages = [
        RecipeStageView(
            name=stage.name,
            kind=stage.kind.name,
            title=stage.kind.title,
            inputs=list(stage.inputs),
            output=stage.output,
            settings=dict(stage.settings),
            asks=stage.kind.asks,
            campaign=parts[stage.name].campaign_id if stage.name in parts else None,
            competition=parts[stage.name].competition_id if stage.name in parts else None,
        )
        for stage in benchmark.stages
    ]
    sources = [SourceView.model_validate(source) for source in benchmark.sources]
    return BenchmarkView(brief=_brief(context, benchmark), engine=benchmark.engine, sources=sources, stages=stages)


@router.get("/benchmarks/{name}/plan", summary="What is up to date, what would run, and whom it waits for")
def benchmark_plan(
    name: Name, context: Annotated[RequestContext, allow(Action.SEE_RUNS)], target: StageName = None
) -> list[StagePlanView]:
    with context.reading() as db:
        benchmark, number = _open(context, db, name)
        plan = make_plan(db, benchmark, number, target)
    return [
        StagePlanView(
            stage=each.stage.name,
            kind=each.stage.kind.name,
            title=each.stage.kind.title,
            standing=each.standing.value,
            reasons=list(each.reasons),
            run=each.run,
        )
        for each in plan.stages
    ]


@router.get("/benchmarks/{name}/counts", summary="How many items each stage took in, gave on and left out")
def benchmark_counts(name: Name, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]) -> list[CountRowView]:
    with context.reading() as db:
        benchmark, number = _open(context, db, name)
        return [CountRowView.model_validate(row) for row in flow_counts(db, benchmark, number)]


@router.get("/benchmarks/{name}/runs", summary="Runs, the newest first")
def list_runs(
    name: Name,
    context: Annotated[RequestContext, allow(Action.SEE_RUNS)],
    stage: StageName = None,
    limit: Limit = 100,
) -> list[RunBrief]:
    with context.reading() as db:
        _, number = _open(context, db, name)
        return [_run(db, row) for row in runs.runs_of(db, number, stage=stage, most=limit)]


@router.get("/benchmarks/{name}/runs/{run}", summary="A run: inputs, outputs, settings, result")
def run_detail(name: Name, run: PathId, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]) -> RunView:
    with context.reading() as db:
        benchmark, number = _open(context, db, name)
        row = runs.find_run(db, number, run)
        brief = _run(db, row)
    seed = row.settings.get(runs.SEEDED)
    return RunView(
        brief=brief,
        inputs=dict(row.inputs),
        outputs=dict(row.outputs),
        settings=dict(row.settings),
        result=dict(row.result),
        problem=Words(str(row.problem["zh"]), str(row.problem["en"])) if row.problem is not None else None,
        version=row.version,
        host=row.host,
        seed=seed if isinstance(seed, int) else None,
        repeat=runs.repeat_command(benchmark, row.stage),
    )


@router.get("/benchmarks/{name}/runs/{run}/log", summary="The log of a run, from a line on")
def run_log(
    name: Name, run: PathId, context: Annotated[RequestContext, allow(Action.SEE_RUNS)], start: Line = 0
) -> LogView:
    with context.reading() as db:
        benchmark, number = _open(context, db, name)
        row = runs.find_run(db, number, run)
        finished = runs.shown_state(db, row) != "running"
    lines = runs.log_lines(benchmark, run, start, MOST_LINES)
    return LogView(lines=lines, end=start + len(lines), finished=finished and len(lines) < MOST_LINES)


@router.post("/benchmarks/{name}/runs/{run}/cancel", summary="End a run")
def cancel_run(name: Name, run: PathId, context: Annotated[RequestContext, allow(Action.MAKE)]) -> RunBrief:
    with context.writing() as db:
        _, number = _open(context, db, name)
        return _run(db, runs.cancel_run(db, number, run))


@router.post("/benchmarks/{name}/make", summary="Bring the benchmark, or a stage, up to date", status_code=201)
def order_make(name: Name, body: OrderIn, context: Annotated[RequestContext, allow(Action.MAKE)]) -> OrderView:
    """A worker process does it, which outlives the server; the same order that is under way already is given back."""
    with context.writing() as db:
        benchmark, number = _open(context, db, name)
        order = orders.order_make(db, context.actor, benchmark, number, body.target)
        shown = _order(db, order)
    context.server.make_desk.wake()
    return shown


@router.get("/benchmarks/{name}/orders", summary="Orders, the newest first")
def list_orders(
    name: Name, context: Annotated[RequestContext, allow(Action.SEE_RUNS)], limit: Limit = 20
) -> list[OrderView]:
    with context.reading() as db:
        _, number = _open(context, db, name)
        return [_order(db, order) for order in orders.orders_of(db, number, most=limit)]


@router.post("/benchmarks/{name}/orders/{order}/cancel", summary="Cancel an order and what it runs")
def cancel_order(name: Name, order: PathId, context: Annotated[RequestContext, allow(Action.MAKE)]) -> OrderView:
    with context.writing() as db:
        _, number = _open(context, db, name)
        return _order(db, orders.cancel_order(db, number, order))


@router.get("/benchmarks/{name}/members", summary="Who may look at the benchmark besides those who work in it")
def list_benchmark_members(
    name: Name, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]
) -> list[BenchmarkMemberView]:
    with context.reading() as db:
        _, number = _open(context, db, name)
        return [_member(user) for user in registry.members(db, number)]


@router.post("/benchmarks/{name}/members", summary="Add somebody", status_code=201)
def add_benchmark_member(
    name: Name, body: MemberIdIn, context: Annotated[RequestContext, allow(Action.MANAGE_BENCHMARK)]
) -> list[BenchmarkMemberView]:
    with context.writing() as db:
        _, number = _open(context, db, name)
        registry.add_member(db, number, body.user)
        return [_member(user) for user in registry.members(db, number)]


@router.delete("/benchmarks/{name}/members/{user}", summary="Remove somebody")
def remove_benchmark_member(
    name: Name, user: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_BENCHMARK)]
) -> list[BenchmarkMemberView]:
    with context.writing() as db:
        _, number = _open(context, db, name)
        registry.remove_member(db, number, user)
        return [_member(each) for each in registry.members(db, number)]


def _open(context: RequestContext, db: Session, name: str) -> tuple[Benchmark, int]:
    """The benchmark and its number; one that the server has not opened, or that is not theirs, does not exist."""
    number = context.server.benchmarks.number(name)
    if number is None:
        raise NotFound(Words(f"基准“{name}”", f"benchmark '{name}'"), code="no-benchmark")
    registry.need_member(db, context.actor, number, name)
    return context.server.benchmarks.read(name), number


def _brief(context: RequestContext, benchmark: Benchmark) -> BenchmarkBrief:
    return BenchmarkBrief(
        name=benchmark.name,
        title=benchmark.title,
        editions=list(benchmark.editions),
        tasks=list(benchmark.tasks),
        manages=POLICIES[Action.SEE_RUNS].permits(context.actor.roles),
    )


def _run(db: Session, row: RunRow) -> RunBrief:
    counts = row.result.get("counts")
    return RunBrief(
        id=row.id,
        stage=row.stage,
        kind=row.kind,
        state=runs.shown_state(db, row),  # type: ignore[arg-type] # one of the states
        who=row.who,
        started_at=row.started_at,
        finished_at=row.finished_at,
        counts=counts if isinstance(counts, dict) else None,
    )


def _order(db: Session, order: MakeOrder) -> OrderView:
    user = db.get(User, order.user_id)
    return OrderView(
        id=order.id,
        target=order.target,
        state=order.state,  # type: ignore[arg-type] # one of the states
        who=user.name if user is not None else "",
        asked_at=order.asked_at,
        finished_at=order.finished_at,
        problem=order.problem,
    )


def _member(user: User) -> BenchmarkMemberView:
    return BenchmarkMemberView(user=user.id, name=user.name, title=user.title)
