"""Reading the records of any task's file, whatever its kind, and checking them against each other and the questions.

The one way in for records: JSON, JSONL, answer sheets and lines of senses all become ``TaskRecord`` values with their
line. ``checked_entries`` also looks for ids that occur twice, are unknown or are missing.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, cast

from pingce.spec.problem import Violation, shown
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item, Senses
from pingce.spec.words import Words, same

from .decode import Decoder
from .findings import FileRole, Findings, StopReading
from .fragments import key_list
from .jsonfile import json_records_or
from .jsonsyntax import Record
from .options import language_violations, read_options
from .printed import from_printed, is_printed
from .quick import QuickRecord, quick_reader
from .senses import Inventory, gloss_violations, sense_records, word_violations
from .sheet import is_sheet, sheet_records
from .source import Source

MOST_RECORDS = 8_000_000
"""Beyond any data set of these tasks; ids are kept in memory to find duplicates."""
NO_ANSWER = Words("没有答案", "no answer")
ITS_ANSWER = Words("这一题的答案", "an answer to it")


class TaskRecord(NamedTuple):
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
    foreign: Callable[[Record], None] | None = None,
) -> Iterator[TaskRecord]:
    """The records of a file, one at a time; what is wrong goes to ``findings``.

    Records of other subtasks in a joint file are passed over; ``foreign`` is told of them.

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
            yield TaskRecord(line, item.id, item, answer)
            continue
        record = task.renamed(record)
        if is_printed(task, record):
            record, violation = from_printed(task, record)
            findings.add(violation, line=line)
        if task.is_foreign(str(record.get(task.id_key))):
            if foreign is not None:
                foreign(record)
            continue
        if decoder is None:
            findings.role = role or _role(task, record, questions)
            decoder = Decoder(task, gold=findings.role == "gold", thorough=thorough)
            if not thorough:
                quick.read = quick_reader(task, with_texts=all(text.key in record for text in task.texts))
        entry = _entry(task, decoder if answers else None, record, line, findings, questions)
        if entry is not None:
            yield entry


def checked_entries(
    task: TaskSpec,
    source: Source,
    findings: Findings,
    role: FileRole | None,
    questions: Mapping[str, Item] | None,
    inventory: Inventory | None = None,
    *,
    thorough: bool = True,
    answers: bool = True,
    foreign: Callable[[Record], None] | None = None,
) -> Iterator[TaskRecord]:
    """Entries of a file while everything about them is checked, unanswered questions last.

    Everything that is wrong goes to ``findings``. ``role`` None: a file of questions or gold, whichever it is. With
    ``questions`` answers are checked against them (ids, positions, options), with ``inventory`` senses against its
    glosses. ``foreign`` gets records of other tasks where several share a file; not ``answers``: only questions are
    wanted.
    """
    seen: set[str] = set()
    entries = read_entries(
        task,
        source,
        findings,
        role=role,
        questions=questions,
        thorough=thorough,
        answers=answers,
        foreign=foreign,
    )
    for count, entry in enumerate(entries, start=1):
        key = task.match_key(entry.id)
        if count > MOST_RECORDS:
            given = Words(f"超过 {MOST_RECORDS} 条记录", f"more than {MOST_RECORDS} records")
            expected = Words("较小的文件", "a smaller file")
            findings.add(Violation("too-many-records", "", given, expected), line=entry.line)
            raise StopReading
        if key in seen:
            findings.add(
                Violation("duplicate-qid", "", entry.id, Words("未用过的题号", "a qid not used before")),
                line=entry.line,
                qid=entry.id,
            )
        seen.add(key)
        if questions is not None and key not in questions:
            expected = Words("题目中的题号", "a qid of the questions")
            findings.add(Violation("unknown-qid", "", entry.id, expected), line=entry.line, qid=entry.id)
        if "senses" in (entry.answer or {}) or "word" in entry.item.texts:
            asked = (questions or {}).get(key)
            findings.extend(_sense_violations(entry, asked, inventory), line=entry.line, qid=entry.id)
        if thorough and findings.role != "submission":
            findings.extend(language_violations(task, entry.item), line=entry.line, qid=entry.id)
        yield entry
    if not seen and not findings.error_count:
        findings.add(Violation("empty-file", "", "[]", _some_record(task)))
    if questions is not None and seen and questions.keys().isdisjoint(seen):
        given = Words(f"{len(seen)} 条记录", f"{len(seen)} record{'s' * (len(seen) != 1)}")
        findings.add(Violation("nothing-answered", "", given, Words("题目的答案", "answers to the questions")))
    for key, item in (questions or {}).items():
        if key not in seen:
            findings.add(Violation("missing-qid", "", NO_ANSWER, ITS_ANSWER), qid=item.id)


