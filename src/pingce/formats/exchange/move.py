"""A file of another tool ⇄ items and answers of a task.

What ``pingce move in`` and ``pingce move out`` do, for every tool alike: read or write its file, and go through the
values of :mod:`.said` in between.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, assert_never

from pingce.formats.encode import Json
from pingce.formats.findings import Findings
from pingce.formats.jsonfile import json_records
from pingce.formats.load import refuse_invalid
from pingce.formats.save import Pair
from pingce.formats.source import Source
from pingce.spec.errors import UserError
from pingce.spec.problem import Violation, shown
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words

from . import doccano, labelstudio
from .exported import ExportedProject
from .give import give_answer
from .mapping import Mapping
from .offsets import Unit
from .take import take_answer

Tool = Literal["label-studio", "doccano"]
BROWSER: dict[Tool, Unit] = {"label-studio": "code-points", "doccano": "utf-16"}
"""What the tools of today count."""
AGREED = Words(
    "一份标注，或几份相同的标注；用 --person 指定标注者", "one annotation or equal ones; choose a person by --person"
)
UNUSED = Words("未用过的题号", "a qid not used before")
HAS_TEXT = Words("映射中的文本", "the texts of the mapping")


def move_in(
    task: TaskSpec, source: Source, mapping: Mapping, tool: Tool, *, unit: Unit | None = None, by: str | None = None
) -> list[Pair]:
    """Items with what was said about them, None where nobody has said anything; all problems at once.

    ``mapping`` says which part of the export is which part of the task, ``unit`` whether positions count code points
    or UTF-16 units (None: what the tool usually does), ``by`` whose annotations are taken where several people worked
    on an item.
    """
    findings = Findings(source.name)
    with refuse_invalid(findings):
        exported = _once(task, _read(task, source, mapping, tool, findings, unit, by), findings)
        return [_pair(task, mapping, record, findings) for record in exported]


def _read(
    task: TaskSpec, source: Source, mapping: Mapping, tool: Tool, findings: Findings, unit: Unit | None, by: str | None
) -> Iterator[ExportedProject]:
    records, name = list(json_records(source, findings)), task.texts[0].name
    match tool:
        case "label-studio":
            unit = unit or labelstudio.unit_of(records, mapping.text_key(name))
            return labelstudio.read(records, mapping, findings, text_name=name, unit=unit, by=by)
        case "doccano":
            return doccano.read(records, mapping, findings, text_name=name, unit=unit or BROWSER[tool])
        case _:
            assert_never(tool)


def _once(task: TaskSpec, exported: Iterable[ExportedProject], findings: Findings) -> Iterator[ExportedProject]:
    """All of them, while ids that occur again are noted: of two answers a task's file keeps one."""
    seen: set[str] = set()
    for record in exported:
        key = task.match_key(record.id)
        if key in seen:
            findings.add(Violation("duplicate-qid", "", shown(record.id), UNUSED), line=record.line, qid=record.id)
        seen.add(key)
        yield record


def _pair(task: TaskSpec, mapping: Mapping, record: ExportedProject, findings: Findings) -> Pair:
    texts = {}
    for text in task.texts:
        key = mapping.text_key(text.name)
        if key not in record.texts:
            violation = Violation("missing-key", key, shown(sorted(record.texts)), HAS_TEXT)
            findings.add(violation, line=record.line, qid=record.id)
        texts[text.name] = record.texts.get(key, "")
    item = Item(record.id, texts)
    answers: list[Answer] = []
    for exchanged in record.said:
        answer, violations = take_answer(task, mapping, exchanged, item.text)
        findings.extend(violations, line=record.line, qid=record.id)
        if answer is not None and answer not in answers:
            answers.append(answer)
    if len(answers) > 1:
        given = Words(f"{len(answers)} 份不同的标注", f"{len(answers)} different annotations")
        findings.add(Violation("several-answers", "", given, AGREED), line=record.line, qid=record.id)
    return item, answers[0] if answers else None


def move_out(
    task: TaskSpec, pairs: Iterable[Pair], mapping: Mapping, tool: Tool, *, unit: Unit | None = None
) -> Iterator[dict[str, Json]]:
    """Records as the tool imports them.

    The other way round than ``move_in``, with the same ``mapping`` and ``unit``: what was moved out can be moved in
    again without loss.
    """
    if tool == "doccano" and len(mapping.answers) > 1:
        raise UserError(
            Words("doccano 的一个项目只有一种标签。", "A project of doccano has one kind of label."),
            hint=Words("映射里只留一个答案字段。", "Leave one answer in the mapping."),
            code="bad-mapping",
        )
    write = labelstudio.write if tool == "label-studio" else doccano.write
    for item, answer in pairs:
        texts = {mapping.text_key(name): text for name, text in item.texts.items()}
        exchanged = give_answer(task, mapping, item, answer) if answer is not None else None
        yield write(item, texts, exchanged, mapping, item.text, unit or BROWSER[tool])
