"""Results of a benchmark: what a run found as pages to be read, files that stages made, a file of answers scored.

The pages themselves are written by :mod:`pingce.flow.result_pages` when the run ends; here they are only handed out.
"""

from collections.abc import Collection
from concurrent.futures.process import BrokenProcessPool
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query, UploadFile
from fastapi.responses import FileResponse

from pingce.flow.layout import find_file
from pingce.flow.preview import preview_record
from pingce.flow.result_pages import page_record, read_items, read_pages
from pingce.flow.runs import find_run
from pingce.flow.scoring import answers_pages, model_answers, pack_gold
from pingce.spec.errors import UserError
from pingce.spec.task import RuleSet
from pingce.spec.words import Words
from pingce.store.errors import Refused

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import PathId, RequestContext, allow
from ..schemas.recipes import StageIn
from ..uploads import on_disk
from .benchmarks import Name
from .recipes import Stage

router = APIRouter(tags=["results"], route_class=StrictRoute)

FilePath = Annotated[str, Query(max_length=500)]


@router.get("/benchmarks/{name}/runs/{run}/pages", summary="The result of a run as pages to be read")
def run_pages(
    name: Name, run: PathId, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]
) -> list[dict[str, object]]:
    """Pages of sections; a block of a section is a `table`, a `bartable`, a `chart` or `lines`."""
    with context.reading() as db:
        benchmark, number = context.server.benchmarks.enter(db, context.actor, name)
        find_run(db, number, run)
    return read_pages(benchmark, run)


@router.get("/benchmarks/{name}/runs/{run}/items", summary="The items behind a number of a run's result")
def items_behind(
    name: Name,
    run: PathId,
    page: Annotated[str, Query(max_length=64)],
    group: Annotated[str, Query(max_length=500)],
    context: Annotated[RequestContext, allow(Action.SEE_RUNS)],
) -> dict[str, object]:
    """`page` and `group` as the tables of the page name them: a title, heads, and rows of item, text and cells."""
    with context.reading() as db:
        benchmark, number = context.server.benchmarks.enter(db, context.actor, name)
        find_run(db, number, run)
    return read_items(benchmark, run, page, group)


@router.post("/benchmarks/{name}/stages/{stage}/preview", summary="What other settings would do, tried on a sample")
def preview_stage(
    name: Name, stage: Stage, body: StageIn, context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)]
) -> dict[str, object]:
    """A page that compares them with the settings that are saved; nothing is written. Screening and replacing only."""
    with context.reading() as db:
        benchmark, _ = context.server.benchmarks.enter(db, context.actor, name)
    job = context.server.pool.submit(preview_record, benchmark.folder, stage, body.inputs, body.settings)
    try:
        return job.result()
    except (TimeoutError, BrokenProcessPool) as problem:
        raise Refused(Words("试算花的时间太长。", "The trial took too long."), code="preview-stopped") from problem


@router.post("/benchmarks/{name}/answers", summary="Score answers with a pack of the benchmark, and compare two")
def score_answers(
    name: Name,
    pack: Annotated[str, Form(max_length=64)],
    task: Annotated[str, Form(max_length=64)],
    part: Annotated[Literal["dev", "test"], Form()],
    context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)],
    file: UploadFile | None = None,
    other_file: UploadFile | None = None,
    stage: Annotated[str, Form(max_length=64)] = "",
    other_stage: Annotated[str, Form(max_length=64)] = "",
    rules: Annotated[RuleSet, Form()] = "official",
) -> list[dict[str, object]]:
    """A file or the answers of a model (`stage`), beside others or alone: a page for each, and one that compares them.

    `rules`: one of the sets the task can be scored by. Answers that a competition holds back are not scored with.
    """
    with context.reading() as db:
        benchmark, _ = context.server.benchmarks.enter(db, context.actor, name)
        gold = pack_gold(db, benchmark, pack, task, part)
    with on_disk(file) as first, on_disk(other_file) as second:
        answers: dict[str, str] = {}
        for path, sent, model in ((first, file, stage), (second, other_file, other_stage)):
            if path is not None and sent is not None:
                answers[_unlike(sent.filename or path, answers)] = path
            elif model:
                answers[_unlike(model, answers)] = str(model_answers(benchmark, model, pack, task, part))
        if not answers:
            raise UserError(
                Words("没有答案可打分。", "There are no answers to be scored."),
                hint=Words("选一个文件或一个模型的答案。", "Choose a file or the answers of a model."),
                code="no-answers",
            )
        return [page_record(page) for page in answers_pages(task, answers, gold, rules)]


def _unlike(name: str, names: Collection[str]) -> str:
    """Two files may have one name."""
    return f"{name} (2)" if name in names else name


@router.get("/benchmarks/{name}/output", summary="A file that a stage made", response_class=FileResponse)
def output_file(name: Name, path: FilePath, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]) -> FileResponse:
    """Of packs only the public side: held-back answers never leave through the server."""
    with context.reading() as db:
        benchmark, _ = context.server.benchmarks.enter(db, context.actor, name)
    stored = find_file(benchmark.folder, path)
    return FileResponse(stored, media_type="application/octet-stream", filename=stored.name)
