"""The dictionaries of a benchmark: a word of all of them side by side, and two merged by people's decisions."""

from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Annotated, ParamSpec, TypeVar

from fastapi import APIRouter, Query

from pingce.flow import registry
from pingce.flow.dictionaries import dictionaries_page, dictionary_names
from pingce.flow.dictionary_merge import (
    DictionaryPairs,
    Measure,
    MergeChoice,
    decide_pair,
    list_pairs,
    merge_dictionaries,
)
from pingce.flow.result_pages import page_record
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Refused

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import RequestContext, allow
from ..schemas.common import Done
from ..schemas.dictionaries import MergeIn, PairDecisionIn
from .benchmarks import Name

router = APIRouter(tags=["dictionaries"], route_class=StrictRoute)

P = ParamSpec("P")
T = TypeVar("T")
FileName = Annotated[str, Query(max_length=200)]
Percent = Annotated[float, Query(ge=0, le=100)]


@router.get("/benchmarks/{name}/dictionaries", summary="A word in the dictionaries of a benchmark, side by side")
def compare_dictionaries(
    name: Name,
    context: Annotated[RequestContext, allow(Action.SEE_RUNS)],
    word: Annotated[str, Query(max_length=64)] = "",
) -> dict[str, object]:
    """As a page; its facts are the dictionaries with how many words they have."""
    with context.reading() as db:
        benchmark, _ = context.server.benchmarks.enter(db, context.actor, name)
    record: dict[str, object] = page_record(dictionaries_page(benchmark, word.strip()))
    return record


@router.get("/benchmarks/{name}/dictionaries/names", summary="The dictionaries of a benchmark")
def list_dictionaries(name: Name, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]) -> list[str]:
    with context.reading() as db:
        benchmark, _ = context.server.benchmarks.enter(db, context.actor, name)
    return dictionary_names(benchmark)


@router.get("/benchmarks/{name}/dictionaries/pairs", summary="Glosses of two dictionaries that may be one sense")
def list_gloss_pairs(
    name: Name,
    base: FileName,
    additions: FileName,
    context: Annotated[RequestContext, allow(Action.SEE_RUNS)],
    measure: Measure = "ratio",
    threshold: Percent = 85,
    near: Percent = 60,
    decided: bool = False,
) -> DictionaryPairs:
    """Pairs more than `near` per cent similar: the first that nobody decided, or (`decided`) those already decided."""
    with context.reading() as db:
        benchmark, _ = context.server.benchmarks.enter(db, context.actor, name)
    choice = MergeChoice(base, additions, measure, threshold)
    return _aside(context, list_pairs, benchmark.folder, choice, near, decided=decided)


@router.put("/benchmarks/{name}/dictionaries/decisions", summary="Decide whether two glosses are one sense")
def decide_gloss_pair(
    name: Name, body: PairDecisionIn, context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)]
) -> Done:
    """Kept with who and when; `same` null takes it back."""
    with context.writing() as db:
        benchmark, number = context.server.benchmarks.enter(db, context.actor, name)
        registry.lock_benchmark(db, number)
        who, at = context.actor.name, clock(db)
        decide_pair(benchmark, body.word, body.gloss, body.like, same=body.same, who=who, at=at)
    return Done()


@router.post("/benchmarks/{name}/dictionaries/merge", summary="Merge two dictionaries, as was decided", status_code=201)
def merge_two_dictionaries(
    name: Name, body: MergeIn, context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)]
) -> dict[str, int]:
    """Writes the file `NAME.json` of the benchmark; counts of words and glosses."""
    with context.writing() as db:
        benchmark, number = context.server.benchmarks.enter(db, context.actor, name)
        registry.lock_benchmark(db, number)
    choice = MergeChoice(body.base, body.additions, body.measure, body.threshold)
    return _aside(context, merge_dictionaries, benchmark.folder, choice, body.name)


def _aside(context: RequestContext, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """In a process of the pool: large dictionaries take seconds, and pages do not wait for them."""
    try:
        return context.server.pool.submit(work, *args, **kwargs).result()
    except (TimeoutError, BrokenProcessPool) as problem:
        raise Refused(Words("合并花的时间太长。", "The merge took too long."), code="merge-stopped") from problem
