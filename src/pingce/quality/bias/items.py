"""Items with the labels whose balance is looked at, and what was replaced in them, found out or stated in a file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pingce.formats.findings import Findings
from pingce.formats.jsonfile import json_records
from pingce.formats.load import refuse_invalid
from pingce.formats.parts import Part
from pingce.formats.replacement import Change, read_changes
from pingce.formats.source import find_source
from pingce.quality.recovery.recover import Recovery
from pingce.scoring.breakdown import label_of
from pingce.spec.problem import Violation, shown
from pingce.spec.shapes import Choice, Judged, ListOf, Shape, TypedSpans
from pingce.spec.task import AnswerField, TaskSpec
from pingce.spec.values import Item
from pingce.spec.words import Words


class LabelledItem(NamedTuple):
    """One item; several labels at once where answers have types."""

    item: Item
    split: str
    labels: frozenset[str]
    group: int
    """Its original."""
    changes: tuple[Change, ...] | None
    """What was replaced; ``None``: not known."""

    @property
    def label(self) -> str:
        """All labels as one, for classifiers."""
        return "&".join(sorted(self.labels))


def labelled_field(task: TaskSpec) -> AnswerField | None:
    """The first answer that has labels to be balanced."""
    return next((field for field in task.public_answer if label_of(field.shape) is not None), None)


def labels_of(shape: Shape) -> tuple[str, ...]:
    """The labels of a field, in the order of the task."""
    match shape:
        case Choice():
            return shape.labels
        case ListOf(each=TypedSpans() as typed):
            return tuple(typed.cases)
        case ListOf(each=Judged() as judged):
            return judged.judge.labels
        case _:
            return ()


def labelled_items(
    parts: Sequence[Part], field: AnswerField, recovery: Recovery, stated: Mapping[str, tuple[Change, ...]]
) -> list[LabelledItem]:
    """All answered items; stated replacements win over recovered ones."""
    read = label_of(field.shape)
    assert read is not None
    items = []
    for part in parts:
        for item, answer in zip(part.items, part.answers, strict=True):
            if answer is None or field.name not in answer:
                continue
            recovered = recovery.sentences.get(item.text)
            changes = stated.get(item.text) or (recovered.changes if recovered is not None else None)
            labels = frozenset(read(answer[field.name]).split("&"))
            items.append(LabelledItem(item, part.split, labels, recovery.groups[item.text], changes))
    return items


def read_stated(path: Path) -> dict[str, tuple[Change, ...]]:
    """What was replaced, by text; a record without it is an error, all of them are reported at once."""
    source = find_source(path)
    findings = Findings(source.name)
    changes_of: dict[str, tuple[Change, ...]] = {}
    expected = Words("有 text 和 replaced 的记录", "a record with text and replaced")
    with refuse_invalid(findings):
        for line, record in json_records(source, findings):
            text, changes = record.get("text"), read_changes(record.get("replaced"))
            if isinstance(text, str) and changes is not None:
                changes_of[text] = changes
            else:
                violation = Violation("wrong-type", "replaced", shown(", ".join(record)), expected)
                findings.add(violation, line=line)
    return changes_of
