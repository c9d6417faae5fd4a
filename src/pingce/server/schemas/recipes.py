"""Benchmarks: what is ordered, who is added, changes of the recipe and what they lead to."""

from typing import Annotated

from pydantic import Field

from pingce.flow.new import Like
from pingce.spec.words import Words

from .common import Id, In, Out

PartName = Annotated[str, Field(min_length=1, max_length=64)]
Inputs = Annotated[list[PartName], Field(max_length=100)]
StageSettings = Annotated[dict[str, object], Field(max_length=40)]


class BenchmarkIn(In):
    """`like`: what its recipe is to be like."""

    name: PartName
    like: Like


class StageIn(In):
    """What a stage reads, and how it is set."""

    inputs: Inputs
    settings: StageSettings


class NewStageIn(StageIn):
    """A stage that is added to a recipe: what kind it is, and the name it gets."""

    name: PartName
    kind: Annotated[str, Field(max_length=32)]


GridValue = bool | int | float | Annotated[str, Field(max_length=200)]


class GridIn(In):
    """Values to try, by the name of the setting; `start`: train them at once."""

    grid: Annotated[dict[PartName, Annotated[list[GridValue], Field(min_length=1, max_length=24)]], Field(max_length=6)]
    start: bool = True


class NewStages(Out):
    """The names of the stages that were added."""

    stages: list[str]


WordIn = Annotated[str, Field(max_length=64)]
WordsIn = Annotated[list[WordIn], Field(max_length=2000)]


class WordGroupIn(In):
    """`cls`: f, s, dv, p or d."""

    id: Annotated[str, Field(max_length=64)]
    cls: Annotated[str, Field(max_length=8)]
    model: Annotated[str, Field(max_length=16)]
    words: WordsIn


class LexiconIn(In):
    """`base`: the version that was changed; `steps`: those that are to use it."""

    base: Annotated[str, Field(max_length=64)]
    groups: Annotated[list[WordGroupIn], Field(max_length=1000)]
    words: Annotated[dict[str, WordsIn], Field(max_length=8)]
    steps: Inputs


class StageSettingsView(Out):
    """`next`: the stages that read it; `command`: what does in a terminal what *start* does here."""

    name: str
    kind: str
    title: Words
    inputs: list[str]
    settings: dict[str, object]
    command: str
    next: list[str]


class StoredTexts(Out):
    """`recoded`: files that came in GB18030 and are UTF-8 now."""

    files: int
    characters: int
    recoded: int


class FileText(In):
    """The content of a text file of the benchmark."""

    text: Annotated[str, Field(max_length=1_000_000)]


class OrderIn(In):
    """What is to be made: a stage and what it needs, or null for all that is missing or out of date."""

    target: Annotated[str, Field(max_length=64)] | None = None


class MemberIdIn(In):
    """Who comes to look at and change a benchmark."""

    user: Id
