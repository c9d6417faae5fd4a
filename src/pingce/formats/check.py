"""Checking a file against its task, its questions and its inventory: what ``pingce check`` says.

Comes in: a file and what it is to be checked against. Comes out: ``Checked``, with the number of records and a
``Findings`` that holds every problem with line, item and place. Nothing is raised for what is wrong in the file.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from pingce.spec.errors import UserError
from pingce.spec.problem import Violation
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words, same

from .entries import checked_entries
from .findings import FileRole, Findings
from .load import collect_problems, load_inventory, load_questions
from .senses import read_inventory
from .source import Watch, find_source

LONGEST_WITHIN = 4
"""So many characters in a row two contiguous units may share without being two differences each."""


@dataclass
class Checked:
    """What checking a file gave."""

    findings: Findings
    records: int = 0
    answered: int = 0


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

    ``questions``: the file the answers belong to, to find unknown and missing ids and positions outside of a text;
    ``inventory``: the glosses; ``role``: whether it is gold, questions or a submission, where that does not show.
    """
    asked = load_questions(task, questions) if questions is not None else None
    glosses = load_inventory(inventory) if inventory is not None else None
    source = find_source(name, watch)
    checked = Checked(Findings(source.name, strict=strict))
    with collect_problems():
        if role == "inventory":
            if not task.has_senses:
                raise UserError(Words(f"{task.id} 没有释义表。", f"{task.id} has no inventory."), code="no-inventory")
            checked.findings.role = role
            checked.records = len(read_inventory(source, checked.findings))
            return checked
        for entry in checked_entries(task, source, checked.findings, role, asked, glosses):
            checked.records += 1
            checked.answered += entry.answer is not None
            if task.differs_once and (violation := pair_violation(list(entry.item.texts.values()))):
                checked.findings.add(violation, line=entry.line, qid=entry.id)
    return checked


def pair_violation(texts: Sequence[str]) -> Violation | None:
    """What is odd about a pair of texts (SpaCE2023 task 3); None: they differ in one place, or there are not two.

    The rules page: the texts without their pieces D1 and D2 are the same, and both pieces are contiguous units. What
    two texts begin and end with alike is taken off; what is left are D1 and D2, unless they have so much in common in
    the middle that there are two differences: a punctuation mark, or five characters in a row.
    """
    if len(texts) != 2 or not all(texts):
        return None
    if texts[0] == texts[1]:
        return Violation("same-texts", "context2", texts[1], same("D1 ≠ D2"))
    if differs_twice(*texts):
        left, right = difference(*texts)
        return Violation("two-differences", "context2", f"{left} / {right}", same("D1, D2"))
    return None


def difference(first: str, second: str) -> tuple[str, str]:
    """D1 and D2: what is left of two texts without what they begin and end with alike."""
    start = _alike(first, second)
    left, right = first[start:], second[start:]
    end = _alike(left[::-1], right[::-1])
    return (left[: len(left) - end], right[: len(right) - end])


def _alike(first: str, second: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(first), len(second)))


def differs_twice(first: str, second: str) -> bool:
    """Whether the pieces in which two texts differ are the same again somewhere in their middle."""
    left, right = difference(first, second)
    if not left or not right:
        return False
    match = SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
    shared = [left[block.a : block.a + block.size] for block in match if block.size]
    return any(len(text) > LONGEST_WITHIN or any(_is_mark(character) for character in text) for text in shared)


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("P")
