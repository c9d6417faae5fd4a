"""Making and changing benchmarks: new ones, their texts, their stages and settings, small files that settings name;
and the results of runs as pages.

Everything lies below one folder of the server. What a person writes is obeyed as little as what stands in a folder from
elsewhere: no path leads out of the benchmark, no address is ever used.
"""

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query, UploadFile
from fastapi import Path as PathParameter
from fastapi.responses import FileResponse

from pingce.flow import recipe, registry
from pingce.flow.benchmark import Benchmark
from pingce.flow.files import EditableFile, editable_files, read_editable, write_editable
from pingce.flow.forms import StageForm, stage_forms
from pingce.flow.layout import find_file
from pingce.flow.results import page_record, read_pages
from pingce.flow.runs import find_run, make_command
from pingce.flow.scoring import answers_page, pack_gold
from pingce.flow.uploads import StoredText, UploadedFile, store_texts
from pingce.formats.provenance import SourceKind

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import PathId, RequestContext, allow
from ..schemas.common import Done
from ..schemas.recipes import BenchmarkIn, FileText, NewStageIn, StageIn, StageSettingsView, StoredTexts
from ..uploads import on_disk
from .benchmarks import Name

router = APIRouter(tags=["recipes"], route_class=StrictRoute)

Stage = Annotated[str, PathParameter(max_length=64)]
FileName = Annotated[str, PathParameter(max_length=64)]
FilePath = Annotated[str, Query(max_length=500)]


@router.post("/benchmarks", summary="Make a benchmark", status_code=201)
def create_benchmark(body: BenchmarkIn, context: Annotated[RequestContext, allow(Action.CREATE_BENCHMARK)]) -> Done:
    """Whoever makes it belongs to it."""
    with context.writing() as db:
        context.server.benchmarks.make(db, context.actor, body.name, body.like)
    return Done()


@router.get("/benchmarks/{name}/forms", summary="The kinds of stages with their settings")
def list_forms(name: Name, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]) -> list[StageForm]:
    with context.reading() as db:
        benchmark, _ = context.server.benchmarks.enter(db, context.actor, name)
    return stage_forms(benchmark)


@router.get("/benchmarks/{name}/stages/{stage}", summary="A stage: its settings, what it made, what comes next")
def stage_detail(
    name: Name, stage: Stage, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]
) -> StageSettingsView:
    with context.reading() as db:
        benchmark, _ = context.server.benchmarks.enter(db, context.actor, name)
    return _stage_view(benchmark, stage)


@router.post("/benchmarks/{name}/stages", summary="Add a stage", status_code=201)
def add_stage(
    name: Name, body: NewStageIn, context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)]
) -> StageSettingsView:
    with context.writing() as db:
        benchmark, number = context.server.benchmarks.enter(db, context.actor, name)
        registry.lock_benchmark(db, number)
        changed = recipe.add_stage(benchmark, body.name, body.kind, inputs=body.inputs, settings=body.settings)
    return _stage_view(changed, body.name)


@router.put("/benchmarks/{name}/stages/{stage}", summary="Change inputs and settings of a stage")
def change_stage(
    name: Name, stage: Stage, body: StageIn, context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)]
) -> StageSettingsView:
    with context.writing() as db:
        benchmark, number = context.server.benchmarks.enter(db, context.actor, name)
        registry.lock_benchmark(db, number)
        changed = recipe.change_stage(benchmark, stage, inputs=body.inputs, settings=body.settings)
    return _stage_view(changed, stage)


@router.delete("/benchmarks/{name}/stages/{stage}", summary="Take a stage out of the recipe; what it made stays")
def remove_stage(name: Name, stage: Stage, context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)]) -> Done:
    with context.writing() as db:
        benchmark, number = context.server.benchmarks.enter(db, context.actor, name)
        registry.lock_benchmark(db, number)
        recipe.remove_stage(benchmark, stage)
    return Done()


