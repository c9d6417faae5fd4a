"""What a screening would do, seen on a little of the corpus: the same work, within a bound.

For whoever changes weights or thresholds and wants to see the effect before everything is screened again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from ..inputs import CorpusFile
from ..reading import Batch, read_batches
from .duplicates import DuplicateIndex
from .run import PassageSample, Screening, ScreeningFindings, decide, passage_samples
from .work import ScreenWork

MOST_FILES = 12
"""Taken from all over the list."""
MOST_BYTES = 48 * 1024
"""Of all files together."""


class ChangedFate(NamedTuple):
    """A passage that one setting keeps and another drops."""

    passage: PassageSample
    before: str
    """The reason it was dropped for; empty: kept."""
    after: str


class ScreenPreview(NamedTuple):
    """A screening of a few passages, and the fate of each."""

    screening: Screening
    fates: dict[str, tuple[str, PassageSample]]
    """Id → the reason it was dropped for, empty if it was kept, and the passage."""


def preview_screening(files: Sequence[CorpusFile], work: ScreenWork, *, most_bytes: int = MOST_BYTES) -> ScreenPreview:
    """Screen the beginnings of a few files."""
    chosen = list(files[:: -(-len(files) // MOST_FILES) or 1])
    findings, index = ScreeningFindings(), DuplicateIndex(work.settings.duplicates.similarity)
    scales = work.open()
    fates: dict[str, tuple[str, PassageSample]] = {}
    shown = replace(work, dropped=True)
    for batch in _beginnings(chosen, most_bytes):
        kept, left_out, state = decide(shown.do(scales, batch), index)
        findings.add(state.findings)
        for reason, passages in passage_samples([*kept, *left_out]).items():
            fates.update({passage.id: (reason, passage) for passage in passages})
    return ScreenPreview(Screening(chosen, work.settings, work.versions(), findings, []), fates)


def _beginnings(files: Sequence[CorpusFile], most_bytes: int) -> Iterator[Batch]:
    """One batch of each file, so that all of them are heard; a record that alone is too long is passed over."""
    each = most_bytes // max(1, len(files))
    for file in files:
        for batch in islice(read_batches([file], size=each), 1):
            if sum(len(chunk.data) for chunk in batch) <= most_bytes:
                yield batch


def changed_fates(before: ScreenPreview, after: ScreenPreview) -> list[ChangedFate]:
    """What settings change: passages that both cut in the same way and treat differently."""
    return [
        ChangedFate(passage, before.fates[id_][0], reason)
        for id_, (reason, passage) in after.fates.items()
        if id_ in before.fates and before.fates[id_][0] != reason
    ]
