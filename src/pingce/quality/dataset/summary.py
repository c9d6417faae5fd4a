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
from .sizes import GroupOf, TextLengths, by_genre, genre, lengths, lengths_by, source_kind
from .tallies import AnswerTally, Fact, facts, tallies


class PartNumbers(NamedTuple):
    """How many items and texts one part of a dataset has, and how long they are."""

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
    """One number about the answers of a task, such as tuples per item, by split."""

    field: str
    key: str
    title: Words
    values: tuple[float | None, ...]


class SenseTables(NamedTuple):
    """Tables of word-sense data; everything by split, then all splits together."""

    parts: Mapping[str, senses.SenseNumbers]
    all: senses.SenseNumbers
    genres: Mapping[str, senses.SenseNumbers]
    kinds: Mapping[str, senses.SenseNumbers]
    """Web texts and professional ones."""
    tail: Mapping[int, int]
    per_word: Mapping[int, int]
    subsets: Sequence[senses.Subsets]


class TaskNumbers(NamedTuple):
    """What the answers of one task are like: tables of labels and types, by split and by genre."""

    task: TaskSpec
    splits: tuple[str, ...]
    tables: Sequence[CrossTable]
    facts: Sequence[FactRow]
    senses: SenseTables | None
    by_genre: Sequence[CrossTable] = ()
    """Labels and types with a column for each genre, all splits together."""
    by_kind: Sequence[CrossTable] = ()


class Dataset(NamedTuple):
    """What a dataset is like, part by part and task by task: what ``pingce quality dataset`` tells."""

    parts: Sequence[PartNumbers]
    total: TextLengths
    distinct: int
    genres: Mapping[str, TextLengths]
    kinds: Mapping[str, TextLengths]
    """By the kind of source (web, professional, dictionary)."""
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
        kinds=lengths_by(items, source_kind),
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
        by_part = [{tally.key: tally for tally in tallies(field.shape, some)} for some in values]
        tables += [_cross(field.name, splits, [split_tallies[key] for split_tallies in by_part]) for key in by_part[0]]
        rows += _facts(field.name, [list(facts(field.shape, some)) for some in values])
    has_senses = any(isinstance(field.shape, SenseChoice) for field in task.answer)
    sense_tables = _senses(parts, inventory) if has_senses else None
    by_genre, by_kind = (list(_by_group(task, parts, group_of)) for group_of in (genre, source_kind))
    return TaskNumbers(task, splits, tables, rows, sense_tables, by_genre, by_kind)


def _by_group(task: TaskSpec, parts: Sequence[Part], group_of: GroupOf) -> Iterator[CrossTable]:
    """Tables of names (labels, types, roles) with a column for each genre or kind of source."""
    groups: dict[str, list[Answer]] = {}
    for part in parts:
        for item, answer in zip(part.items, part.answers, strict=True):
            if answer is not None:
                groups.setdefault(group_of(item) or "", []).append(answer)
    if groups.keys() <= {""}:
        return
    names = tuple(sorted(groups, key=lambda name: (-len(groups[name]), name)))
    for field in task.answer:
        values = [[answer[field.name] for answer in groups[name] if field.name in answer] for name in names]
        by_group = [{tally.key: tally for tally in tallies(field.shape, some)} for some in values]
        for key, first in by_group[0].items():
            if not first.distribution:
                yield _cross(field.name, names, [group_tallies[key] for group_tallies in by_group])


def _values(part: Part, name: str) -> list[Value]:
    return [answer[name] for answer in part.answers if answer is not None and name in answer]


def _cross(field: str, splits: tuple[str, ...], parts: Sequence[AnswerTally]) -> CrossTable:
    first = parts[0]
    rows = tuple((name, tuple(tally.counts[name] for tally in parts)) for name in _ordered(parts))
    return CrossTable(field, first.key, first.title, first.head, splits, rows, first.distribution)


def _ordered(parts: Sequence[AnswerTally]) -> list[str]:
    """In the order of the task where it has one, by number, or the most frequent first."""
    together: Counter[str] = sum((tally.counts for tally in parts), Counter())
    match parts[0].sorting:
        case "given":
            listed = [name for name in parts[0].order if together[name]]
            return listed + sorted(together.keys() - set(listed))
        case "number":
            return sorted(together, key=int)
        case "frequency":
            return sorted(together, key=lambda name: (-together[name], name))


def _facts(field: str, parts: Sequence[Sequence[Fact]]) -> Iterator[FactRow]:
    titles = {fact.key: fact.title for split_facts in parts for fact in split_facts}
    by_part = [{fact.key: fact.value for fact in split_facts} for split_facts in parts]
    for key, title in titles.items():
        yield FactRow(field, key, title, tuple(split_facts.get(key) for split_facts in by_part))


def _senses(parts: Sequence[Part], inventory: Inventory | None) -> SenseTables:
    answered = {part.split: _answered(part) for part in parts}
    everything = [pair for pairs in answered.values() for pair in pairs]
    train = answered.get("train")
    return SenseTables(
        parts={split: senses.sense_numbers(pairs, inventory) for split, pairs in answered.items()},
        all=senses.sense_numbers(everything, inventory),
        genres=senses.numbers_by(everything, inventory, genre),
        kinds=senses.numbers_by(everything, inventory, source_kind),
        tail=dict(sorted(senses.tail(everything).items())),
        per_word=dict(sorted(senses.per_word(everything).items())),
        subsets=[senses.subsets(train, split, pairs) for split, pairs in answered.items() if split != "train"]
        if train is not None
        else [],
    )


def _answered(part: Part) -> list[tuple[Item, Answer]]:
    pairs = zip(part.items, part.answers, strict=True)
    return [(item, answer) for item, answer in pairs if answer is not None and "senses" in answer]
