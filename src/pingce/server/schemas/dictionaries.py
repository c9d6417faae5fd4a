"""What is decided about the dictionaries of a benchmark."""

from typing import Annotated

from pydantic import Field

from pingce.flow.dictionary_merge import Measure

from .common import In

FileNameIn = Annotated[str, Field(min_length=1, max_length=200)]
GlossIn = Annotated[str, Field(max_length=10_000)]


class PairDecisionIn(In):
    """`same`: whether the two glosses are one sense; null takes an earlier decision back."""

    word: Annotated[str, Field(min_length=1, max_length=64)]
    gloss: GlossIn
    like: GlossIn
    same: bool | None


class MergeIn(In):
    """`name`: of the file, without its ending; `threshold`: per cent, where nobody decided."""

    base: FileNameIn
    additions: FileNameIn
    name: Annotated[str, Field(min_length=1, max_length=64)]
    measure: Measure = "ratio"
    threshold: Annotated[float, Field(ge=0, le=100)] = 85
