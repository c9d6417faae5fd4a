"""Reading and checking data of a task."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pingce.formats.check import check_file
from pingce.formats.encode import encode_record
from pingce.formats.entries import checked_entries
from pingce.formats.findings import FileRole, Findings
from pingce.formats.load import is_unreadable, refuse_invalid
from pingce.formats.source import find_source
from pingce.spec.problem import Problem
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import spoken_language

from .arguments import checked
from .frames import frame_of
from .sources import DataSource, OpenedSource, as_file
from .tasks import as_task

if TYPE_CHECKING:
    import pandas as pd

MOST_SHOWN = 5
"""Items that a notebook shows of a data set."""


@dataclass(frozen=True, repr=False)
class Data:
    """Items of a task in their order, the answers that came with them, and what was wrong on the way."""

    task: TaskSpec
    items: Mapping[str, Item]
    answers: Mapping[str, Answer]
    problems: Sequence[Problem] = ()

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[tuple[Item, Answer | None]]:
        return ((item, self.answers.get(key)) for key, item in self.items.items())

    def first(self, count: int) -> "Data":
        """The first items, to look at."""
        keys = [*islice(self.items, count)]
        answers = {key: self.answers[key] for key in keys if key in self.answers}
        return replace(self, items={key: self.items[key] for key in keys}, answers=answers)

    def records(self) -> list[dict[str, Any]]:
        """As the official files write them."""
        return [dict(encode_record(self.task, item, answer, with_texts=bool(item.texts))) for item, answer in self]

    def to_pandas(self) -> "pd.DataFrame":
        """A row per item, columns as the keys of the official file."""
        return frame_of(self.records())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.task.id}, n = {len(self)}, answered {len(self.answers)})"

    def _repr_html_(self) -> str:
        from .html import data_html

        return data_html(self, spoken_language(), most=MOST_SHOWN)


@dataclass(frozen=True)
class CheckResult:
    """What checking found: all problems, errors first."""

    records: int
    answered: int
    problems: Sequence[Problem]
    errors: int
    warnings: int

    @property
    def ok(self) -> bool:
        """Without errors; warnings do not keep a file from being scored."""
        return not self.errors

    def __bool__(self) -> bool:
        return self.ok


@checked
def read(task: str | TaskSpec, source: DataSource) -> Data:
    """Items and answers of a file, an open file, a list of dicts or a frame.

    What can be read is there, oddities are in ``problems``; where a value cannot be read the whole is refused with
    all that is wrong (:class:`pingce.UserError`).

    >>> import pingce
    >>> data = pingce.read("space2022/task1", [{"qid": "1", "context": "猫从桌子上跳下来。", "judge": 1}])
    >>> len(data), data.answers["1"]["judge"]
    (1, '1')
    """
    spec = as_task(task)
    with as_file(source, "data") as opened:
        findings = Findings(opened.name, patient=True)
        items: dict[str, Item] = {}
        answers: dict[str, Answer] = {}
        with refuse_invalid(findings, when=is_unreadable):
            for entry in checked_entries(spec, find_source(opened.path), findings, None, None, thorough=False):
                key = spec.match_key(entry.id)
                items[key] = entry.item
                if entry.answer is not None:
                    answers[key] = entry.answer
    return Data(spec, items, answers, findings.problems)


@checked
def check(
    task: str | TaskSpec,
    source: DataSource,
    *,
    questions: DataSource | None = None,
    inventory: str | Path | None = None,
    role: FileRole | None = None,
) -> CheckResult:
    """Everything that is wrong with a file or with records: what ``pingce check`` says.

    ``questions``: what was asked, to find unknown, unanswered and changed items.

    >>> import pingce
    >>> result = pingce.check("space2022/task1", [{"qid": "1", "context": "猫从桌子上跳下来。", "judge": 7}])
    >>> result.ok, [problem.code for problem in result.problems]
    (False, ['unknown-label'])
    """
    spec = as_task(task)
    glosses = None if inventory is None else str(inventory)
    with as_file(source, "data") as opened:
        if questions is None:
            checked = check_file(spec, opened.path, inventory=glosses, role=role)
        else:
            with as_file(questions, "questions") as asked:
                checked = check_file(spec, opened.path, questions=asked.path, inventory=glosses, role=role)
        name_as_known(checked.findings, opened)
    findings = checked.findings
    return CheckResult(
        checked.records, checked.answered, findings.problems, findings.error_count, findings.warning_count
    )


def name_as_known(findings: Findings, opened: OpenedSource) -> None:
    """Problems name what the caller gave, not the copy that was read."""
    if opened.is_copy:
        findings.rename(opened.path, opened.name)
