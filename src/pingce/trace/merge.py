"""What a database and what files say about the same items, put together."""

from collections.abc import Sequence
from dataclasses import replace

from .model import ItemLife, Trace


def merged(query: str, traces: Sequence[Trace]) -> Trace:
    """The lives of all; an item of the same id, original and texts is one. The first speaks where several do."""
    lives: dict[tuple[str, str | None], ItemLife] = {}
    for trace in traces:
        for life in trace.lives:
            key = (life.qid, life.original)
            known = lives.get(key)
            lives[key] = life if known is None else _both(known, life)
    return Trace(query, tuple(lives.values()), sum(trace.more for trace in traces))


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
