"""Models of a benchmark: all that were trained with their cards, grids of settings to train, and deleting one."""

from concurrent.futures.process import BrokenProcessPool
from typing import Annotated

from fastapi import APIRouter

from pingce.flow import orders, registry
from pingce.flow.models import (
    BenchmarkModel,
    ModelRemovalPreview,
    add_grid,
    check_grid,
    model_removal,
    remove_model,
    trained_models,
)
from pingce.spec.words import Words
from pingce.store.errors import Refused

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import RequestContext, allow
from ..schemas.common import Done
from ..schemas.recipes import GridIn, NewStages
from .benchmarks import Name
from .recipes import Stage

router = APIRouter(tags=["models"], route_class=StrictRoute)


@router.get("/benchmarks/{name}/models", summary="The models of a benchmark with their cards")
def list_trained_models(name: Name, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]) -> list[BenchmarkModel]:
    with context.reading() as db:
        benchmark, number = context.server.benchmarks.enter(db, context.actor, name)
        return trained_models(db, benchmark, number)


@router.post("/benchmarks/{name}/stages/{stage}/grid", summary="Train with a grid of settings", status_code=201)
def train_grid(
    name: Name, stage: Stage, body: GridIn, context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)]
) -> NewStages:
    """A step for every combination that there is none of yet, all or none."""
    with context.reading() as db:
        benchmark, _ = context.server.benchmarks.enter(db, context.actor, name)
    job = context.server.pool.submit(check_grid, benchmark.folder, stage, body.grid)
    try:
        job.result()
    except (TimeoutError, BrokenProcessPool) as problem:
        raise Refused(Words("检查设置花的时间太长。", "Checking took too long."), code="check-stopped") from problem
    with context.writing() as db:
        benchmark, number = context.server.benchmarks.enter(db, context.actor, name)
        registry.lock_benchmark(db, number)
        changed, names = add_grid(benchmark, stage, body.grid)
        for each in names if body.start else ():
            orders.order_make(db, context.actor, changed, number, each)
    context.server.make_thread.wake()
    return NewStages(stages=names)


@router.get("/benchmarks/{name}/models/{stage}/removal", summary="What deleting a model would take along")
def preview_model_removal(
    name: Name, stage: Stage, context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)]
) -> ModelRemovalPreview:
    with context.reading() as db:
        benchmark, _ = context.server.benchmarks.enter(db, context.actor, name)
    return model_removal(benchmark, stage)


@router.delete("/benchmarks/{name}/models/{stage}", summary="Delete a model and what was made with it")
def delete_model(name: Name, stage: Stage, context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)]) -> Done:
    with context.writing() as db:
        benchmark, number = context.server.benchmarks.enter(db, context.actor, name)
        registry.lock_benchmark(db, number)
        remove_model(db, benchmark, number, stage)
    return Done()
