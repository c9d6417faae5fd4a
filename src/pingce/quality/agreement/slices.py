"""Which part of the data an item belongs to: batch, genre, day, before or after feedback.

Numbers over everything hide that agreement fell with the third batch; a slice is a name and the items in it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

from pingce.quality.annotations import FEEDBACK, Annotation, Annotations, by_item

SliceName = Literal["batch", "genre", "day", "feedback"]
SLICES: tuple[SliceName, ...] = ("batch", "genre", "day", "feedback")
BEFORE, AFTER, MIXED = "before", "after", "mixed"


def slices(data: Annotations, annotations: Sequence[Annotation]) -> dict[SliceName, dict[str, list[str]]]:
    """Items by group, for every way to group that the data allow (at least two groups, or one that is named)."""
    heard = first_feedback(data)
    by_slice: dict[SliceName, dict[str, list[str]]] = {name: {} for name in SLICES}
    for item, answers in by_item(annotations).items():
        for name, group in _groups(answers, heard):
            if group:
                by_slice[name].setdefault(group, []).append(item)
    return {name: dict(sorted(groups.items(), key=_order)) for name, groups in by_slice.items() if groups}


def _order(group: tuple[str, list[str]]) -> tuple[int, str]:
    """Before comes before after; everything else by name."""
    phases = (BEFORE, AFTER, MIXED)
    return (phases.index(group[0]) if group[0] in phases else -1, group[0])


def _groups(answers: Sequence[Annotation], heard: Mapping[tuple[str, str], datetime]) -> list[tuple[SliceName, str]]:
    times = [annotation.at for annotation in answers if annotation.at is not None]
    return [
        ("batch", next((annotation.batch for annotation in answers if annotation.batch), "")),
        ("genre", next((annotation.genre for annotation in answers if annotation.genre), "")),
        # An item can be compared from the day its last answer came.
        ("day", max(times).date().isoformat() if times else ""),
        ("feedback", _phase(answers, heard) if heard and len(times) == len(answers) else ""),
    ]


def _phase(answers: Sequence[Annotation], heard: Mapping[tuple[str, str], datetime]) -> str:
    phases = {_after(annotation, heard) for annotation in answers}
    return MIXED if len(phases) > 1 else AFTER if phases == {True} else BEFORE


def _after(annotation: Annotation, heard: Mapping[tuple[str, str], datetime]) -> bool:
    first = heard.get((annotation.annotator, annotation.group))
    return first is not None and annotation.at is not None and annotation.at > first


def first_feedback(data: Annotations) -> dict[tuple[str, str], datetime]:
    """When each annotator first heard of a decision by somebody else.

    Where items have a group (the word in WSD) it is counted per group: that is how the first part of a word's
    sentences is decided before the rest is served.
    """
    heard: dict[tuple[str, str], datetime] = {}
    answers = by_item(data.first())
    for decision in data.decisions:
        if decision.kind not in FEEDBACK or decision.at is None:
            continue
        for annotation in answers.get(decision.item, []):
            key = (annotation.annotator, annotation.group)
            heard[key] = min(heard.get(key, decision.at), decision.at)
    return heard
