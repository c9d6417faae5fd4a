"""What the systems were measured to be worth: rows of numbers that ship with the program, and published scores.

``measured.json`` is written by ``benchmarks/systems.py``, a row per system, settings, task and seed, with the command
that gives it again. ``pingce systems list``, the page of the systems and the tables of docs/5-systems.md show it; what
has no row is said to be not measured.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgspec

from pingce.spec.words import Words

from .catalog import SYSTEMS

FILE = Path(__file__).parent / "measured.json"
NOT_MEASURED = Words("未测量", "not measured")


@dataclass(frozen=True)
class MeasuredRow:
    """A system with its settings on the part of a task's data that it had not seen."""

    task: str
    system: str
    settings: tuple[str, ...]
    """As given with ``--set``; what is not named had its default."""
    seed: int
    ranked_by: str
    numbers: Mapping[str, tuple[float, ...]]
    """By measure: value, and the ends of its 95 % interval where it was computed."""
    items: int | None
    """Measured on; None in rows older than this record."""
    split_seed: int | None
    """Of the parts by original; None: the data came in parts, or nothing is learned from them."""
    texts_per_second: float
    """Of CPU, one thread."""
    answering_mb: float | None
    valid: bool
    """Whether the answers pass ``pingce check``."""
    parameters: int = 0
    encoder: str = ""
    members: tuple[str, ...] = ()
    """Names of the models it asked."""
    cpu_minutes: float | None = None
    """Of training; None: the model of another row, asked with other settings."""
    budget_minutes: float | None = None
    """The training was cut to fit into so many minutes of CPU; None: trained as its settings say, in full."""
    training_mb: float | None = None
    data: Mapping[str, str] = field(default_factory=dict)
    """Checksum by file; empty in rows older than the checksums."""
    command: str = ""
    pingce: str = ""

    @property
    def name(self) -> str:
        return " ".join([self.system, *self.settings])

    @property
    def key(self) -> tuple[str, str, int, tuple[str, ...], str]:
        """Two rows of one key are the same measurement, made again."""
        return self.task, self.name, self.seed, self.members, self.encoder

    @property
    def score(self) -> float:
        return self.numbers[self.ranked_by][0]


@dataclass(frozen=True)
class PublishedScore:
    """A row of a published table, with the system here that follows its method."""

    task: str
    who: str
    value: float
    system: str = ""
    """Empty: nothing here is that method."""
    method: str = ""


def read_rows(file: Path = FILE) -> list[MeasuredRow]:
    """All rows of a file, in its order; none where there is no file."""
    return msgspec.json.decode(file.read_bytes(), type=list[MeasuredRow]) if file.is_file() else []


def rows_as_json(rows: Sequence[MeasuredRow]) -> str:
    """Rows as the file holds them, by task, system, settings and seed."""
    order = {name: i for i, name in enumerate(SYSTEMS)}
    ordered = sorted(rows, key=lambda row: (row.task, order.get(row.system, len(order)), row.key))
    return "[\n" + ",\n".join(msgspec.json.encode(row).decode() for row in ordered) + "\n]\n"


def with_rows(rows: Sequence[MeasuredRow], new: Sequence[MeasuredRow]) -> list[MeasuredRow]:
    """The rows with others added; those of the same key are replaced."""
    replaced = {row.key for row in new}
    return [*(row for row in rows if row.key not in replaced), *new]


@cache
def shipped_rows() -> tuple[MeasuredRow, ...]:
    """Those that came with the program."""
    return tuple(read_rows())


def best_row(system: str, task: str, rows: Sequence[MeasuredRow] | None = None) -> MeasuredRow | None:
    """The row of a system with the best score on a task; None: not measured."""
    mine = [row for row in (shipped_rows() if rows is None else rows) if (row.system, row.task) == (system, task)]
    return max(mine, key=ranking, default=None)


def ranking(row: MeasuredRow) -> float:
    """What rows of a task are compared by: balanced accuracy where labels are not balanced, else what ranks."""
    balanced = row.numbers.get("balanced.balanced_accuracy")
    return balanced[0] if balanced is not None else row.score
