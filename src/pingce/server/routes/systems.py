"""What the systems of the catalogue were measured to be worth, task by task, beside what was published."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated

from fastapi import APIRouter

from pingce.quality.tiers.rules import rules_of_task
from pingce.report.words import MEASURES, NUMBERS, number_title
from pingce.systems.catalog import SYSTEMS
from pingce.systems.measured import best_row
from pingce.systems.published import PUBLISHED
from pingce.tasks.catalog import TASKS

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import RequestContext, allow
from ..schemas.systems import MeasuredSystemView, MeasuredTaskView, MeasureWords, PublishedView, TierWords

router = APIRouter(tags=["systems"], route_class=StrictRoute)

LLM = "llm"
"""Answers everything; it is worth what the model is that one asks."""


@router.get("/systems", summary="All systems by task, with their best measured scores and published ones")
def list_measured(
    context: Annotated[RequestContext, allow(Action.TRY_SYSTEMS)],  # noqa: ARG001 (says who may)
) -> list[MeasuredTaskView]:
    """Numbers that came with the program; a system without one was not measured."""
    return list(_tasks())


@router.get("/measures", summary="What measures and their numbers are called")
def list_measure_words(
    context: Annotated[RequestContext, allow(Action.TRY_SYSTEMS)],  # noqa: ARG001 (says who may)
) -> MeasureWords:
    """Of `accuracy.accuracy` and the like; a name that is not among them stands for itself."""
    groups = [group.titles for task in TASKS.values() for group in task.groups.values()]
    return MeasureWords(
        measures=MEASURES, numbers={**{k: v for titles in groups for k, v in titles.items()}, **NUMBERS}
    )


@router.get("/tiers", summary="What tiers and the rules that give them are called, by task")
def list_tier_words(
    context: Annotated[RequestContext, allow(Action.TRY_SYSTEMS)],  # noqa: ARG001 (says who may)
) -> dict[str, TierWords]:
    """By the rules that come with the program; a name of somebody's own rules stands for itself."""
    return _tier_words()


@cache
def _tier_words() -> dict[str, TierWords]:
    ready = {task_id: rules_of_task(task_id) for task_id in TASKS}
    return {
        task_id: TierWords(
            tiers={tier.name: tier.title for tier in rules.tiers}, rules={rule.name: rule.title for rule in rules.rules}
        )
        for task_id, rules in ready.items()
        if rules is not None
    }


@cache
def _tasks() -> tuple[MeasuredTaskView, ...]:
    views = (_task_view(task_id) for task_id in TASKS)
    return tuple(view for view in views if view.systems)


def _task_view(task_id: str) -> MeasuredTaskView:
    task = TASKS[task_id]
    return MeasuredTaskView(
        id=task_id,
        title=task.title,
        number_title=number_title(*task.rank_by),
        systems=sorted(_systems(task_id), key=lambda view: -(view.compared_by or 0.0)),
        published=[PublishedView.model_validate(score) for score in PUBLISHED if score.task == task_id],
    )


def _systems(task_id: str) -> Iterator[MeasuredSystemView]:
    for name, entry in SYSTEMS.items():
        if name == LLM or task_id not in entry.tasks:
            continue
        row = best_row(name, task_id)
        value, *ends = row.numbers[row.ranked_by] if row is not None else (None,)
        (balanced, *_) = row.numbers.get("balanced.balanced_accuracy", (None,)) if row is not None else (None,)
        yield MeasuredSystemView(
            name=name,
            title=entry.title,
            score=value,
            interval=[end for end in ends if end is not None],
            balanced=balanced,
            settings=list(row.settings) if row is not None else [],
            encoder=row.encoder if row is not None else "",
            cpu_minutes=row.cpu_minutes if row is not None else None,
            budget_minutes=row.budget_minutes if row is not None else None,
            texts_per_second=row.texts_per_second if row is not None else None,
        )
