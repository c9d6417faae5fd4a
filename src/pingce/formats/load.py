"""Reading a file whole, for scoring and for every stage: as far as it goes, or not at all, with all its problems.

Readers note what is wrong with a file in its ``Findings`` and give up by ``StopReading``, which stays inside
``formats``: everybody else reads ``with refuse_invalid(findings):`` or ``with collect_problems():``.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words, spoken_language

from .decode import Decoder
from .entries import checked_entries, read_entries
from .findings import FileRole, Findings, StopReading
from .jsonsyntax import Record
from .senses import Inventory, read_inventory
from .source import find_source

MOST_SAID = 50
"""Problems that an error lists when it is shown as it is."""


class BadFileError(UserError):
    """A file that cannot be used; carries everything that is wrong with it."""

    def __init__(self, findings: Findings) -> None:
        super().__init__(Words(f"{findings.file} 无法使用。", f"{findings.file} cannot be used."), code="bad-file")
        self.findings = findings

    def __str__(self) -> str:
        """With the problems, for programs that show nothing but the error; commands list them by themselves."""
        lang = spoken_language()
        return "\n".join([super().__str__(), *(problem.text(lang) for problem in self.findings.problems[:MOST_SAID])])


def has_errors(findings: Findings) -> bool:
    return findings.error_count > 0


def loses_values(findings: Findings) -> bool:
    """Oddities are taken; a value that could not be read is not."""
    return findings.lost_values


def is_unreadable(findings: Findings) -> bool:
    """The file as such, or a value in it, cannot be read."""
    return findings.unusable or findings.lost_values


@contextmanager
def refuse_invalid(findings: Findings, *, when: Callable[[Findings], bool] = has_errors) -> Iterator[None]:
    """Read a file inside this; at its end, or where it cannot be read any further, all that is wrong with it is raised.

    A generator may yield from inside: what it has yielded stands until the end of the file.
    """
    try:
        yield
    except StopReading:
        raise BadFileError(findings) from None
    if when(findings):
        raise BadFileError(findings)


@contextmanager
def collect_problems() -> Iterator[None]:
    """Read a file inside this as far as it goes; what stopped the reading is among its findings."""
    with suppress(StopReading):
        yield


@dataclass
class Loaded:
    """A file read for scoring, by match key."""

    findings: Findings
    items: dict[str, Item] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    foreign: dict[str, Answer] = field(default_factory=dict)
    """What a joint file says about items of other subtasks, as far as an answer to this one could say it."""
    order: dict[str, None] = field(default_factory=dict)
    """All items of the file in order, those of other subtasks too."""


def load_gold(task: TaskSpec, name: str) -> Loaded:
    """Gold answers, with or without their texts; anything that cannot be read there is fatal, oddities are not."""
    gold = _load(task, name, role=None, questions=None)
    if is_unreadable(gold.findings):
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
    """The questions of a file by match key, whatever answers it may have."""
    source = find_source(name)
    findings = Findings(source.name)
    items = {}
    with collect_problems():
        for entry in read_entries(task, source, findings):
            items[task.match_key(entry.id)] = entry.item
    if findings.unusable or not items:
        raise BadFileError(findings)
    return items


def load_inventory(name: str) -> Inventory:
    """All of it or an error: a word whose glosses cannot be read must not disappear."""
    source = find_source(name)
    findings = Findings(source.name)
    with refuse_invalid(findings, when=loses_values):
        return read_inventory(source, findings)


def _load(task: TaskSpec, name: str, *, role: FileRole | None, questions: Mapping[str, Item] | None) -> Loaded:
    source = find_source(name)
    loaded = Loaded(Findings(source.name, patient=True))
    decoder = Decoder(task, gold=False, thorough=False)

    def note_foreign(record: Record) -> None:
        key = str(record[task.id_key])
        loaded.foreign[key] = decoder.answer(record, None)[0]
        loaded.order[key] = None

    entries = checked_entries(
        task, source, loaded.findings, role, questions, thorough=False, foreign=note_foreign if task.joint else None
    )
    with collect_problems():
        for entry in entries:
            key = task.match_key(entry.id)
            loaded.order[key] = None
            if questions is None or key in questions:
                # A later line with the same id replaces the earlier one, as in the official scripts.
                loaded.items[key] = entry.item
                loaded.answers[key] = entry.answer or {}
    return loaded
