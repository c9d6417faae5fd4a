"""Trained systems that anybody may try on a text of their own."""

from typing import Annotated

from fastapi import APIRouter
from fastapi import Path as PathParameter

from ..body import StrictRoute
from ..deps import Work, allow
from ..policies import Action
from ..schemas.trying import ModelView, TriedView, TryIn

router = APIRouter(tags=["try"], route_class=StrictRoute)

TaskPart = Annotated[str, PathParameter(max_length=32)]


@router.get("/try", summary="Models that can be tried")
def list_models(work: Annotated[Work, allow(Action.TRY_SYSTEMS)]) -> list[ModelView]:
    return [ModelView.model_validate(one) for one in work.server.models.listed()]


@router.post("/try/{edition}/{task}", summary="What the models of a task say about a text")
def try_models(
    edition: TaskPart, task: TaskPart, body: TryIn, work: Annotated[Work, allow(Action.TRY_SYSTEMS)]
) -> list[TriedView]:
    """`answer` is in the form of the task's files; `detail`: what a system tells besides (suspicious words, scores)."""
    return [TriedView.model_validate(one) for one in work.server.models.answer(f"{edition}/{task}", body.texts)]
