"""Benchmarks: what they are made of, what has to be done, runs and their logs, and orders to make something.

To whoever does not belong to a benchmark it does not exist. Plans, runs and logs are for those who build it: they tell
how many items have which label and how answers are drawn for audit.
"""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi import Path as PathParameter
from sqlalchemy.orm import Session

from pingce.flow import orders, registry, removal, runs
from pingce.flow.benchmark import Benchmark
from pingce.flow.counts import CountRow, flow_counts
from pingce.flow.removal import BenchmarkRemovalPreview
from pingce.flow.tables import PackTables, benchmark_tables
from pingce.flow.views import (
    BenchmarkBrief,
    BenchmarkMemberView,
    BenchmarkView,
    LogView,
    OrderView,
    RunBrief,
    RunView,
    StagePlanView,
    benchmark_brief,
    benchmark_view,
    log_view,
    member_views,
    order_view,
    order_views,
    plan_view,
    run_brief,
    run_view,
)
from pingce.store.removals import PutAway

from ..http.json_body import StrictRoute
from ..policies import POLICIES, Action
from ..request_context import Limit, PathId, RequestContext, allow
from ..schemas.common import Done
from ..schemas.recipes import MemberIdIn, OrderIn

router = APIRouter(tags=["benchmarks"], route_class=StrictRoute)

Name = Annotated[str, PathParameter(max_length=64)]
StageName = Annotated[str | None, Query(max_length=64)]
Line = Annotated[int, Query(ge=0, le=10**9)]


@router.get("/benchmarks", summary="The benchmarks one belongs to")
def list_benchmarks(context: Annotated[RequestContext, allow(Action.SEE_BENCHMARKS)]) -> list[BenchmarkBrief]:
    with context.reading() as db:
        return [
            benchmark_brief(benchmark, manages=_manages(context))
            for benchmark, number in context.server.benchmarks.opened(db)
            if registry.is_member(db, context.actor, number)
        ]


@router.get("/benchmarks/{name}", summary="Sources, stages and settings of a benchmark")
def benchmark_detail(name: Name, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]) -> BenchmarkView:
    with context.reading() as db:
        benchmark, number = _open(context, db, name)
        return benchmark_view(db, benchmark, number, manages=_manages(context))


@router.get("/benchmarks/{name}/plan", summary="What is up to date, what would run, and whom it waits for")
def benchmark_plan(
    name: Name, context: Annotated[RequestContext, allow(Action.SEE_RUNS)], target: StageName = None
) -> list[StagePlanView]:
    with context.reading() as db:
        benchmark, number = _open(context, db, name)
        return plan_view(db, benchmark, number, target)


@router.get("/benchmarks/{name}/counts", summary="How many items each stage took in, gave on and left out")
def benchmark_counts(name: Name, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]) -> list[CountRow]:
    with context.reading() as db:
        benchmark, number = _open(context, db, name)
        return flow_counts(db, benchmark, number)


@router.get("/benchmarks/{name}/tables", summary="What the benchmark's pack is made of, as reports print it")
def tables_of_benchmark(name: Name, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]) -> PackTables:
    with context.reading() as db:
        benchmark, _ = _open(context, db, name)
    return benchmark_tables(benchmark)


@router.get("/benchmarks/{name}/runs", summary="Runs, the newest first")
def list_runs(
    name: Name,
    context: Annotated[RequestContext, allow(Action.SEE_RUNS)],
    stage: StageName = None,
    limit: Limit = 100,
) -> list[RunBrief]:
    with context.reading() as db:
        _, number = _open(context, db, name)
        return [run_brief(db, row) for row in runs.runs_of(db, number, stage=stage, most=limit)]


@router.get("/benchmarks/{name}/runs/{run}", summary="A run: inputs, outputs, settings, result")
def run_detail(name: Name, run: PathId, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]) -> RunView:
    with context.reading() as db:
        benchmark, number = _open(context, db, name)
        return run_view(db, benchmark, runs.find_run(db, number, run))


@router.get("/benchmarks/{name}/runs/{run}/log", summary="The log of a run, from a line on")
def run_log(
    name: Name, run: PathId, context: Annotated[RequestContext, allow(Action.SEE_RUNS)], start: Line = 0
) -> LogView:
    with context.reading() as db:
        benchmark, number = _open(context, db, name)
        return log_view(db, benchmark, runs.find_run(db, number, run), start)


