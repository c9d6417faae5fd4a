"""A description of a task while somebody makes it on a page: what is wrong with it, and the TOML it becomes.

A page sends the values that the TOML file would hold. ``look_at`` tells every problem by its place in them, beside the
field it belongs to; ``write_task`` puts the file into a benchmark's ``tasks`` folder once nothing is wrong.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pingce.formats.checksum import bytes_sha256
from pingce.formats.settings import SettingsProblem
from pingce.formats.tomlfile import toml_table
from pingce.formats.write import write_text
from pingce.spec.errors import PlacedProblem, UserError
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words
from pingce.tasks.own import OwnTask

from .measures import kinds_for
from .places import ENDING, FOLDER, described
from .read import LARGEST, task_of, too_large

Values = Mapping[str, object]


@dataclass(frozen=True)
class MeasureOffer:
    """A measure that fits an answer of the draft."""

    answer: str
    kind: str


class TaskDraft(NamedTuple):
    """A description as far as it is: the task it stands for once nothing is wrong."""

    task: TaskSpec | None
    description: str
    """The TOML of the values, also while something is wrong with them."""
    problems: tuple[PlacedProblem, ...]

    @property
    def offers(self) -> list[MeasureOffer]:
        """The measures that fit, by answer; the usual one of each first."""
        answers = self.task.public_answer if self.task is not None else ()
        return [MeasureOffer(answer.key, kind) for answer in answers for kind in kinds_for(answer)]

    @property
    def numbers(self) -> list[str]:
        """The numbers that may rank."""
        measures = self.task.measures if self.task is not None else {}
        return [
            f"{name}.{number}"
            for name, measure in measures.items()
            for number in measure.combine([0.0] * len(measure.columns), 0)
        ]


def look_at(values: Values, task_id: str) -> TaskDraft:
    """What a draft is and everything that is wrong with it."""
    given = _without_nothing(values)
    description = toml_of(given)
    if len(description.encode()) > LARGEST:
        return TaskDraft(None, "", (PlacedProblem("", too_large(task_id).words),))
    task, problems = task_of(given, task_id, task_id)
    return TaskDraft(task, description, tuple(map(_placed, problems)))


def toml_of(values: Values) -> str:
    """The values as the file holds them; ``read_task`` gives the same task again."""
    import tomli_w

    return tomli_w.dumps(_without_nothing(values), multiline_strings=False)


def values_of(description: str, where: str) -> dict[str, object]:
    """The values of a file, for a page to go on with; comments are no part of them."""
    return toml_table(description.encode(), where)


def write_task(folder: Path, edition: str, name: str, draft: TaskDraft) -> OwnTask:
    """Put a draft without problems into the ``tasks`` folder of the benchmark in ``folder``."""
    if draft.problems:
        raise DraftRefusedError(draft.problems)
    path = folder / FOLDER / f"{name}{ENDING}"
    own = described(draft.description.encode(), f"{edition}/{name}", str(path))
    path.parent.mkdir(exist_ok=True)
    write_text(path, draft.description)
    return own


def version_of(description: str) -> str:
    """By which a page says which version of a file it has changed."""
    return bytes_sha256(description.encode())


class DraftRefusedError(UserError):
    """A draft that is not a task yet, with all its problems."""

    def __init__(self, problems: tuple[PlacedProblem, ...]) -> None:
        words = Words("任务还不能保存，请先改正。", "The task cannot be kept yet; mend it first.")
        super().__init__(words, code="bad-task-file")
        self.problems = problems


def _placed(problem: SettingsProblem) -> PlacedProblem:
    """Beside the field it is about nobody needs to be told what stands in it."""
    return PlacedProblem(
        problem.place, Words(f"应为{_spaced(problem.expected.zh)}", f"expected: {problem.expected.en}")
    )


def _spaced(expected: str) -> str:
    return f" {expected}" if expected[:1].isascii() else expected


def _without_nothing(values: Values) -> dict[str, object]:
    """TOML has no null: what is not said is left out."""
    return {key: _inside(value) for key, value in values.items() if value is not None}


def _inside(value: object) -> object:
    if isinstance(value, Mapping):
        return _without_nothing(value)
    if isinstance(value, list):
        return [_inside(part) for part in value if part is not None]
    return value
