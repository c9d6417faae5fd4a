"""What provenance says about an item, as the values that are shown."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pingce.formats.provenance import Provenance
from pingce.formats.replacement import undone

from .model import ItemLife, TracedChange, TracedReplacement, TracedSource
from .raw import raw_line


def with_origin(life: ItemLife, provenance: Provenance, roots: Sequence[Path], *, whole: bool) -> ItemLife:
    """The life with its beginning; ``whole``: for those who may also see the raw line and the original itself.

    ``roots``: folders that the names of raw files are seen from.
    """
    life = replace(
        life,
        genre=provenance.genre,
        kind=provenance.kind,
        original=provenance.original,
        replacement=_replacement(provenance),
    )
    if not whole:
        return life
    text, source = original_text(provenance, life.texts), provenance.source
    if source is not None and source.file is not None:
        raw = raw_line(roots, source, text)
        life = replace(life, source=TracedSource(source.file, source.line, source.offset, raw))
    return replace(life, original_text=text)


def _replacement(provenance: Provenance) -> TracedReplacement | None:
    if provenance.replacement is None:
        return None
    changes = tuple(
        TracedChange(change.start, change.at, change.old, change.new, change.cls, change.group, change.relation)
        for change in provenance.replacement.changes
    )
    return TracedReplacement(provenance.replacement.mode, changes)


def original_text(provenance: Provenance, texts: Mapping[str, str]) -> str | None:
    """The untouched passage: as it was kept, with the words put back, or the text itself."""
    if provenance.original_text is not None:
        return provenance.original_text
    if provenance.replacement is None:
        return next(iter(texts.values()), None)
    restored = (undone(text, provenance.replacement.changes) for text in texts.values())
    return next((text for text in restored if text is not None), None)
