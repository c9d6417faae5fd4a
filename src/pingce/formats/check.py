"""Checking a file against its task, its questions and its inventory; and loading files for scoring."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from pingce.spec.errors import UserError
from pingce.spec.problem import Violation
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item, Senses
from pingce.spec.words import Words

from .entries import Entry, read_entries
from .findings import FileRole, Findings, StopReading
from .senses import Inventory, gloss_violations, read_inventory, word_violations
from .source import Source, Watch, find_source

MOST_RECORDS = 8_000_000
"""Beyond any data set of these tasks; ids are kept in memory to find duplicates."""
NO_ANSWER = Words("没有答案", "no answer")
ITS_ANSWER = Words("这一题的答案", "an answer to it")


@dataclass
class Checked:
    """What checking a file gave."""

    findings: Findings
    records: int = 0
    answered: int = 0


@dataclass
class Loaded:
    """A file read for scoring, by match key."""

    findings: Findings
    items: dict[str, Item] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)


def check_file(
    task: TaskSpec,
    name: str,
    *,
    questions: str | None = None,
    inventory: str | None = None,
    role: FileRole | None = None,
    watch: Watch | None = None,
    strict: bool = False,
) -> Checked:
    """All problems of a file. Nothing is kept but ids, so a large file needs little memory.

    ``strict``: a submission is held to what gold is held to.
    """
    asked = load_questions(task, questions) if questions is not None else None
    glosses = load_inventory(inventory) if inventory is not None else None
    source = find_source(name, watch)
    checked = Checked(Findings(source.name, strict=strict))
    try:
        if role == "inventory":
            if "lines" not in task.kinds:
                raise UserError(Words(f"{task.id} 没有释义表。", f"{task.id} has no inventory."), code="no-inventory")
            checked.findings.role = role
            checked.records = len(read_inventory(source, checked.findings))
            return checked
        for entry in checked_entries(task, source, checked.findings, role, asked, glosses):
            checked.records += 1
            checked.answered += entry.answer is not None
    except StopReading:
        pass
    return checked


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
) -> Iterator[Entry]:
    """Entries of a file while everything about them is checked, unanswered questions last."""
    seen: set[str] = set()
    entries = read_entries(task, source, findings, role=role, questions=questions, thorough=thorough, answers=answers)
    for count, entry in enumerate(entries, start=1):
        key = task.match_key(entry.id)
        if count > MOST_RECORDS:
            found = Words(f"超过 {MOST_RECORDS} 条记录", f"more than {MOST_RECORDS} records")
            expected = Words("较小的文件", "a smaller file")
            findings.add(Violation("too-many-records", "", found, expected), line=entry.line)
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
        yield entry
    if not seen and not findings.error_count:
        findings.add(Violation("empty-file", "", "[]", Words("至少一条记录", "at least one record")))
    if questions is not None and seen and questions.keys().isdisjoint(seen):
        found = Words(f"{len(seen)} 条记录", f"{len(seen)} record{'s' * (len(seen) != 1)}")
        findings.add(Violation("nothing-answered", "", found, Words("题目的答案", "answers to the questions")))
    for key, item in (questions or {}).items():
        if key not in seen:
            findings.add(Violation("missing-qid", "", NO_ANSWER, ITS_ANSWER), qid=item.id)


def _sense_violations(entry: Entry, asked: Item | None, inventory: Inventory | None) -> Iterator[Violation]:
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


def load_gold(task: TaskSpec, name: str) -> Loaded:
    """Gold answers, with or without their texts; anything that cannot be read there is fatal, oddities are not."""
    gold = _load(task, name, role=None, questions=None)
    if gold.findings.unusable or gold.findings.lost_values:
        raise BadFileError(gold.findings)
    if gold.findings.role == "questions":
        raise UserError(
            Words(f"{gold.findings.file} 只有题目，没有答案。", f"{gold.findings.file} has questions but no answers."),
            hint=Words(
                f"标准答案的每条记录都要有字段 {task.public_answer[0].key}。",
                f"Gold needs the key {task.public_answer[0].key} in every record.",
            ),
            code="no-gold-answers",
        )
    return gold


def load_predictions(task: TaskSpec, name: str, gold: Loaded) -> Loaded:
    """Answers to the gold questions. What cannot be used earns nothing, as the findings say.

    Whether the answers make sense is left to ``check_file``.
    """
    predictions = _load(task, name, role="submission", questions=gold.items)
    if predictions.findings.unusable:
        raise BadFileError(predictions.findings)
    return predictions


def load_questions(task: TaskSpec, name: str) -> dict[str, Item]:
    source = find_source(name)
    findings = Findings(source.name)
    items = {}
    try:
        for entry in read_entries(task, source, findings):
            items[task.match_key(entry.id)] = entry.item
    except StopReading:
        pass
    if findings.unusable or not items:
        raise BadFileError(findings)
    return items


def load_inventory(name: str) -> Inventory:
    """All of it or an error: a word whose glosses cannot be read must not disappear."""
    source = find_source(name)
    findings = Findings(source.name)
    try:
        inventory = read_inventory(source, findings)
    except StopReading:
        raise BadFileError(findings) from None
    if findings.lost_values:
        raise BadFileError(findings)
    return inventory


class BadFileError(UserError):
    """A file that cannot be used; carries everything that is wrong with it."""

    def __init__(self, findings: Findings) -> None:
        super().__init__(Words(f"{findings.file} 无法使用。", f"{findings.file} cannot be used."), code="bad-file")
        self.findings = findings


def _load(task: TaskSpec, name: str, *, role: FileRole | None, questions: Mapping[str, Item] | None) -> Loaded:
    source = find_source(name)
    loaded = Loaded(Findings(source.name, patient=True))
    try:
        for entry in checked_entries(task, source, loaded.findings, role, questions, thorough=False):
            key = task.match_key(entry.id)
            if questions is None or key in questions:
                # A later line with the same id replaces the earlier one, as in the official scripts.
                loaded.items[key] = entry.item
                loaded.answers[key] = entry.answer or {}
    except StopReading:
        pass
    return loaded