@router.post("/benchmarks/{name}/sources", summary="Upload texts as a source", status_code=201)
def upload_texts(
    name: Name,
    files: list[UploadFile],
    source: Annotated[str, Form(min_length=1, max_length=64)],
    context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)],
    kind: Annotated[SourceKind | None, Form()] = None,
    genre: Annotated[str, Form(max_length=64)] = "",
    add: Annotated[bool, Form()] = False,
) -> StoredTexts:
    """Files ending in .txt or .jsonl, or zip files of them; the folders inside are genres.

    What was uploaded to the source before is replaced, unless `add`.
    """
    received = [UploadedFile(file.filename or "", file.file.read()) for file in files]
    with context.writing() as db:
        benchmark, number = context.server.benchmarks.enter(db, context.actor, name)
        registry.lock_benchmark(db, number)
        _, stored = store_texts(benchmark, source, received, kind=kind, genre=genre or None, add=add)
    return _told(stored)


@router.get("/benchmarks/{name}/files", summary="Small files of the benchmark that settings may name")
def list_files(name: Name, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]) -> list[EditableFile]:
    with context.reading() as db:
        benchmark, _ = context.server.benchmarks.enter(db, context.actor, name)
    return editable_files(benchmark)


@router.get("/benchmarks/{name}/files/{file}", summary="The text of a small file")
def file_text(name: Name, file: FileName, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]) -> FileText:
    with context.reading() as db:
        benchmark, _ = context.server.benchmarks.enter(db, context.actor, name)
    return FileText(text=read_editable(benchmark, file))


@router.put("/benchmarks/{name}/files/{file}", summary="Write a small file")
def write_file(
    name: Name, file: FileName, body: FileText, context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)]
) -> Done:
    with context.writing() as db:
        benchmark, number = context.server.benchmarks.enter(db, context.actor, name)
        registry.lock_benchmark(db, number)
        write_editable(benchmark, file, body.text)
    return Done()


@router.get("/benchmarks/{name}/runs/{run}/pages", summary="The result of a run as pages to be read")
def run_pages(
    name: Name, run: PathId, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]
) -> list[dict[str, object]]:
    """Pages of sections; a block of a section is a `table`, a `bartable`, a `chart` or `lines`."""
    with context.reading() as db:
        benchmark, number = context.server.benchmarks.enter(db, context.actor, name)
        find_run(db, number, run)
    return read_pages(benchmark, run)


@router.post("/benchmarks/{name}/answers", summary="Score a file of answers with a pack of the benchmark")
def score_answers(
    name: Name,
    file: UploadFile,
    pack: Annotated[str, Form(max_length=64)],
    task: Annotated[str, Form(max_length=64)],
    part: Annotated[Literal["dev", "test"], Form()],
    context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)],
) -> dict[str, object]:
    """The result as a page. Answers that a competition holds back are not scored with."""
    with context.reading() as db:
        benchmark, _ = context.server.benchmarks.enter(db, context.actor, name)
        gold = pack_gold(db, benchmark, pack, task, part)
    with on_disk(file) as path:
        assert path is not None
        record: dict[str, object] = page_record(answers_page(task, path, gold, file.filename or ""))
    return record


@router.get("/benchmarks/{name}/output", summary="A file that a stage made", response_class=FileResponse)
def output_file(name: Name, path: FilePath, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]) -> FileResponse:
    """Of packs only the public side: held-back answers never leave through the server."""
    with context.reading() as db:
        benchmark, _ = context.server.benchmarks.enter(db, context.actor, name)
    stored = find_file(benchmark.folder, path)
    return FileResponse(stored, media_type="application/octet-stream", filename=stored.name)


def _stage_view(benchmark: Benchmark, name: str) -> StageSettingsView:
    stage = benchmark.stage(name)
    return StageSettingsView(
        name=name,
        kind=stage.kind.name,
        title=stage.kind.title,
        inputs=list(stage.inputs),
        settings=dict(stage.settings),
        command=make_command(benchmark, name),
        next=[later.name for later in benchmark.stages if name in later.inputs],
    )


def _told(stored: list[StoredText]) -> StoredTexts:
    return StoredTexts(
        files=len(stored),
        characters=sum(text.characters for text in stored),
        recoded=sum(text.recoded for text in stored),
    )
