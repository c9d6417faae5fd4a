"""The numbers of a data set as JSON."""

from collections.abc import Mapping

from .senses import SenseNumbers
from .sizes import TextLengths
from .summary import CrossTable, Dataset, SenseTables, TaskNumbers


def as_dict(dataset: Dataset) -> dict[str, object]:
    return {
        "total": {**_lengths(dataset.total), "distinct": dataset.distinct},
        "genres": _genres(dataset.genres),
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
        "tasks": {one.task.id: _task(one) for one in dataset.tasks},
    }


def _lengths(one: TextLengths) -> dict[str, float]:
    return {
        "items": one.n,
        "characters": one.characters,
        "mean": one.mean,
        "sd": one.sd,
        "least": one.least,
        "most": one.most,
    }


def _genres(genres: Mapping[str, TextLengths]) -> dict[str, dict[str, float]]:
    return {name: _lengths(one) for name, one in genres.items()}


def _task(one: TaskNumbers) -> dict[str, object]:
    found: dict[str, object] = {"splits": one.splits}
    for field in one.task.answer:
        tables = {table.key: cross_dict(table) for table in one.tables if table.field == field.name}
        facts = {
            row.key: dict(zip(one.splits, row.values, strict=True)) for row in one.facts if row.field == field.name
        }
        found[field.name] = {"tables": tables, "numbers": facts}
    if one.senses is not None:
        found["coverage"] = _senses(one.senses)
    return found


def cross_dict(table: CrossTable) -> dict[str, dict[str, int]]:
    """By split, then by value."""
    return {split: {name: counts[i] for name, counts in table.rows} for i, split in enumerate(table.splits)}


def _senses(tables: SenseTables) -> dict[str, object]:
    return {
        "parts": {split: _numbers(one) for split, one in tables.parts.items()},
        "all": _numbers(tables.all),
        "genres": {name: _numbers(one) for name, one in tables.genres.items()},
        "tail": {str(times): n for times, n in tables.tail.items()},
        "sentences_per_word": {str(times): n for times, n in tables.per_word.items()},
        "subsets": {one.part: dict(one.counts) for one in tables.subsets},
    }


def _numbers(one: SenseNumbers) -> dict[str, object]:
    return {**one._asdict(), "coverage": one.coverage}
