"""Subtasks: what is asked and how an answer looks."""

from typing import Annotated

from fastapi import APIRouter
from fastapi import Path as PathParameter

from pingce.spec.words import Words
from pingce.store.errors import NotFound
from pingce.tasks.catalog import find_task, is_task

from ..forms import task_view
from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import RequestContext, allow
from ..schemas.tasks import TaskView

router = APIRouter(tags=["tasks"], route_class=StrictRoute)

TaskPart = Annotated[str, PathParameter(max_length=32)]


@router.get("/tasks/{edition}/{task}", summary="A subtask: its texts and its answer as a form")
def see_task(
    edition: TaskPart,
    task: TaskPart,
    context: Annotated[RequestContext, allow(Action.LOOK_AROUND)],  # noqa: ARG001 (says who may)
) -> TaskView:
    task_id = f"{edition}/{task}"
    if not is_task(task_id):
        raise NotFound(Words(f"任务 {task_id}", f"task {task_id}"))
    return task_view(find_task(task_id))
