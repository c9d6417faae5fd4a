"""The decided items a release is made of: gold files, one or several for each subtask."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pingce.formats.checksum import source_sha256
from pingce.formats.entries import checked_entries
from pingce.formats.findings import Findings
from pingce.formats.load import BadFileError, refuse_invalid
from pingce.formats.provenance import Provenance, load_sidecar
from pingce.formats.source import Source, Watch, find_source
from pingce.spec.errors import UserError
from pingce.spec.problem import CODES
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words
from pingce.tasks.catalog import find_task

NOT_AS_READ = frozenset(("wrong-length", "duplicate-qid"))
"""Beside values that were lost: written out again, these would be something else than what was read."""


class Decided(NamedTuple):
    """An item with the answer that was decided on, and which input it comes from."""

    input: int
    task: TaskSpec
    item: Item
    answer: Answer
    origin: Provenance | None = None
    """What the sidecar of its file says about it."""

    @property
    def passages(self) -> list[str]:
        return [self.item.texts[text.name] for text in self.task.texts if text.passage]

    @property
    def original(self) -> str | None:
        """The original it states, in its sidecar or else in its file."""
        beside = self.origin.original if self.origin is not None else None
        return beside or self.item.stated_original

    @property
    def extra(self) -> Mapping[str, str]:
        """What its file says beside question and answer, and its sidecar, which speaks where both do."""
        return {**self.item.extra, **self.origin.extra} if self.origin is not None else self.item.extra


class Input(NamedTuple):
    """A gold file. Only its name and checksum go into what is written: the same file may lie elsewhere tomorrow."""

    task: TaskSpec
    source: Source
    sha256: str
    own: bool = False
    """It lies nowhere else: it was taken out of a campaign for this."""

    @property
    def name(self) -> str:
        return self.source.base_name


def named_inputs(arguments: Iterable[str], watch: Watch | None = None) -> list[Input]:
    """``TASK=FILE`` arguments as files that are there."""
    inputs = []
    for argument in arguments:
        task_id, name = task_and_name(argument, "task1.jsonl")
        task = find_task(task_id)
        source = find_source(name, watch)
        inputs.append(Input(task, source, source_sha256(source)))
    refuse_twins(inputs)
    return inputs


def task_and_name(argument: str, example: str) -> tuple[str, str]:
    """``TASK=FILE`` as it is typed."""
    task_id, equals, name = argument.partition("=")
    if not equals or not name:
        raise UserError(
            Words(f"“{argument}”不是 任务=文件。", f"'{argument}' is not TASK=FILE."),
            hint=Words(f"例如 space2022/task1={example}。", f"For example space2022/task1={example}."),
            code="not-task-and-file",
        )
    return task_id, name


def refuse_twins(inputs: Sequence[Input]) -> None:
    """Refuse two files with the same content."""
    for i, given in enumerate(inputs):
        twin = next((other for other in inputs[:i] if other.sha256 == given.sha256), None)
        if twin is not None:
            raise UserError(
                Words(
                    f"{given.source.name} 与 {twin.source.name} 内容相同。",
                    f"{given.source.name} has the same content as {twin.source.name}.",
                ),
                hint=Words("每个文件只给一次。", "Give every file once."),
                code="same-file-twice",
            )


Accept = Callable[[str], bool]


def may_be_split(code: str) -> bool:
    """Splitting looks at texts and labels; what else is wrong is for packing to refuse."""
    return code not in NOT_AS_READ and not CODES[code].value_lost


def read_input(number: int, given: Input, accept: Accept, noted: Callable[[Findings], None]) -> Iterator[Decided]:
    """The items of one file; raises at its end if it holds an error that is not accepted."""
    findings = Findings(given.source.name)
    beside = (load_sidecar(given.source.path) if given.source.member is None else None) or {}

    def _is_refused(findings: Findings) -> bool:
        noted(findings)
        return any(level == "error" and not accept(code) for level, code in findings.counts)

    with refuse_invalid(findings, when=_is_refused):
        for entry in checked_entries(given.task, given.source, findings, None, None):
            if entry.answer is None or findings.role != "gold":
                raise UserError(
                    Words(f"{given.source.name} 里没有答案。", f"{given.source.name} has no answers."),
                    hint=Words("发布要用标准答案文件。", "A release is made of gold files."),
                    code="no-gold-answers",
                )
            yield Decided(number, given.task, entry.item, entry.answer, beside.get(entry.item.id))


def read_all(
    inputs: Sequence[Input], accept: Accept, bad: Callable[[BadFileError], None], noted: Callable[[Findings], None]
) -> list[Decided]:
    """The items of all files; ``bad`` is told of every file that cannot be used, so that all are named at once."""
    decided: list[Decided] = []
    for number, given in enumerate(inputs):
        try:
            decided += read_input(number, given, accept, noted)
        except BadFileError as problem:
            bad(problem)
    return decided
