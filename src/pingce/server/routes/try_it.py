"""Trained systems that anybody may try on a text of their own."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated

from fastapi import APIRouter

from pingce.formats.examples import example_folder
from pingce.formats.load import load_questions
from pingce.systems.interface import SURE_FROM
from pingce.tasks.catalog import TASKS

from ..forms import task_view
from ..http.json_body import StrictRoute
from ..models.folders import ENOUGH_ITEMS, LONGEST_TEXT, TriedView, quick_system
from ..models.reading import TextReading, read_spatially
from ..policies import Action
from ..request_context import RequestContext, allow
from ..schemas.tasks import ReadIn, TryIn, TryTaskView, TryView
from .tasks import TaskPart

router = APIRouter(tags=["try"], route_class=StrictRoute)

EXAMPLES = {
    "space2021/task1": "task1-dev.json",
    "space2021/task2": "task2-dev.json",
    "space2021/task3": "task3-dev.json",
    "space2022/task1": "task1_dev_input.jsonl",
    "space2022/task2": "task2_dev_input.jsonl",
    "space2022/task3": "task3_dev_input.jsonl",
    "space2023/task1": "task1_dev_input.jsonl",
    "space2023/task2": "task2_dev_input.jsonl",
    "space2023/task3": "task3_examples.jsonl",
    "space2025/rsr": "rsr_demo.jsonl",
    "space2025/rse": "rse_demo.jsonl",
    "wsd/senses": "val.data.txt",
}
MOST_EXAMPLES = 5
BEGINNING = 8
"""Characters by which items made from one original, or about one word, are known."""


@router.get("/try", summary="What can be tried: models, tasks, example texts")
def list_models(context: Annotated[RequestContext, allow(Action.TRY_SYSTEMS)]) -> TryView:
    """Models that came after the server began, as those of a demo do, are loaded while somebody still writes."""
    context.server.models.warm()
    return TryView(
        longest=LONGEST_TEXT,
        sure_from=SURE_FROM,
        enough_items=ENOUGH_ITEMS,
        models=context.server.models.listed(),
        tasks=[view for task_id in TASKS if (view := _task(task_id)) is not None] + list(_own_tasks(context)),
    )


def _own_tasks(context: RequestContext) -> Iterator[TryTaskView]:
    """Tasks of one's own that there are models for; they have no example texts."""
    models = context.server.models
    systems = {model.task: model for model in models.listed() if model.task not in TASKS}
    for task_id, model in systems.items():
        task = models.task_of(model.name, task_id)
        yield TryTaskView(**task_view(task).model_dump(), system=model.system, examples=[])


@cache
def _task(task_id: str) -> TryTaskView | None:
    task = TASKS[task_id]
    system = quick_system(task)
    if system is None:
        return None
    return TryTaskView(**task_view(task).model_dump(), system=system, examples=list(example_texts(task_id)))


def example_texts(task_id: str) -> tuple[dict[str, str], ...]:
    """A few questions of our own examples, one per original and word."""
    name = EXAMPLES.get(task_id)
    if name is None:
        return ()
    path = example_folder() / task_id.partition("/")[0] / name
    texts: list[dict[str, str]] = []
    seen: set[str] = set()
    for item in load_questions(TASKS[task_id], str(path)).values():
        beginnings = {text[:BEGINNING] for text in item.texts.values()}
        if seen.isdisjoint(beginnings):
            texts.append(dict(item.texts))
        seen |= beginnings
    return tuple(texts[:MOST_EXAMPLES])


@router.post("/try/reading", summary="The spatial words of a text, and what could stand in their place")
def read_text(
    body: ReadIn,
    context: Annotated[RequestContext, allow(Action.TRY_SYSTEMS)],  # noqa: ARG001 (says who may)
) -> TextReading:
    """Needs no model; the text is not kept."""
    return read_spatially(body.text)


@router.post("/try/{edition}/{task}", summary="What the models of a task say about a text")
async def try_models(
    edition: TaskPart, task: TaskPart, body: TryIn, context: Annotated[RequestContext, allow(Action.TRY_SYSTEMS)]
) -> list[TriedView]:
    """Every model of the task answers; texts that come while it is busy are asked together. More than 64 at a time are
    told to come back (429).
    """
    return await context.server.models.answer(f"{edition}/{task}", body.texts)
