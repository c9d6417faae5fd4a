"""What a database and what files say about the same items, put together."""

from collections.abc import Sequence
from dataclasses import replace

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .model import ItemLife, Trace


def merge_traces(query: str, traces: Sequence[Trace | None], *, hint: Words) -> Trace:
    """The lives of all; an item of the same id, original and texts is one. The first speaks where several do.

    Where no item is known by ``query``, that is told with the ``hint``.
    """
    lives: dict[tuple[str, str | None], ItemLife] = {}
    known_by = [trace for trace in traces if trace is not None]
    for trace in known_by:
        for life in trace.lives:
            key = (life.qid, life.original)
            known = lives.get(key)
            lives[key] = life if known is None else _both(known, life)
    if not lives:
        raise UserError(
            Words(f"没有题号或文本是“{query}”的题目。", f"No item has the id or the text '{query}'."),
            hint=hint,
            code="no-item",
        )
    return Trace(query, tuple(lives.values()), sum(trace.more for trace in known_by))


def _both(first: ItemLife, other: ItemLife) -> ItemLife:
    return replace(
        first,
        texts=first.texts or other.texts,
        source=first.source or other.source,
        genre=first.genre or other.genre,
        kind=first.kind or other.kind,
        original_text=first.original_text or other.original_text,
        replacement=first.replacement or other.replacement,
        campaigns=(*first.campaigns, *other.campaigns),
        places=(*first.places, *other.places),
        siblings=first.siblings or other.siblings,
    )
