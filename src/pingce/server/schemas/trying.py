"""Trained systems that anybody may try."""

from typing import Annotated

from pydantic import Field

from .common import In, Out, Text


class ModelView(Out):
    name: str
    system: str
    task: str
    title: Text
    dev: dict[str, float]


class TryIn(In):
    """Texts by the names the task gives them: `text`; `text1` and `text2`; `text` and `word`."""

    texts: Annotated[
        dict[Annotated[str, Field(max_length=32)], Annotated[str, Field(max_length=4000)]], Field(max_length=4)
    ]


class TriedView(Out):
    model: str
    system: str
    title: Text
    answer: dict[str, object]
    score: float | None
    detail: dict[str, object]
    failed: Text | None
    milliseconds: float
