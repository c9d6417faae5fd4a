"""Questions with options as records, and how the files of three editions write them."""

from collections.abc import Iterable, Sequence

from pingce.formats.encode import Json, encode_record
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item

LETTERS = "ABCD"


def lettered(options: Sequence[str]) -> dict[str, str]:
    return dict(zip(LETTERS, options, strict=False))


def record(task: TaskSpec, item: Item, right: str | None, *, texts: bool = True) -> dict[str, Json]:
    """A question with its answer, without it (None), or the answer alone."""
    answer = None if right is None else {"answer": frozenset(right)}
    return encode_record(task, item, answer, with_texts=texts)


def handed_in(task: TaskSpec, items: Iterable[Item], letters: Sequence[str | None]) -> list[dict[str, Json]]:
    """A submission; an item with None is left unanswered."""
    asked = zip(items, letters, strict=True)
    return [record(task, item, right, texts=False) for item, right in asked if right is not None]
