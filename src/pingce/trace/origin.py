"""What provenance says about an item, as the values that are shown."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pingce.formats.provenance import Provenance, SourcePlace
from pingce.formats.replacement import undone

from .model import ItemLife, TracedChange, TracedCleaning, TracedReplacement, TracedSource
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
        cleaned = _cleaning(source)
        before = cleaned.before if cleaned is not None and cleaned.before is not None else text
        raw = raw_line(roots, source, before)
        life = replace(life, source=TracedSource(source.file, source.line, source.offset, raw, cleaned))
    return replace(life, original_text=text)


def _cleaning(source: SourcePlace) -> TracedCleaning | None:
    """As a stage of cleaned texts wrote it beside the place."""
    record = source.more.get("cleaned")
    if not isinstance(record, dict):
        return None
    before = record.get("before")
    campaign, verdict, reason = (str(record.get(key) or "") for key in ("campaign", "verdict", "reason"))
    return TracedCleaning(campaign, verdict, reason, before if isinstance(before, str) else None)


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
