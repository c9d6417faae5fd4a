"""Reading the data files of a release back, with all that is wrong with them."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pingce.formats.check import check_file
from pingce.formats.entries import checked_entries
from pingce.formats.findings import FileRole, Findings
from pingce.formats.jsonfile import json_records
from pingce.formats.load import collect_problems
from pingce.formats.senses import Inventory
from pingce.formats.source import Source
from pingce.spec.errors import UserError
from pingce.spec.problem import CODES
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words
from pingce.tasks.catalog import find_task

from ..flaws import Flaw
from ..manifest import ReleaseFile

Pair = tuple[Item, Answer | None]


class Contents(NamedTuple):
    """A data file: what it holds and what is wrong with it."""

    pairs: list[Pair]
    flaws: list[Flaw]


def read_contents(folder: Path, file: ReleaseFile, accepted: frozenset[str], inventory: Inventory | None) -> Contents:
    """A file of gold or questions, checked as ``pingce check`` does; questions must be nothing but questions."""
    assert file.task is not None, "only data files are read"
    task, path, name = find_task(file.task), folder / file.path, f"{folder.name}/{file.path}"
    findings = Findings(name)
    role: FileRole = "gold" if file.content == "gold" else "questions"
    pairs: list[Pair] = []
    try:
        with collect_problems():
            entries = checked_entries(task, Source(path), findings, role, None, inventory)
            pairs.extend((entry.item, entry.answer) for entry in entries)
    except UserError as problem:  # a file that is not there
        return Contents([], [Flaw(name, problem.code, problem.words)])
    flaws = list(found_flaws(findings, name, accepted))
    if not flaws:
        flaws += wrong_count(name, file, len(pairs))
    if file.content == "questions":
        flaws += _more_than_questions(task, path, name, pairs)
    return Contents(pairs, flaws)


def wrong_count(name: str, file: ReleaseFile, records: int) -> Iterator[Flaw]:
    """A file that holds other than the records its manifest states."""
    if records != file.records:
        words = Words(f"写明 {file.records} 条，实有 {records} 条", f"{file.records} records stated, {records} found")
        yield Flaw(name, "wrong-count", words)


def found_flaws(findings: Findings, name: str, accepted: frozenset[str]) -> Iterator[Flaw]:
    """Errors by code, each with its first example."""
    for (level, code), count in findings.counts.items():
        if level == "error" and code not in accepted:
            first = findings.first[level, code]
            title = CODES[code].title
            words = Words(
                f"{title.zh} × {count}，如 {first.text('zh')}", f"{title.en} × {count}, e.g. {first.text('en')}"
            )
            yield Flaw(name, code, words)


def _more_than_questions(task: TaskSpec, path: Path, name: str, pairs: list[Pair]) -> Iterator[Flaw]:
    answered = [item.id for item, answer in pairs if answer is not None]
    keys: set[str] = set()
    if path.suffix in (".json", ".jsonl"):
        with collect_problems():  # said already
            for _, record in json_records(Source(path), Findings(name)):
                keys |= record.keys() - task.question_keys
    if answered or keys:
        where = ", ".join([*answered[:3], *sorted(keys)])
        words = Words(f"题目文件里有别的内容：{where}", f"more than questions in a file of questions: {where}")
        yield Flaw(name, "answers-in-questions", words)


def check_other(folder: Path, file: ReleaseFile, gold: str | None, accepted: frozenset[str]) -> Iterator[Flaw]:
    """Sheets and inventories."""
    assert file.task is not None
    name = f"{folder.name}/{file.path}"
    try:
        checked = check_file(
            find_task(file.task),
            str(folder / file.path),
            questions=gold,
            role="submission" if file.content == "sheet" else "inventory",
            strict=True,
        )
    except UserError as problem:
        yield Flaw(name, problem.code, problem.words)
        return
    yield from found_flaws(checked.findings, name, accepted)
    yield from wrong_count(name, file, checked.records)
