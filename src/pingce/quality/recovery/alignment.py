"""Where two texts differ, as words exchanged for others.

Two sentences in, a list of exchanged words with their positions out; the basis for telling which word of a replaced
sentence was replaced.
"""

from collections.abc import Iterator

from pingce.formats.replacement import Change
from pingce.language.lexicon.model import Lexicon, ReplacementGroup

MOST_CHANGES = 2
"""Replacement exchanges one word or two."""
LONGEST_WORD = 4

Run = tuple[int, int, int, int]
"""From and to in the original, from and to in the text."""


def changes(lexicon: Lexicon, original: str, text: str) -> tuple[Change, ...] | None:
    """The one or two words that were exchanged; ``None`` if the texts are equal or differ in more."""
    changes_made: list[Change] = []
    for run in runs(original, text):
        if len(changes_made) >= MOST_CHANGES or max(run[1] - run[0], run[3] - run[2]) > 2 * LONGEST_WORD:
            return None
        changes_made.extend(_words(lexicon, original, text, run))
    return tuple(changes_made) if 1 <= len(changes_made) <= MOST_CHANGES else None


def runs(original: str, text: str) -> Iterator[Run]:
    """Stretches in which the texts differ.

    Texts of one length are compared place by place: replaceable words mostly have the same length, and an alignment
    would take 上下 → 下上 for a letter that moved.
    """
    if len(original) != len(text):
        yield from _edits(original, text)
        return
    start: int | None = None
    for i, (char, other) in enumerate(zip(original, text, strict=True)):
        if char != other and start is None:
            start = i
        elif char == other and start is not None:
            yield start, i, start, i
            start = None
    if start is not None:
        yield start, len(text), start, len(text)


def _edits(original: str, text: str) -> Iterator[Run]:
    from rapidfuzz.distance import Levenshtein

    open_run: Run | None = None
    for edit in Levenshtein.opcodes(original, text):
        if edit.tag == "equal":
            if open_run is not None:
                yield open_run
            open_run = None
        elif open_run is None:
            open_run = (edit.src_start, edit.src_end, edit.dest_start, edit.dest_end)
        else:
            open_run = (open_run[0], edit.src_end, open_run[2], edit.dest_end)
    if open_run is not None:
        yield open_run


def _words(lexicon: Lexicon, original: str, text: str, run: Run) -> list[Change]:
    """The run as one pair of words of the lexicon, as two that follow each other, or as it is."""
    whole = _pair(lexicon, original, text, run)
    if whole is not None:
        return [whole]
    start, end, at, to = run
    for i in range(1, end - start if end - start == to - at else 0):
        first = _pair(lexicon, original, text, (start, start + i, at, at + i), right=False)
        second = _pair(lexicon, original, text, (start + i, end, at + i, to), left=False)
        if first is not None and second is not None:
            return [first, second]
    old, new = original[start:end], text[at:to]
    return [Change(start, at, old, new, "", "", lexicon.relation(old, new))]


def _pair(
    lexicon: Lexicon, original: str, text: str, run: Run, *, left: bool = True, right: bool = True
) -> Change | None:
    """The longest words around a run of which one is exchanged for the other: 来 → 去 in 出来 → 出去."""
    start, end, at, to = run
    spare = LONGEST_WORD - min(end - start, to - at)
    widths = [(a, b) for a in range(spare + 1 if left else 1) for b in range(spare + 1 - a if right else 1)]
    for before, after in sorted(widths, key=lambda width: -sum(width)):
        low, high, from_, until = start - before, end + after, at - before, to + after
        if min(low, from_) < 0 or high > len(original) or until > len(text):
            continue
        old, new = original[low:high], text[from_:until]
        group = common_group(lexicon, old, new)
        if group is not None:
            return Change(low, from_, old, new, group.cls, group.id, lexicon.relation(old, new))
    return None


def common_group(lexicon: Lexicon, old: str, new: str) -> ReplacementGroup | None:
    """The group two words share, in whichever class."""
    for cls in lexicon.classes:
        group = lexicon.group_of(old, cls)
        if group is not None and new in group.words:
            return group
    return None