def _some_record(task: TaskSpec) -> Words:
    if task.joint is None:
        return Words("至少一条记录", "at least one record")
    return Words(
        f"至少一条 {task.joint.own}… 的记录", f"at least one record whose {task.id_key} begins with {task.joint.own}"
    )


def _sense_violations(entry: TaskRecord, asked: Item | None, inventory: Inventory | None) -> Iterator[Violation]:
    """What the shape alone cannot know: is the word there, are the glosses known.

    Whoever answers a question is not to blame for its texts, whether the answer repeats them or not.
    """
    own = entry.item.texts
    if asked is None or not own.items() <= asked.texts.items():
        yield from word_violations(entry.item, inventory)
    word = (own if asked is None else asked.texts).get("word")
    senses = cast("Senses | None", (entry.answer or {}).get("senses"))
    if inventory is not None and word is not None and senses is not None:
        yield from gloss_violations(word, senses, inventory)


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
) -> TaskRecord | None:
    item_id = record.get(task.id_key)
    if not isinstance(item_id, str) or not item_id:
        given = shown(item_id) if task.id_key in record else key_list(record)
        # The official scripts take any value for a qid that could be one, if none of theirs.
        code = "wrong-type" if isinstance(item_id, list | dict) else "no-qid"
        findings.add(Violation(code, "", given, Words(f"字符串 {task.id_key}", f"{task.id_key}, a string")), line=line)
        return None
    texts = _texts(task, record, item_id, line, findings)
    item = Item(item_id, texts, _extra(task, record, item_id, line, findings), _options(task, record, line, findings))
    asked = _compare_texts(task, item, line, findings, questions)
    answer = None
    if decoder is not None and (findings.role != "questions" or decoder.has_answer(record)):
        positions_in = asked.text if asked is not None and asked.texts else item.text if texts else None
        values, violations = decoder.answer(record, positions_in, asked if asked is not None else item)
        findings.extend(violations, line=line, qid=item_id)
        answer = values
    return TaskRecord(line, item_id, item, answer)


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
    if asked is not None and item.options and asked.options and item.options != asked.options:
        expected = same(shown(dict(asked.options)))
        findings.add(Violation("changed-text", "options", shown(dict(item.options)), expected), line=line, qid=item.id)
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


def _options(task: TaskSpec, record: Record, line: int | None, findings: Findings) -> Mapping[str, str]:
    if task.options is None:
        return NO_EXTRA
    violations: list[Violation] = []
    options = read_options(task.options, record, violations, needed=_needs_options(task, record, findings))
    findings.extend(violations, line=line, qid=str(record[task.id_key]))
    return options


def _needs_options(task: TaskSpec, record: Record, findings: Findings) -> bool:
    """Questions have options; a submission and a key (answers without texts) need none."""
    return findings.role != "submission" and all(text.key in record for text in task.texts)


def _extra(task: TaskSpec, record: Record, item_id: str, line: int | None, findings: Findings) -> Mapping[str, str]:
    keys = task.known_keys
    if record.keys() <= keys and not task.attributes and not task.gold_attributes:
        return NO_EXTRA
    extra = {}
    for key, value in record.items():
        if key in (*task.attributes, *task.gold_attributes) and isinstance(value, str | int | float | bool):
            extra[key] = str(value)
        if key in keys:
            continue
        findings.add(Violation("unknown-key", key, shown(key), same("/".join(sorted(keys)))), line=line, qid=item_id)
        if isinstance(value, str | int | float | bool):
            extra[key] = str(value)
    return extra


NO_EXTRA: Mapping[str, str] = {}
