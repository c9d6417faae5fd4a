"""Trained systems that anybody may try."""

from typing import Annotated

from pydantic import Field

from pingce.spec.words import Words

from .common import In, Out
from .tasks import TaskView


class ModelView(Out):
    """`dev` by `measure.number`; `number` is the one that ranks. `pretrained`: not just a small baseline."""

    name: str
    system: str
    task: str
    title: Words
    dev: dict[str, float]
    number: str
    number_title: Words
    train_items: int | None
    dev_items: int | None
    pretrained: bool


class TryTaskView(TaskView):
    """`system`: the one to train first where there is no model; `examples`: texts of our own to begin with."""

    system: str
    examples: list[dict[str, str]]


class TryView(Out):
    """`longest`: characters per text."""

    longest: int
    models: list[ModelView]
    tasks: list[TryTaskView]


class TryIn(In):
    """Texts by the names the task gives them: `text`; `text1` and `text2`; `sentence` and `word`."""

    texts: Annotated[
        dict[Annotated[str, Field(max_length=32)], Annotated[str, Field(max_length=4000)]], Field(max_length=4)
    ]


class SuspectView(Out):
    """A word that the system finds odd; `start` in code points of the first text, `share` from 0 to 1."""

    start: int
    word: str
    share: float


class GlossView(Out):
    """`score` is null where a system ranks nothing."""

    gloss: str
    score: float | None
    chosen: bool


class TriedView(Out):
    """`answer` is in the form of the task's files; `yes`: the probability of yes where that is the question."""

    model: ModelView
    answer: dict[str, object]
    yes: float | None
    suspicious: list[SuspectView]
    glosses: list[GlossView]
    failed: Words | None
    milliseconds: float
