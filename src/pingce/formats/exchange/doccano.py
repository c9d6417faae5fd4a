"""doccano: JSONL of text classification, sequence labelling (with and without relations) and texts to texts.

``read`` turns the lines of an export into what its users said about each text (:mod:`.said`), ``write`` makes lines
doccano imports. Offsets may be code points or UTF-16 units; the mapping says which.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from pingce.formats.encode import Json
from pingce.formats.findings import Findings
from pingce.formats.jsonsyntax import Located
from pingce.spec.problem import Violation, shown
from pingce.spec.values import Item
from pingce.spec.words import Words

from .exported import ExchangedAnswer, ExportedProject, Span
from .mapping import Mapping
from .offsets import Unit, from_points, to_points

INSIDE = Words("原文之内的整字", "whole characters inside the text")
A_LABEL = Words("标签，或 [起, 止, 标签]", "a label, or [start, end, label]")
AN_ENTITY = Words("id、label、start_offset、end_offset", "id, label, start_offset and end_offset")
A_RELATION = Words("from_id、to_id", "from_id and to_id")
A_RECORD = Words("有 text 的记录", "a record with text")
LABELS = ("label", "labels")
"""Newer and older exports."""
SAYINGS = (*LABELS, "entities")
AN_EXPORT = Words("doccano 的导出，有 label、labels 或 entities", "an export of doccano with label, labels or entities")


def read(
    records: Sequence[Located], mapping: Mapping, findings: Findings, *, text_name: str, unit: Unit
) -> Iterator[ExportedProject]:
    """Answers from an export of doccano, one per line; what is no such export is noted."""
    key = mapping.text_key(text_name)
    controls = [mapping.control(name) for name in mapping.answers]
    for line, record in records:
        text = record.get(key)
        if not isinstance(text, str):
            findings.add(Violation("missing-key", key, shown(sorted(record)), A_RECORD), line=line)
            continue
        if not any(name in record for name in SAYINGS):
            # Even an item nobody has looked at has an empty list.
            findings.add(Violation("missing-key", LABELS[0], shown(sorted(record)), AN_EXPORT), line=line)
            continue
        meta = next((value for name in ("meta", "metadata") if isinstance(value := record.get(name), dict)), {})
        flat: dict[str, object] = {**meta, **record}
        item = str(flat.get(mapping.id) if mapping.id in flat else record.get("id", line))
        problems: list[Violation] = []
        answer = _said(record, text, unit, controls, problems)
        findings.extend(problems, line=line, qid=item)
        texts = {name: value for name, value in flat.items() if isinstance(value, str)}
        yield ExportedProject(line, item, texts, () if answer is None else (answer,))


def _said(
    record: dict[str, Any], text: str, unit: Unit, controls: list[str], problems: list[Violation]
) -> ExchangedAnswer | None:
    """Controls have no names here, so it goes for each of them. Nothing at all: nobody has looked at the item."""
    plain: list[str] = []
    spans: list[Span] = []
    for number, mark in enumerate(_all(record, *LABELS)):
        match mark:
            case str():
                plain.append(mark)
            case [int() as start, int() as end, label]:
                spans += _span(f"label-{number}", start, end, str(label), text, unit, problems)
            case _:
                problems.append(Violation("wrong-type", f"label[{number}]", shown(mark), A_LABEL))
    for number, entity in enumerate(_all(record, "entities")):
        match entity:
            case {"id": name, "label": label, "start_offset": int() as start, "end_offset": int() as end}:
                spans += _span(str(name), start, end, str(label), text, unit, problems)
            case _:
                problems.append(Violation("wrong-type", f"entities[{number}]", shown(entity), AN_ENTITY))
    links = []
    for number, relation in enumerate(_all(record, "relations")):
        match relation:
            case {"from_id": first, "to_id": second}:
                links.append((str(first), str(second)))
            case _:
                problems.append(Violation("wrong-type", f"relations[{number}]", shown(relation), A_RELATION))
    if not plain and not spans:
        return None
    words, marked = tuple(plain), tuple(spans)
    return ExchangedAnswer(
        dict.fromkeys(controls, words), dict.fromkeys(controls, words), dict.fromkeys(controls, marked), tuple(links)
    )


def _all(record: dict[str, Any], *keys: str) -> list[object]:
    """What stands under the first of the keys that is there; a single one without a list, too."""
    value: Any = next((record[key] for key in keys if record.get(key) is not None), [])
    return value if isinstance(value, list) else [value]


def _span(
    name: str, start: int, end: int, label: str, text: str, unit: Unit, problems: list[Violation]
) -> Iterator[Span]:
    points = to_points(text, start, end, unit)
    if points is None:
        problems.append(Violation("idx-out-of-range", name, shown([start, end]), INSIDE))
        return
    yield Span(name, *points, label)


def write(
    item: Item, texts: dict[str, str], answer: ExchangedAnswer | None, mapping: Mapping, text: str, unit: Unit
) -> dict[str, Json]:
    """A line as doccano imports it; a project has one kind of label."""
    record: dict[str, Json] = {**({mapping.id: item.id} if mapping.id else {}), **texts}
    if answer is None:
        return {**record, "label": []}
    spans = [
        (span, *from_points(text, span.start, span.end, unit)) for marked in answer.spans.values() for span in marked
    ]
    if any(given.group == "relations" for given in mapping.answers.values()) or answer.links:
        record["entities"] = [
            {"id": int(span.id), "label": span.label, "start_offset": start, "end_offset": end}
            for span, start, end in spans
        ]
        record["relations"] = [
            {"id": number, "from_id": int(a), "to_id": int(b), "type": "group"}
            for number, (a, b) in enumerate(answer.links, start=1)
        ]
        return record
    words = [word for said_so in (*answer.labels.values(), *answer.texts.values()) for word in said_so]
    marked: list[Json] = [[start, end, span.label] for span, start, end in spans]
    record["label"] = [*words, *marked]
    return record
