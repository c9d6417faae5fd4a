"""The numbers of a data set as JSON."""

from collections.abc import Mapping

from .senses import SenseNumbers
from .sizes import TextLengths
from .summary import CrossTable, Dataset, SenseTables, TaskNumbers


def as_dict(dataset: Dataset) -> dict[str, object]:
    """The description of a data set as ``pingce quality dataset --json`` prints it."""
    return {
        "total": {**_lengths(dataset.total), "distinct": dataset.distinct},
        "genres": _genres(dataset.genres),
        "kinds": _genres(dataset.kinds),
        "parts": {
            part.name: {
                "task": part.task,
                "split": part.split,
                "file": part.file,
                "distinct": part.distinct,
                **_lengths(part.lengths),
                "genres": _genres(part.genres),
            }
            for part in dataset.parts
        },
        "tasks": {task.task.id: _task(task) for task in dataset.tasks},
    }


def _lengths(lengths: TextLengths) -> dict[str, float]:
    return {
        "items": lengths.n,
        "characters": lengths.characters,
        "mean": lengths.mean,
        "sd": lengths.sd,
        "least": lengths.least,
        "most": lengths.most,
    }


def _genres(genres: Mapping[str, TextLengths]) -> dict[str, dict[str, float]]:
    return {name: _lengths(lengths) for name, lengths in genres.items()}


def _task(task: TaskNumbers) -> dict[str, object]:
    result: dict[str, object] = {"splits": task.splits}
    for field in task.task.answer:
        tables = {table.key: cross_dict(table) for table in task.tables if table.field == field.name}
        facts = {
            row.key: dict(zip(task.splits, row.values, strict=True)) for row in task.facts if row.field == field.name
        }
        grouped = {
            name: {table.key: cross_dict(table) for table in some if table.field == field.name}
            for name, some in (("by_genre", task.by_genre), ("by_kind", task.by_kind))
        }
        result[field.name] = {"tables": tables, "numbers": facts, **grouped}
    if task.senses is not None:
        result["coverage"] = _senses(task.senses)
    return result


def cross_dict(table: CrossTable) -> dict[str, dict[str, int]]:
    """By split, then by value."""
    return {split: {name: counts[i] for name, counts in table.rows} for i, split in enumerate(table.splits)}


def _senses(tables: SenseTables) -> dict[str, object]:
    return {
        "parts": {split: _numbers(numbers) for split, numbers in tables.parts.items()},
        "all": _numbers(tables.all),
        "genres": {name: _numbers(numbers) for name, numbers in tables.genres.items()},
        "kinds": {name: _numbers(numbers) for name, numbers in tables.kinds.items()},
        "tail": {str(times): n for times, n in tables.tail.items()},
        "sentences_per_word": {str(times): n for times, n in tables.per_word.items()},
        "subsets": {subset.part: dict(subset.counts) for subset in tables.subsets},
    }


def _numbers(numbers: SenseNumbers) -> dict[str, object]:
    return {**numbers._asdict(), "coverage": numbers.coverage}