@router.post("/benchmarks/{name}/runs/{run}/cancel", summary="End a run")
def cancel_run(name: Name, run: PathId, context: Annotated[RequestContext, allow(Action.MAKE)]) -> RunBrief:
    with context.writing() as db:
        _, number = _open(context, db, name)
        return run_brief(db, runs.cancel_run(db, number, run))


@router.post("/benchmarks/{name}/make", summary="Bring the benchmark, or a stage, up to date", status_code=201)
def order_make(name: Name, body: OrderIn, context: Annotated[RequestContext, allow(Action.MAKE)]) -> OrderView:
    """A worker process does it, which outlives the server; the same order that is under way already is given back."""
    with context.writing() as db:
        benchmark, number = _open(context, db, name)
        registry.lock_benchmark(db, number)
        order = orders.order_make(db, context.actor, benchmark, number, body.target)
        shown = order_view(db, order)
    context.server.make_thread.wake()
    return shown


@router.get("/benchmarks/{name}/orders", summary="Orders, the newest first")
def list_orders(
    name: Name, context: Annotated[RequestContext, allow(Action.SEE_RUNS)], limit: Limit = 20
) -> list[OrderView]:
    with context.reading() as db:
        _, number = _open(context, db, name)
        return order_views(db, number, most=limit)


@router.post("/benchmarks/{name}/orders/{order}/cancel", summary="Cancel an order and what it runs")
def cancel_order(name: Name, order: PathId, context: Annotated[RequestContext, allow(Action.MAKE)]) -> OrderView:
    with context.writing() as db:
        _, number = _open(context, db, name)
        return order_view(db, orders.cancel_order(db, number, order))


@router.get("/benchmarks/{name}/members", summary="Who may look at the benchmark besides those who work in it")
def list_benchmark_members(
    name: Name, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]
) -> list[BenchmarkMemberView]:
    with context.reading() as db:
        _, number = _open(context, db, name)
        return member_views(db, number)


@router.post("/benchmarks/{name}/members", summary="Add somebody", status_code=201)
def add_benchmark_member(
    name: Name, body: MemberIdIn, context: Annotated[RequestContext, allow(Action.MANAGE_BENCHMARK)]
) -> list[BenchmarkMemberView]:
    with context.writing() as db:
        _, number = _open(context, db, name)
        registry.add_member(db, number, body.user)
        return member_views(db, number)


@router.delete("/benchmarks/{name}/members/{user}", summary="Remove somebody")
def remove_benchmark_member(
    name: Name, user: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_BENCHMARK)]
) -> list[BenchmarkMemberView]:
    with context.writing() as db:
        _, number = _open(context, db, name)
        registry.remove_member(db, number, user)
        return member_views(db, number)


@router.get("/benchmarks/{name}/removal", summary="What deleting a benchmark would hide, and what stays")
def preview_benchmark_removal(
    name: Name, context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)]
) -> BenchmarkRemovalPreview:
    with context.reading() as db:
        return removal.removal_preview(db, *_open(context, db, name))


@router.delete(
    "/benchmarks/{name}", summary="Delete a benchmark; it can be brought back for thirty days, its files stay"
)
def delete_benchmark(
    name: Name,
    context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)],
    confirm: Annotated[str, Query(max_length=64)] = "",
) -> Done:
    """One that has runs only if `confirm` is its name."""
    with context.writing() as db:
        removal.delete_benchmark(db, context.actor, *_open(context, db, name), confirm=confirm)
    return Done()


@router.post("/benchmarks/{name}/archive", summary="Put a benchmark away; it can still be looked at")
def archive_benchmark(name: Name, context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)]) -> Done:
    with context.writing() as db:
        removal.archive_benchmark(db, context.actor, *_open(context, db, name))
    return Done()


@router.post("/benchmarks/{name}/restore", summary="Bring back a benchmark that was archived or deleted")
def restore_benchmark(name: Name, context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)]) -> Done:
    with context.writing() as db:
        removal.restore_benchmark(db, context.actor, name)
    return Done()


@router.get("/put-away/benchmarks", summary="Archived and deleted benchmarks that one can bring back")
def list_put_away_benchmarks(
    context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)],
) -> list[PutAway]:
    with context.reading() as db:
        return removal.put_away_benchmarks(db, context.actor)


def _open(context: RequestContext, db: Session, name: str) -> tuple[Benchmark, int]:
    return context.server.benchmarks.enter(db, context.actor, name)


def _manages(context: RequestContext) -> bool:
    return POLICIES[Action.SEE_RUNS].permits(context.actor.roles)
