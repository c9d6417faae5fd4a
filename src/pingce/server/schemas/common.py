"""Parts that all bodies share: text in both languages, rule hits, errors, limits."""

from typing import Annotated, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from pingce.annotate.rules.model import Hit
from pingce.spec.errors import PlacedProblem
from pingce.spec.words import Words

LARGEST_ID = 2**31 - 1

Id = Annotated[int, Field(ge=1, le=LARGEST_ID)]
Title = Annotated[str, Field(max_length=128)]
Note = Annotated[str, Field(max_length=4000)]
Answer = dict[str, object]


class In(BaseModel):
    """A request body: a key we do not know is a mistake to be told, not to be ignored."""

    model_config = ConfigDict(extra="forbid")


class Out(BaseModel):
    """An answer; services give plain values whose attributes have these names."""

    model_config = ConfigDict(from_attributes=True)


class ErrorView(Out):
    """Every 4xx and 5xx answer."""

    code: str
    message: Words
    hint: Words
    request: str
    hits: list[Hit] = Field(default_factory=list)
    problems: list[PlacedProblem] = Field(default_factory=list)


T = TypeVar("T")


class ListPage(Out, Generic[T]):
    """A part of a long list."""

    total: int
    offset: int
    rows: list[T]


class Done(Out):
    """Nothing more to say than that it happened."""

    done: Literal[True] = True
