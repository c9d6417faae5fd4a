"""Label Studio: JSON exports (not JSON-MIN, which has lost the names of its controls), and files it imports.

``read`` turns tasks with annotations into what people said (:mod:`.said`), ``write`` makes tasks with annotations that
can be imported again.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from pingce.formats.encode import Json
from pingce.formats.findings import Findings
from pingce.formats.jsonsyntax import Located
from pingce.spec.problem import Violation, shown
from pingce.spec.values import Item
from pingce.spec.words import Words

from .exported import ExchangedAnswer, ExportedProject, Span
from .mapping import FieldMap, Mapping
from .offsets import Unit, from_points, to_points

INSIDE = Words("原文之内的整字", "whole characters inside the text")
SAME_TEXT = Words("与位置相符的文字", "the text at these positions")
A_TASK = Words("Label Studio 的 JSON 导出（不是 JSON-MIN）", "a JSON export of Label Studio (not JSON-MIN)")


class LabelStudioSpan(NamedTuple):
    """A result of an annotation that is a stretch of the text."""

    start: int
    end: int
    text: str | None


def unit_of(records: Sequence[Located], text_key: str) -> Unit:
    """Spans mostly carry their text, which tells what the positions count; code points where nothing tells."""
    votes = {"code-points": 0, "utf-16": 0}
    units: tuple[Unit, ...] = ("code-points", "utf-16")
    for _, record in records:
        text = str(_part(record, "data").get(text_key, ""))
        for annotation in _list(record.get("annotations")):
            for result in _list(_dict(annotation).get("result")):
                value = _part(_dict(result), "value")
                for unit in units:
                    points = _points(value, text, unit)
                    votes[unit] += points is not None and text[slice(*points)] == value.get("text")
    return "utf-16" if votes["utf-16"] > votes["code-points"] else "code-points"


def read(
    records: Sequence[Located], mapping: Mapping, findings: Findings, *, text_name: str, unit: Unit, by: str | None
) -> Iterator[ExportedProject]:
    """Annotations that were not cancelled; ``by`` whom, where several people worked on an item."""
    for line, record in records:
        if not isinstance(record.get("data"), dict) or not isinstance(record.get("annotations"), list):
            findings.add(Violation("wrong-type", "data", shown(sorted(record)), A_TASK), line=line)
            continue
        data = _part(record, "data")
        item = str(data.get(mapping.id) if mapping.id in data else record.get("id", line))
        texts = {key: str(value) for key, value in data.items()}
        text = texts.get(mapping.text_key(text_name), "")
        answers = []
        for annotation in map(_dict, _list(record["annotations"])):
            if annotation.get("was_cancelled") or (by is not None and by not in _who(annotation)):
                continue
            problems: list[Violation] = []
            answers.append(_said(_list(annotation.get("result")), text, unit, problems))
            findings.extend(problems, line=line, qid=item)
        yield ExportedProject(line, item, texts, tuple(answers))


def _who(annotation: dict[str, Any]) -> tuple[str, ...]:
    """Exports name people by number, or with their address beside it."""
    person = annotation.get("completed_by")
    if isinstance(person, dict):
        return (str(person.get("id")), str(person.get("email")))
    return (str(person),)


def _said(results: list[object], text: str, unit: Unit, problems: list[Violation]) -> ExchangedAnswer:
    labels: dict[str, tuple[str, ...]] = {}
    texts: dict[str, tuple[str, ...]] = {}
    spans: dict[str, tuple[Span, ...]] = {}
    links: list[tuple[str, str]] = []
    for result in map(_dict, results):
        control, value = str(result.get("from_name", "")), _part(result, "value")
        match result.get("type"):
            case "choices":
                labels[control] = (*labels.get(control, ()), *map(str, _list(value.get("choices"))))
            case "rating":
                labels[control] = (str(value.get("rating")),)
            case "textarea":
                written = value.get("text")
                texts[control] = tuple(map(str, written if isinstance(written, list) else [written]))
            case "labels" | "hypertextlabels":
                new_spans = _span(str(result.get("id", "")), value, text, unit, problems)
                spans[control] = (*spans.get(control, ()), *new_spans)
            case "relation":
                links.append((str(result.get("from_id")), str(result.get("to_id"))))
    return ExchangedAnswer(labels, texts, spans, tuple(links))


def _span(name: str, value: dict[str, Any], text: str, unit: Unit, problems: list[Violation]) -> Iterator[Span]:
    points = _points(value, text, unit)
    if points is None:
        problems.append(Violation("idx-out-of-range", name, shown([value.get("start"), value.get("end")]), INSIDE))
        return
    start, end = points
    if value.get("text") not in (None, text[start:end]):
        problems.append(Violation("text-mismatch", name, shown(value["text"]), SAME_TEXT))
        return
    for label in _list(value.get("labels") or value.get("hypertextlabels")):
        yield Span(name, start, end, str(label))


def _points(value: dict[str, Any], text: str, unit: Unit) -> tuple[int, int] | None:
    start, end = value.get("start"), value.get("end")
    if not isinstance(start, int) or not isinstance(end, int):
        return None
    return to_points(text, start, end, unit)


def write(
    item: Item, texts: dict[str, str], answer: ExchangedAnswer | None, mapping: Mapping, text: str, unit: Unit
) -> dict[str, Json]:
    """A task as Label Studio imports it, its answer as a finished annotation."""
    data: dict[str, Json] = {**({mapping.id: item.id} if mapping.id else {}), **texts}
    if answer is None:
        return {"data": data}
    kinds: dict[str, FieldMap] = {mapping.control(name): given for name, given in mapping.answers.items()}
    results: list[Json] = []

    def add(control: str, kind: str, value: dict[str, Json], name: str) -> None:
        results.append({"id": name, "from_name": control, "to_name": mapping.to_name, "type": kind, "value": value})

    for control, labels in answer.labels.items():
        if kinds[control].kind == "rating":
            add(control, "rating", {"rating": int(labels[0])}, f"{control}-0")
        else:
            add(control, "choices", {"choices": list(labels)}, f"{control}-0")
    for control, written in answer.texts.items():
        add(control, "textarea", {"text": list(written)}, f"{control}-0")
    for control, spans in answer.spans.items():
        for span in spans:
            start, end = from_points(text, span.start, span.end, unit)
            value: dict[str, Json] = {"start": start, "end": end, "text": text[span.start : span.end]}
            add(control, "labels", {**value, "labels": [span.label]}, span.id)
    results += [{"type": "relation", "from_id": a, "to_id": b, "direction": "right"} for a, b in answer.links]
    return {"data": data, "annotations": [{"result": results}]}


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _part(record: dict[str, Any], key: str) -> dict[str, Any]:
    return _dict(record.get(key))


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
