"""All numbers of a data set: its parts, and tables of each subtask with a column for each split."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pingce.formats.parts import Part
from pingce.formats.senses import Inventory
from pingce.spec.shapes import SenseChoice
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item, Value
from pingce.spec.words import Words

from . import senses
from .sizes import TextLengths, by_genre, lengths
from .tallies import AnswerTally, Fact, facts, tallies


class PartNumbers(NamedTuple):
    name: str
    task: str
    split: str
    file: str
    answered: bool
    distinct: int
    """Different texts."""
    lengths: TextLengths
    genres: Mapping[str, TextLengths]


class CrossTable(NamedTuple):
    """Counts of one property of one answer field in every split."""

    field: str
    key: str
    title: Words
    head: Words
    splits: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    distribution: bool

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(sum(counts[i] for _, counts in self.rows) for i in range(len(self.splits)))


class FactRow(NamedTuple):
    field: str
    key: str
    title: Words
    values: tuple[float | None, ...]


class SenseTables(NamedTuple):
    """Tables of word-sense data; everything by split, then all splits together."""

    parts: Mapping[str, senses.SenseNumbers]
    all: senses.SenseNumbers
    genres: Mapping[str, senses.SenseNumbers]
    tail: Mapping[int, int]
    per_word: Mapping[int, int]
    subsets: Sequence[senses.Subsets]


class TaskNumbers(NamedTuple):
    task: TaskSpec
    splits: tuple[str, ...]
    tables: Sequence[CrossTable]
    facts: Sequence[FactRow]
    senses: SenseTables | None


class Dataset(NamedTuple):
    parts: Sequence[PartNumbers]
    total: TextLengths
    distinct: int
    genres: Mapping[str, TextLengths]
    tasks: Sequence[TaskNumbers]


def describe(parts: Sequence[Part], *, inventory: Inventory | None = None) -> Dataset:
    """The numbers of some parts; tables of answers come from the parts that have answers."""
    items = [item for part in parts for item in part.items]
    texts = [item.text for item in items]
    tasks = {part.task.id: part.task for part in parts}
    answered = [part for part in parts if part.answered]
    return Dataset(
        parts=[_part(part) for part in parts],
        total=lengths(texts),
        distinct=len(set(texts)),
        genres=by_genre(items),
        tasks=[
            _task(task, some, inventory)
            for task in tasks.values()
            if (some := [part for part in answered if part.task is task])
        ],
    )


def _part(part: Part) -> PartNumbers:
    texts = [item.text for item in part.items]
    return PartNumbers(
        part.name,
        part.task.id,
        part.split,
        part.file,
        part.answered,
        len(set(texts)),
        lengths(texts),
        by_genre(part.items),
    )


def _task(task: TaskSpec, parts: Sequence[Part], inventory: Inventory | None) -> TaskNumbers:
    tables: list[CrossTable] = []
    rows: list[FactRow] = []
    splits = tuple(part.split for part in parts)
    for field in task.answer:
        values = [_values(part, field.name) for part in parts]
        by_part = [{one.key: one for one in tallies(field.shape, some)} for some in values]
        tables += [_cross(field.name, splits, [part[key] for part in by_part]) for key in by_part[0]]
        rows += _facts(field.name, [list(facts(field.shape, some)) for some in values])
    has_senses = any(isinstance(field.shape, SenseChoice) for field in task.answer)
    return TaskNumbers(task, splits, tables, rows, _senses(parts, inventory) if has_senses else None)


def _values(part: Part, name: str) -> list[Value]:
    return [answer[name] for answer in part.answers if answer is not None and name in answer]


def _cross(field: str, splits: tuple[str, ...], parts: Sequence[AnswerTally]) -> CrossTable:
    first = parts[0]
    rows = tuple((name, tuple(part.counts[name] for part in parts)) for name in _ordered(parts))
    return CrossTable(field, first.key, first.title, first.head, splits, rows, first.distribution)


def _ordered(parts: Sequence[AnswerTally]) -> list[str]:
    """In the order of the task where it has one, by number, or the most frequent first."""
    together: Counter[str] = sum((part.counts for part in parts), Counter())
    match parts[0].sorting:
        case "given":
            known = [name for name in parts[0].order if together[name]]
            return known + sorted(together.keys() - set(known))
        case "number":
            return sorted(together, key=int)
        case "frequency":
            return sorted(together, key=lambda name: (-together[name], name))


def _facts(field: str, parts: Sequence[Sequence[Fact]]) -> Iterator[FactRow]:
    titles = {fact.key: fact.title for part in parts for fact in part}
    by_part = [{fact.key: fact.value for fact in part} for part in parts]
    for key, title in titles.items():
        yield FactRow(field, key, title, tuple(part.get(key) for part in by_part))


def _senses(parts: Sequence[Part], inventory: Inventory | None) -> SenseTables:
    answered = {part.split: _answered(part) for part in parts}
    everything = [pair for pairs in answered.values() for pair in pairs]
    train = answered.get("train")
    return SenseTables(
        parts={split: senses.sense_numbers(pairs, inventory) for split, pairs in answered.items()},
        all=senses.sense_numbers(everything, inventory),
        genres=senses.by_genre(everything, inventory),
        tail=dict(sorted(senses.tail(everything).items())),
        per_word=dict(sorted(senses.per_word(everything).items())),
        subsets=[senses.subsets(train, split, pairs) for split, pairs in answered.items() if split != "train"]
        if train is not None
        else [],
    )


def _answered(part: Part) -> list[tuple[Item, Answer]]:
    pairs = zip(part.items, part.answers, strict=True)
    return [(item, answer) for item, answer in pairs if answer is not None and "senses" in answer]
