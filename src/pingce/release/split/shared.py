"""Items of a judging subtask whose text another subtask asks as well.

SpaCE2022 asks for reasons only where a text is abnormal, so a text of task 2 is a 0 in task 1: whoever downloads the
questions of both can read the answer off. Grouping keeps such items in one part, it cannot keep them from telling.
"""

from collections import Counter
from collections.abc import Sequence

from ..inputs import Decided
from .strata import closed_labels, label

TELLING = 0.95
"""If so many of the texts two subtasks share have one label, the other subtask tells it."""


def asked_elsewhere(decided: Sequence[Decided]) -> dict[int, list[str]]:
    """The other subtasks that ask the text of an item, for items with a label of a closed list."""
    asked_in: dict[str, dict[str, None]] = {}
    for entry in decided:
        for passage in entry.passages:
            asked_in.setdefault(passage, {})[entry.task.id] = None
    elsewhere = {}
    for i, entry in enumerate(decided):
        if closed_labels(entry.task):
            others = sorted({other for passage in entry.passages for other in asked_in[passage]} - {entry.task.id})
            if others:
                elsewhere[i] = others
    return elsewhere


def told_elsewhere(decided: Sequence[Decided]) -> frozenset[int]:
    """Items whose label another subtask tells, by what the texts they share have for labels."""
    asked = asked_elsewhere(decided)
    labels: dict[tuple[str, str], Counter[str]] = {}
    for i, others in asked.items():
        for other in others:
            labels.setdefault((decided[i].task.id, other), Counter())[label(decided[i])] += 1
    telling = {pair for pair, counts in labels.items() if max(counts.values()) >= TELLING * counts.total()}
    return frozenset(
        i for i, others in asked.items() if any((decided[i].task.id, other) in telling for other in others)
    )
