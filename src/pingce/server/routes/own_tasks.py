"""Own tasks of a benchmark, made on a page: listed, looked at while they are made, kept as ``tasks/NAME.toml``."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter
from fastapi import Path as PathParameter
from pydantic import Field

from pingce.annotate.forms import plain_form
from pingce.annotate.items import AnnotationItem
from pingce.annotate.rules import Hit, check
from pingce.flow.benchmark import Benchmark
from pingce.flow.registry import lock_benchmark
from pingce.formats.taskfile.draft import MeasureOffer, TaskDraft, look_at, values_of, version_of, write_task
from pingce.formats.taskfile.places import ENDING, FOLDER, TaskFolder
from pingce.spec.errors import PlacedProblem
from pingce.spec.words import Words
from pingce.store.errors import Conflict
from pingce.store.own_tasks import renew_task
from pingce.tasks.own import OwnTask

from ..forms import task_view
from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import RequestContext, allow
from ..schemas.common import In
from ..schemas.tasks import TaskView

router = APIRouter(tags=["benchmarks"], route_class=StrictRoute)

Name = Annotated[str, PathParameter(max_length=64)]
TaskName = Annotated[str, Field(max_length=64)]
Text = Annotated[str, Field(max_length=4000)]


class TaskDraftIn(In):
    """`draft`: the values the file will hold. With an `answer` to these `texts` (by name), it is checked as well."""

    task: TaskName
    draft: dict[str, object]
    texts: Annotated[dict[TaskName, Text], Field(max_length=8)] = Field(default_factory=dict)
    extra: dict[str, object] = Field(default_factory=dict)
    answer: dict[str, object] | None = None


class KeepTaskIn(In):
    """`before`: the version that was changed; None for a task that is new."""

    draft: dict[str, object]
    before: Annotated[str, Field(max_length=64)] | None = None


@dataclass(frozen=True)
class OwnTaskView:
    """A task of the benchmark: `version` goes back as `before` when it is changed."""

    name: str
    id: str
    title: Words
    shapes: list[str]
    draft: dict[str, object]
    version: str


@dataclass(frozen=True)
class OwnTasksView:
    """`problems`: files in the folder that are no usable task."""

    tasks: list[OwnTaskView]
    problems: list[Words]


@dataclass(frozen=True)
class TaskDraftView:
    """`task` and its form once nothing is wrong; `measures` and `numbers`: what may be chosen to score and rank."""

    task: TaskView | None
    description: str
    problems: list[PlacedProblem]
    measures: list[MeasureOffer]
    numbers: list[str]
    hits: list[Hit]


@router.get("/benchmarks/{name}/tasks", summary="The benchmark's own tasks")
def list_own_tasks(name: Name, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]) -> OwnTasksView:
    listing = _folder(_benchmark(context, name)).listed()
    return OwnTasksView([_view(own) for own in listing.tasks], [problem.words for problem in listing.problems])


@router.post("/benchmarks/{name}/tasks/check", summary="What a draft of a task is, and all that is wrong with it")
def check_own_task(
    name: Name, body: TaskDraftIn, context: Annotated[RequestContext, allow(Action.MAKE)]
) -> TaskDraftView:
    draft = look_at(body.draft, f"{_benchmark(context, name).name}/{body.task}")
    hits: list[Hit] = []
    if draft.task is not None and body.answer is not None:
        hits = check(plain_form(draft.task), AnnotationItem("1", body.texts, body.extra), body.answer)
    task = task_view(draft.task) if draft.task is not None else None
    return TaskDraftView(task, draft.description, list(draft.problems), draft.offers, draft.numbers, hits)


@router.put("/benchmarks/{name}/tasks/{task}", summary="Keep a task as tasks/NAME.toml of the benchmark")
def keep_own_task(
    name: Name, task: Name, body: KeepTaskIn, context: Annotated[RequestContext, allow(Action.MAKE)]
) -> OwnTaskView:
    """A task that campaigns or competitions use keeps the shape of its answers; words and measures may change."""
    benchmark = _benchmark(context, name)
    draft = look_at(body.draft, f"{benchmark.name}/{task}")
    _refuse_other_version(benchmark, task, draft, body.before)
    with context.writing() as db:
        lock_benchmark(db, context.server.benchmarks.enter(db, context.actor, name)[1])
        if draft.task is not None:
            renew_task(db, OwnTask(draft.task, draft.description, task))
        own = write_task(benchmark.folder, benchmark.name, task, draft)
    return _view(own)


def _benchmark(context: RequestContext, name: str) -> Benchmark:
    with context.reading() as db:
        return context.server.benchmarks.enter(db, context.actor, name)[0]


def _folder(benchmark: Benchmark) -> TaskFolder:
    return TaskFolder(benchmark.path(FOLDER), benchmark.name)


def _refuse_other_version(benchmark: Benchmark, task: str, draft: TaskDraft, before: str | None) -> None:
    """Nobody overwrites what they have not seen: a file that is there, or one that somebody changed meanwhile."""
    if draft.task is None:
        return  # refused as a whole, with its problems; a name that leads elsewhere is one of them
    path = benchmark.path(f"{FOLDER}/{task}{ENDING}")
    there = version_of(path.read_text(encoding="utf-8-sig")) if path.is_file() else None
    if there == before:
        return
    if before is None:
        raise Conflict(
            Words(f"已经有任务“{task}”。", f"There is a task '{task}' already."),
            hint=Words("换一个名字，或打开那个任务来改。", "Choose another name, or open that task to change it."),
            code="task-exists",
        )
    raise Conflict(
        Words(f"“{task}”刚被别人改过。", f"Somebody else has just changed '{task}'."),
        hint=Words("重新打开再改。", "Open it again and change it there."),
        code="task-changed",
    )


def _view(own: OwnTask) -> OwnTaskView:
    draft = values_of(own.description, own.where)
    answers = draft["answer"]
    assert isinstance(answers, list), "a task that can be read has answers"
    return OwnTaskView(
        name=own.task.id.partition("/")[2],
        id=own.task.id,
        title=own.task.title,
        shapes=[str(answer["shape"]) for answer in answers],
        draft=draft,
        version=version_of(own.description),
    )
