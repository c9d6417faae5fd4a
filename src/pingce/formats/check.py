"""Checking a file against its task, its questions and its inventory: what ``pingce check`` says.

Comes in: a file and what it is to be checked against. Comes out: ``Checked``, with the number of records and a
``Findings`` that holds every problem with line, item and place. Nothing is raised for what is wrong in the file.
"""

from dataclasses import dataclass

from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words

from .entries import checked_entries
from .findings import FileRole, Findings
from .load import collect_problems, load_inventory, load_questions
from .pairs import pair_violation
from .senses import read_inventory
from .source import Watch, find_source


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
