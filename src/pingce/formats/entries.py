"""Reading the records of any task's file, whatever its kind."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from pingce.spec.problem import Violation, shown
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words, same

from .decode import Decoder
from .findings import FileRole, Findings
from .fragments import key_list
from .jsonfile import json_records_or
from .jsonsyntax import Record
from .quick import QuickRecord, quick_reader
from .senses import sense_records
from .sheet import is_sheet, sheet_records
from .source import Source


class Entry(NamedTuple):
    """One record: where it stands, the question if it is there, the answer if it is there."""

    line: int | None
    id: str
    item: Item
    answer: Answer | None


def read_entries(
    task: TaskSpec,
    source: Source,
    findings: Findings,
    *,
    role: FileRole | None = None,
    questions: Mapping[str, Item] | None = None,
    thorough: bool = True,
    answers: bool = True,
) -> Iterator[Entry]:
    """The records of a file, one at a time; what is wrong goes to ``findings``.

    Without ``role`` the first record decides: with text and answer it is gold, with an answer only a
    submission, with a text only a question file. Not ``thorough``: only what keeps a value from being used.
    Without ``answers`` those of the file are passed over, right or wrong.
    """
    decoder: Decoder | None = None
    quick = _Quick()
    predicted = role == "submission" or (role is None and questions is not None)
    for line, record in _records(task, source, findings, quick, predicted=predicted, keys=thorough):
        if not isinstance(record, dict):
            item, answer = record
            _compare_texts(task, item, line, findings, questions)
            yield Entry(line, item.id, item, answer)
            continue
        if decoder is None:
            findings.role = role or _role(task, record, questions)
            decoder = Decoder(task, gold=findings.role == "gold", thorough=thorough)
            if not thorough:
                quick.read = quick_reader(task, with_texts=all(text.key in record for text in task.texts))
        entry = _entry(task, decoder if answers else None, record, line, findings, questions)
        if entry is not None:
            yield entry


class _Quick:
    """The quick reader, once the first record has told what kind of file this is."""

    read: Callable[[bytes], QuickRecord | None] | None = None

    def __call__(self, line: bytes) -> QuickRecord | None:
        return None if self.read is None else self.read(line)


def _records(
    task: TaskSpec, source: Source, findings: Findings, quick: _Quick, *, predicted: bool, keys: bool
) -> Iterator[tuple[int | None, Record | QuickRecord]]:
    if "sheet" in task.kinds and is_sheet(task, source):
        return sheet_records(task, source, findings, keys=keys)
    if "lines" in task.kinds:
        return sense_records(source, findings, predicted=predicted, keys=keys)
    return json_records_or(source, findings, quick, keys=keys)


def _role(task: TaskSpec, record: Record, questions: Mapping[str, Item] | None) -> FileRole:
    answered = any(field.key in record for field in task.public_answer)
    asked = all(text.key in record for text in task.texts)
    if answered and asked and questions is None:
        return "gold"
    return "questions" if asked and not answered and questions is None else "submission"


def _entry(
    task: TaskSpec,
    decoder: Decoder | None,
    record: Record,
    line: int | None,
    findings: Findings,
    questions: Mapping[str, Item] | None,
) -> Entry | None:
    item_id = record.get(task.id_key)
    if not isinstance(item_id, str) or not item_id:
        found = shown(item_id) if task.id_key in record else key_list(record)
        # The official scripts take any value for a qid that could be one, if none of theirs.
        code = "wrong-type" if isinstance(item_id, list | dict) else "no-qid"
        findings.add(Violation(code, "", found, Words(f"字符串 {task.id_key}", f"{task.id_key}, a string")), line=line)
        return None
    texts = _texts(task, record, item_id, line, findings)
    item = Item(item_id, texts, _extra(task, record, item_id, line, findings))
    asked = _compare_texts(task, item, line, findings, questions)
    answer = None
    if decoder is not None and (findings.role != "questions" or decoder.has_answer(record)):
        positions_in = asked.text if asked is not None and asked.texts else item.text if texts else None
        values, violations = decoder.answer(record, positions_in)
        findings.extend(violations, line=line, qid=item_id)
        answer = values
    return Entry(line, item_id, item, answer)


def _compare_texts(
    task: TaskSpec, item: Item, line: int | None, findings: Findings, questions: Mapping[str, Item] | None
) -> Item | None:
    """The question this record answers; its texts, where the record repeats them, must be the same."""
    asked = questions.get(task.match_key(item.id)) if questions is not None else None
    if asked is not None and item.texts != asked.texts:
        for name, text in item.texts.items():
            if asked.texts.get(name, text) != text:
                expected = same(shown(asked.texts[name]))
                findings.add(Violation("changed-text", name, shown(text), expected), line=line, qid=item.id)
    return asked


def _texts(task: TaskSpec, record: Record, item_id: str, line: int | None, findings: Findings) -> dict[str, str]:
    texts = {}
    for field in task.texts:
        text = record.get(field.key)
        if isinstance(text, str):
            texts[field.name] = text
        elif field.key in record:
            expected = Words("字符串", "a string")
            code = "changed-text" if findings.role == "submission" else "wrong-type"
            findings.add(Violation(code, field.key, shown(text), expected), line=line, qid=item_id)
        elif findings.role != "submission":
            findings.add(Violation("missing-key", "", key_list(record), same(field.key)), line=line, qid=item_id)
    return texts


def _extra(task: TaskSpec, record: Record, item_id: str, line: int | None, findings: Findings) -> Mapping[str, str]:
    known = task.known_keys
    if record.keys() <= known:
        return NO_EXTRA
    extra = {}
    for key, value in record.items():
        if key in known:
            continue
        findings.add(Violation("unknown-key", key, shown(key), same("/".join(sorted(known)))), line=line, qid=item_id)
        if isinstance(value, str | int | float | bool):
            extra[key] = str(value)
    return extra


NO_EXTRA: Mapping[str, str] = {}
