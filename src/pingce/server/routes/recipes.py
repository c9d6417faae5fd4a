"""Making and changing benchmarks: new ones, their texts, their stages and settings, small files that settings name.

Everything lies below one folder of the server. What a person writes is obeyed as little as what stands in a folder from
elsewhere: no path leads out of the benchmark, no address is ever used.
"""

from typing import Annotated

from fastapi import APIRouter, Form, Query, UploadFile
from fastapi import Path as PathParameter

from pingce.flow import recipe, registry
from pingce.flow.benchmark import Benchmark
from pingce.flow.files import EditableFile, editable_files, read_editable, write_editable
from pingce.flow.forms import StageForm, stage_forms
from pingce.flow.lexicon import LexiconView, WordGroup, lexicon_view, save_lexicon
from pingce.flow.runs import make_command
from pingce.flow.uploads import StoredText, UploadedFile, store_texts
from pingce.formats.provenance import SourceKind
from pingce.store.database import clock

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import RequestContext, allow
from ..schemas.common import LARGEST_ID, Done
from ..schemas.recipes import BenchmarkIn, FileText, LexiconIn, NewStageIn, StageIn, StageSettingsView, StoredTexts
from .benchmarks import Name

router = APIRouter(tags=["recipes"], route_class=StrictRoute)

Stage = Annotated[str, PathParameter(max_length=64)]
FileName = Annotated[str, PathParameter(max_length=64)]


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


@router.get("/benchmarks/{name}/lexicon", summary="The spatial lexicon: groups, words and earlier versions")
def see_lexicon(
    name: Name,
    context: Annotated[RequestContext, allow(Action.SEE_RUNS)],
    version: Annotated[int | None, Query(ge=1, le=LARGEST_ID)] = None,
) -> LexiconView:
    """As it is now, or with the groups and words of an earlier `version`."""
    with context.reading() as db:
        benchmark, _ = context.server.benchmarks.enter(db, context.actor, name)
    return lexicon_view(benchmark, version)


@router.put("/benchmarks/{name}/lexicon", summary="Change the spatial lexicon of a benchmark")
def change_lexicon(
    name: Name, body: LexiconIn, context: Annotated[RequestContext, allow(Action.CHANGE_BENCHMARK)]
) -> LexiconView:
    with context.writing() as db:
        benchmark, number = context.server.benchmarks.enter(db, context.actor, name)
        registry.lock_benchmark(db, number)
        changed = save_lexicon(
            benchmark,
            [WordGroup(group.id, group.cls, group.model, group.words) for group in body.groups],
            body.words,
            base=body.base,
            steps=body.steps,
            who=context.actor.name,
            at=clock(db),
        )
    return lexicon_view(changed)


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
