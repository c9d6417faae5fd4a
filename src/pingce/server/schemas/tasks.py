"""Subtasks as pages show them, and trained systems that anybody may try."""

from typing import Annotated

from pydantic import Field

from pingce.server.models.folders import ModelView
from pingce.spec.words import Words

from .common import In, Out
from .forms import FormView


class TaskView(Out):
    """A subtask as pages name and score it."""

    id: str
    title: Words
    summary: Words
    number: str
    """Which number ranks, as `measure.number`."""
    rules: list[str]
    """The sets of rules it can be scored by."""
    form: FormView
    """Its texts and its answer; answers are as in the task's files."""


class TryTaskView(TaskView):
    """`system`: the one to train first where there is no model; `examples`: texts of our own to begin with."""

    system: str
    examples: list[dict[str, str]]


class TryView(Out):
    """`longest`: characters per text; `sure_from`, `enough_items`: below these a judgement is told as «not sure»."""

    longest: int
    sure_from: float
    enough_items: int
    models: list[ModelView]
    tasks: list[TryTaskView]


class ReadIn(In):
    """A text to be looked at."""

    text: Annotated[str, Field(max_length=2000)]


class TryIn(In):
    """Texts by the names the task gives them: `text`; `text1` and `text2`; `sentence` and `word`."""

    texts: Annotated[
        dict[Annotated[str, Field(max_length=32)], Annotated[str, Field(max_length=4000)]], Field(max_length=4)
    ]
