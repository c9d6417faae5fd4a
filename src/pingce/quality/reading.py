"""Reading a file of annotations: JSON lines as docs/3-quality.md describes them, or a campaign's exported history."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

from pingce.formats.decode import Decoder
from pingce.formats.findings import Findings
from pingce.formats.jsonfile import json_records
from pingce.formats.jsonsyntax import Record
from pingce.formats.load import BadFileError, refuse_invalid
from pingce.formats.source import Watch, find_source
from pingce.spec.errors import UserError
from pingce.spec.problem import Violation, shown
from pingce.spec.shapes import SenseChoice
from pingce.spec.task import TaskSpec
from pingce.spec.values import ORIGINAL_KEYS, Answer, Item, Senses, Value
from pingce.spec.words import Words, same
from pingce.tasks.catalog import find_task, is_task
from pingce.tasks.ratings import ASPECTS, RATING

from .annotations import KINDS, Annotation, Annotations, ItemDecision, RuleHit
from .asked_fields import FORM_LABELS, fields_of, special_sense
from .history import annotation_lines, is_history

UNFINISHED = ("draft", "claimed", "skipped", "expired")
"""States of lines that hold no answer anybody stands by."""
STRING, NUMBER = Words("字符串", "a string"), Words("不小于 0 的数", "a number, 0 or more")
TIME = Words("ISO 8601 时间", "a time in ISO 8601")


def read_annotations(name: str, *, task_id: str | None = None, watch: Watch | None = None) -> Annotations:
    """A file of annotations and decisions; all its problems at once."""
    source = find_source(name, watch)
    findings = Findings(source.name)
    lines: list[tuple[int, Record]] = []
    with refuse_invalid(findings):
        lines += json_records(source, findings)
        if is_history(lines):
            lines = list(annotation_lines(lines))
        task = _task(lines, findings, task_id)
        return _AnnotationReader(task, findings).read(source.base_name, lines)


def _task(lines: list[tuple[int, Record]], findings: Findings, task_id: str | None) -> TaskSpec:
    """The task of the file; a file of several campaigns needs to be told which."""
    if task_id is not None:
        return find_task(task_id)
    named = Counter(str(record["task"]) for _, record in lines if "task" in record)
    strangers = {name for name in named if not is_task(name)}
    for line, record in lines:
        if "task" in record and str(record["task"]) in strangers:
            expected = Words("任务目录中的任务", "a task of the catalogue")
            findings.add(Violation("wrong-type", "task", shown(record["task"]), expected), line=line)
    if findings.error_count:
        raise BadFileError(findings)
    if len(named) != 1:
        raise UserError(
            Words(
                f"{findings.file} 里有 {len(named)} 种任务；应为一种。",
                f"{findings.file} holds {len(named)} tasks; expected one.",
            ),
            hint=Words(
                f"请用 --task 指明：{'、'.join(named) or '任务'}。",
                f"Choose with --task: {', '.join(named) or 'TASK'}.",
            ),
            code="which-task",
        )
    return find_task(next(iter(named)))


class _AnnotationReader:
    """Turns lines into annotations and decisions of one task; what is wrong goes to ``findings``."""

    def __init__(self, task: TaskSpec, findings: Findings) -> None:
        self.task, self.findings = task, findings
        self.senses = next((field.name for field in task.answer if isinstance(field.shape, SenseChoice)), None)
        self.items: dict[str, Item] = {}
        self.decoders: dict[tuple[str, ...], Decoder] = {}
        self.line: int | None = None
        self.qid: str | None = None

    def read(self, name: str, lines: list[tuple[int, Record]]) -> Annotations:
        versions: list[Annotation] = []
        decisions: list[ItemDecision] = []
        raw: list[Mapping[str, object]] = []
        left_out: Counter[str] = Counter()
        seen: set[tuple[str, str, int]] = set()
        for self.line, record in lines:
            self.qid = None
            if record.get("task", self.task.id) != self.task.id:
                continue
            item = self._string(record, "item")
            if item is None:
                continue
            self.qid = item
            self._note_item(item, record)
            if "decision" in record:
                decisions += self._decision(item, record)
                continue
            if record.get("state") in UNFINISHED:
                left_out[str(record["state"])] += 1
                continue
            annotation = self._annotation(item, record)
            if annotation is None:
                continue
            if (annotation.item, annotation.annotator, annotation.version) in seen:
                expected = Words("每人每题每版一行", "one line per item, annotator and version")
                self._say("duplicate-qid", "version", shown(annotation.version), expected)
            seen.add((annotation.item, annotation.annotator, annotation.version))
            raw.append(cast("Mapping[str, object]", record["answer"]))
            versions.append(annotation)
        if not versions and not self.findings.error_count:
            self.line = self.qid = None
            self._say("empty-file", "", "–", Words("至少一条标注", "at least one annotation"))
        fields = fields_of(self.task, raw)
        if versions and not fields:
            self.line = self.qid = None
            keys = ", ".join((*(field.key for field in self.task.answer), *FORM_LABELS))
            self._say("missing-key", "answer", "–", Words(f"{keys} 之一", f"one of {keys}"))
        return Annotations(name, self.task, fields, self.items, versions, decisions, left_out=left_out)

    def _annotation(self, item: str, record: Record) -> Annotation | None:
        annotator = self._string(record, "annotator")
        answer = self._answer(item, record, "answer")
        if annotator is None or answer is None:
            return None
        version = record.get("version", 1)
        if not isinstance(version, int) or isinstance(version, bool):
            self._say("wrong-type", "version", shown(version), Words("整数", "a whole number"))
            return None
        return Annotation(
            item=item,
            annotator=annotator,
            answer=answer,
            at=self._time(record),
            seconds=self._seconds(record),
            batch=self._optional(record, "batch"),
            genre=self._optional(record, "genre"),
            group=self._optional(record, "group"),
            version=version,
            control=record.get("control") is True,
            hits=self._hits(record),
        )

    def _decision(self, item: str, record: Record) -> list[ItemDecision]:
        kind = record.get("kind")
        if kind not in KINDS:
            self._say("wrong-type", "kind", shown(kind), Words("/".join(KINDS), "/".join(KINDS)))
            return []
        answer = self._answer(item, record, "decision")
        if answer is None:
            return []
        by, reason = self._optional(record, "by"), self._optional(record, "reason")
        hits = self._hits(record) if "hits" in record else None
        upheld = record.get("upheld")
        verdict = upheld if isinstance(upheld, bool) else None
        return [ItemDecision(item, answer, kind, by, self._time(record), reason, hits, verdict)]

    def _answer(self, item: str, record: Record, key: str) -> Answer | None:
        raw = record.get(key)
        if not isinstance(raw, dict):
            self._say("wrong-type" if key in record else "missing-key", key, shown(raw), Words("对象", "an object"))
            return None
        text = self.items[item].text or None
        values, violations = self._decoder(raw).answer(raw, text)
        for violation in violations:
            self._say(violation.code, f"{key}.{violation.path}", violation.found, violation.expected)
        return {**values, **self._form_values(raw, key)}

    def _decoder(self, raw: Mapping[str, object]) -> Decoder:
        """Forms ask for some of a task's fields; those that are there are read as the task's files write them."""
        present = tuple(field for field in self.task.answer if field.key in raw)
        keys = tuple(field.key for field in present)
        if keys not in self.decoders:
            self.decoders[keys] = Decoder(replace(self.task, answer=present), gold=True, thorough=False)
        return self.decoders[keys]

    def _form_values(self, raw: Mapping[str, object], path: str) -> dict[str, Value]:
        values: dict[str, Value] = {}
        for key in FORM_LABELS:
            label = raw.get(key)
            if key == "rating" and isinstance(label, str) and label not in ("", *RATING.labels):
                self._say("unknown-label", f"{path}.{key}", shown(label), same("/".join(RATING.labels)))
            elif isinstance(label, str) and label:
                values[key] = label
            elif label not in (None, ""):
                self._say("wrong-type", f"{path}.{key}", shown(label), STRING)
        if self.senses is not None and "special" in values and not raw.get(self.senses):
            values[self.senses] = Senses((special_sense(str(values["special"])),))
        for key in ASPECTS:
            points = raw.get(key)
            if isinstance(points, int | float) and not isinstance(points, bool):
                values[key] = f"{points:g}"
            elif points is not None:
                self._say("wrong-type", f"{path}.{key}", shown(points), NUMBER)
        return values

    def _note_item(self, item: str, record: Record) -> None:
        texts = record.get("texts")
        if isinstance(texts, dict):
            by_name = {field.name: texts.get(field.name, texts.get(field.key)) for field in self.task.texts}
            known = {name: text for name, text in by_name.items() if isinstance(text, str)}
            self.items[item] = Item(item, known, _stated_original(record, known))
        elif item not in self.items:
            self.items[item] = Item(item, {}, _stated_original(record, {}))

    def _hits(self, record: Record) -> tuple[RuleHit, ...]:
        raw = record.get("hits") or []
        if not isinstance(raw, list) or not all(isinstance(hit, dict) and "rule" in hit for hit in raw):
            self._say(
                "wrong-type", "hits", shown(raw), Words("由 rule 与 level 组成的列表", "a list of rule and level")
            )
            return ()
        return tuple(RuleHit(str(hit["rule"]), str(hit.get("level", ""))) for hit in raw)

    def _time(self, record: Record) -> datetime | None:
        raw = record.get("at")
        if raw in (None, ""):
            return None
        try:
            at = datetime.fromisoformat(str(raw))
        except ValueError:
            self._say("wrong-type", "at", shown(raw), TIME)
            return None
        # A time keeps its own zone, so that its day is the day people saw; one without any is taken as UTC.
        return at if at.tzinfo is not None else at.replace(tzinfo=UTC)

    def _seconds(self, record: Record) -> float | None:
        raw = record.get("seconds")
        if raw is None:
            return None
        if isinstance(raw, bool) or not isinstance(raw, int | float) or not raw >= 0:
            self._say("wrong-type", "seconds", shown(raw), NUMBER)
            return None
        return float(raw)

    def _string(self, record: Record, key: str) -> str | None:
        value = record.get(key)
        if isinstance(value, str) and value:
            return value
        self._say("wrong-type" if key in record else "missing-key", key, shown(value), STRING)
        return None

    def _optional(self, record: Record, key: str) -> str:
        value = record.get(key)
        if value is None:
            return ""
        if isinstance(value, str | int):
            return str(value)
        self._say("wrong-type", key, shown(value), STRING)
        return ""

    def _say(self, code: str, path: str, value: str | Words, expected: Words) -> None:
        self.findings.add(Violation(code, path, value, expected), line=self.line, qid=self.qid)


def _stated_original(record: Record, texts: Mapping[str, str]) -> dict[str, str]:
    """The key by which an item says what it comes from; a group that is its word says what its text says already."""
    stated = {key: str(record[key]) for key in ORIGINAL_KEYS if isinstance(record.get(key), str | int) and record[key]}
    return {key: value for key, value in stated.items() if value not in texts.values()}
