"""A task as exported for a harness: documents to ask, replies to read, numbers of the replies.

``data/EDITION-TASK`` of an exported folder holds ``task.json``, a ``SPLIT.jsonl`` of documents for each split, and
under ``gold`` the very gold files of the pack. What a harness runs calls :class:`HarnessTask`: replies are read as our
own language-model system reads them, and scored as ``pingce score`` does.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypedDict

import msgspec

from pingce.evaluation.files import Scored, load_gold_with_origins, score_loaded, signature_name
from pingce.formats.checksum import file_sha256
from pingce.formats.encode import Json, encode_record
from pingce.formats.load import Loaded, load_inventory, load_predictions
from pingce.formats.senses import Inventory
from pingce.formats.taskfile.places import carried_path, read_file
from pingce.formats.write import write_jsonl
from pingce.scoring.interval import standard_errors
from pingce.scoring.run import score
from pingce.spec.errors import UserError, cannot_read
from pingce.spec.measure import Case
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words
from pingce.systems.llm.empty import empty_answer
from pingce.systems.llm.reading import AnswerReader
from pingce.tasks.catalog import find_task

DESCRIPTION, INVENTORY, GOLD = "task.json", "inventory.json", "gold"
SHOWN_PROBLEMS = 5


class TaskDescription(msgspec.Struct, frozen=True):
    """``task.json``: what is asked and which numbers come out."""

    task: str
    title: str
    pack: str
    version: str
    instructions: str
    ranked_by: str
    numbers: tuple[str, ...]
    splits: dict[str, int]
    gold: dict[str, str]
    """The gold file of every split that can be scored, by its path."""


class HarnessDocument(msgspec.Struct, frozen=True):
    """One question as it is put to a model, and what a model should have written."""

    id: str
    split: str
    question: str
    target: str
    cluster: str
    """Items that share it stand or fall together; harnesses compute standard errors by it."""


class Outcome(TypedDict):
    """What became of a reply: plain values, since harnesses keep it in their logs."""

    split: str
    id: str
    answer: dict[str, Any] | None
    """As a line of a submission; None where nothing in the reply could be used."""
    value: float
    """The number that ranks, of this item alone."""
    problems: list[str]


@dataclass(frozen=True, eq=False)
class HarnessTask:
    """An exported task in its folder."""

    folder: Path
    about: TaskDescription
    spec: TaskSpec

    @cached_property
    def inventory(self) -> Inventory:
        path = self.folder / INVENTORY
        return load_inventory(str(path)) if path.is_file() else {}

    def documents(self, split: str) -> list[HarnessDocument]:
        """The questions of a split, in the order of its gold file."""
        if split not in self.about.splits:
            raise UserError(
                Words(
                    f"{self.folder} 里没有 {split}，只有 {'、'.join(self.about.splits)}。",
                    f"{self.folder} has no {split}, only {', '.join(self.about.splits)}.",
                ),
                code="unknown-split",
            )
        path = self.folder / f"{split}.jsonl"
        with path.open("rb") as file:
            return [msgspec.json.decode(line, type=HarnessDocument) for line in file]

    def gold(self, split: str) -> Loaded:
        """The right answers of a split."""
        return _gold(self, split)

    def outcome(self, split: str, item_id: str, reply: str) -> Outcome:
        """Read a reply: its answer, and the number of that item alone."""
        gold = self.gold(split)
        key = self.spec.match_key(item_id)
        item, right = gold.items[key], gold.answers[key]
        answer, problems = read_reply(self.spec, item, self.inventory, reply)
        value = score(self.spec, [Case(item, right, answer)], resample="items").main
        record = None if answer is None else submitted(self.spec, item, answer)
        return Outcome(split=split, id=item_id, answer=record, value=value, problems=problems)

    def scored(self, outcomes: Sequence[Outcome]) -> Scored:
        """What ``pingce score`` says about the answers; items that were not asked do not count."""
        [split] = {outcome["split"] for outcome in outcomes}
        asked = {self.spec.match_key(outcome["id"]) for outcome in outcomes}
        gold = self.gold(split)
        if asked != gold.answers.keys():
            gold = replace(
                gold,
                items={key: item for key, item in gold.items.items() if key in asked},
                answers={key: answer for key, answer in gold.answers.items() if key in asked},
                order={key: None for key in gold.order if key in asked},
            )
        path = self.folder / self.about.gold[split]
        with TemporaryDirectory(prefix="pingce-") as folder:
            file = Path(folder) / "answers.jsonl"
            answers = [outcome["answer"] for outcome in outcomes if outcome["answer"] is not None]
            write_jsonl(file, answers)
            predicted = load_predictions(self.spec, str(file), gold) if answers else Loaded(gold.findings)
        return score_loaded(self.spec, gold, predicted, data=signature_name(path.name, file_sha256(path)))

    def numbers(self, outcomes: Sequence[Outcome]) -> dict[str, float]:
        """All numbers by name, as ``measure.number``; ``stderr``, ``low`` and ``high`` are of the one that ranks."""
        return dict(_numbers(self, json.dumps(outcomes, ensure_ascii=False, sort_keys=True)))


@lru_cache(maxsize=8)
def _gold(task: HarnessTask, split: str) -> Loaded:
    return load_gold_with_origins(task.spec, str(task.folder / task.about.gold[split]))


@lru_cache(maxsize=8)
def _numbers(task: HarnessTask, outcomes: str) -> Mapping[str, float]:
    """Harnesses ask for one number after the other; all of them are computed once."""
    result = task.scored(json.loads(outcomes)).result
    numbers = {
        f"{name}.{number}": value
        for name, measured in result.measures.items()
        for number, value in measured.numbers.items()
    }
    measure, number = result.ranked_by
    low, high = result.intervals[measure][number]
    measured = result.measures[measure]
    clusters = None if result.clusters is None else result.clusters.numbers
    error = standard_errors(measured.measure, measured.rows, clusters=clusters)[number]
    return {**numbers, "stderr": error, "low": low, "high": high}


def read_reply(task: TaskSpec, item: Item, inventory: Inventory, reply: str) -> tuple[Answer | None, list[str]]:
    """The answer in a reply and what was wrong with it; None where nothing in it could be used.

    As our own language-model system reads, but there is no second round and nobody guesses for the model.
    """
    read = AnswerReader(task, item, inventory).read(reply)
    problems = list(read.problems[:SHOWN_PROBLEMS])
    return ({**empty_answer(task, ()), **read.answer} if read.answer else None), problems


def submitted(task: TaskSpec, item: Item, answer: Answer) -> dict[str, Json]:
    """An answer as a line of a submission."""
    return encode_record(task, item, answer, with_texts=False, gold=False)


@lru_cache(maxsize=64)
def open_task(folder: str | Path) -> HarnessTask:
    """The exported task in ``data/EDITION-TASK`` of an exported folder."""
    root = Path(folder)
    try:
        about = msgspec.json.decode((root / DESCRIPTION).read_bytes(), type=TaskDescription)
    except OSError as problem:
        raise cannot_read(root / DESCRIPTION, problem) from problem
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        words = Words(f"{root / DESCRIPTION} 不合格式：{problem}。", f"{root / DESCRIPTION} is not in form: {problem}.")
        raise UserError(words, code="bad-harness-task") from problem
    own = root / carried_path(about.task)
    return HarnessTask(root, about, read_file(own, about.task).task if own.is_file() else find_task(about.task))
