"""Learning curve: the same system trained on the sentences of more and more words, always measured on the same dev."""

import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pingce.formats.checksum import source_sha256
from pingce.formats.load import load_inventory
from pingce.formats.save import save
from pingce.formats.source import find_source
from pingce.formats.write import write_jsonl
from pingce.scoring.frequency import by_frequency, count_senses
from pingce.scoring.run import score_answers
from pingce.spec.errors import UserError, cannot_write
from pingce.spec.words import Words
from pingce.systems.catalog import open_system
from pingce.systems.data import TrainingFile, read_examples
from pingce.systems.interface import Example, Progress
from pingce.systems.settings import as_table, given_part, make_settings
from pingce.systems.train import Order, load_model, train_model

SIZES = (600, 700, 800, 900)
"""Words of the published curve; the last point is all words."""
POINTS = "curve.jsonl"


@dataclass(frozen=True)
class CurvePoint:
    """One training: how much it saw and how well it did, also in each frequency subset of its own training part."""

    words: int
    sentences: int
    seed: int
    accuracy: float
    subsets: dict[str, float]
    instances: dict[str, int]


def learning_curve(
    order: Order, sizes: Iterable[int], seeds: Sequence[int], progress: Progress, *, keep: bool = False
) -> Iterator[CurvePoint]:
    """Points as they come. What an earlier, interrupted call has finished is not done again.

    ``order.out`` is the folder of the whole curve; models go there and are removed after measuring unless kept.
    """
    assert order.train is not None
    assert order.dev is not None, "a curve needs one dev for all points"
    train, data = read_examples(order.task, order.train)
    dev, dev_data = read_examples(order.task, order.dev)
    words = word_order(train)
    run = _identity(order, data, dev_data)
    try:
        order.out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise cannot_write(order.out, problem) from problem
    done = _done(order.out, run)
    for size in _sizes(sizes, len(words)):
        subset = [example for example in train if example.item.texts["word"] in words[:size]]
        for seed in seeds:
            if (size, seed) not in done:
                done[size, seed] = _point(order, subset, dev, size, seed, progress, keep=keep)
                _write(order.out, run, done.values())
            yield done[size, seed]


def _identity(order: Order, *data: TrainingFile) -> str:
    """Everything a point depends on but its words and seed: by content, since files of settings are edited."""
    settings = _settings(order)
    files = [file.sha256 for file in data]
    if order.inventory is not None:
        files.append(source_sha256(find_source(order.inventory)))
    return json.dumps([order.system, order.encoder, as_table(settings), files], ensure_ascii=False, sort_keys=True)


def _settings(order: Order) -> Any:  # noqa: ANN401 (every system has its own)
    kind = open_system(order.system, order.task).Settings
    return make_settings(kind, file=order.settings_file, changes=order.changes)


def word_order(examples: Iterable[Example]) -> list[str]:
    """Always the same, and by nothing that has to do with senses; each point has the words of the one before."""
    words = {example.item.texts["word"] for example in examples}
    return sorted(words, key=lambda word: hashlib.sha256(word.encode()).digest())


def _sizes(asked: Iterable[int], there: int) -> list[int]:
    sizes = sorted({min(size, there) for size in asked} | {there})
    if sizes[0] < 1:
        raise UserError(
            Words("词数至少为 1。", "A point needs at least one word."),
            hint=Words(f"训练数据有 {there} 个词。", f"The training data have {there} words."),
            code="bad-sizes",
        )
    return sizes


def _point(
    order: Order,
    train: Sequence[Example],
    dev: Sequence[Example],
    size: int,
    seed: int,
    progress: Progress,
    *,
    keep: bool,
) -> CurvePoint:
    name = f"words-{size}-seed-{seed}"
    file = order.out / f"words-{size}.data.txt"
    save(order.task, file, train, kind="lines")
    folder = order.out / name
    train_model(replace(order, train=str(file), out=folder, seed=seed, may_replace=True), progress)  # a folder of ours
    inventory = load_inventory(order.inventory) if order.inventory is not None else None
    model, _, _ = load_model(folder, inventory=inventory, given=given_part(_settings(order)))
    predictions = model.predict([example.item for example in dev], progress)
    result = score_answers(order.task, dev, [prediction.answer for prediction in predictions])
    groups = by_frequency(result.cases, count_senses(train)).groups
    if not keep:
        shutil.rmtree(folder)
        file.unlink()
    return CurvePoint(
        words=size,
        sentences=len(train),
        seed=seed,
        accuracy=result.main,
        subsets={group.name: group.numbers["accuracy"] for group in groups},
        instances={group.name: group.n for group in groups},
    )


def _done(folder: Path, run: str) -> dict[tuple[int, int], CurvePoint]:
    """Points of exactly the same curve; those of another are not mixed in."""
    path = folder / POINTS
    if not path.is_file():
        return {}
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    if json.loads(first)["run"] != run:
        raise UserError(
            Words(f"{folder} 里是另一条曲线。", f"{folder} holds another curve."),
            hint=Words("请用 --out 换一个文件夹。", "Choose another folder with --out."),
            code="other-curve",
        )
    points = [CurvePoint(**json.loads(line)) for line in rest]
    return {(point.words, point.seed): point for point in points}


def _write(folder: Path, run: str, points: Iterable[CurvePoint]) -> None:
    write_jsonl(folder / POINTS, [{"run": run}, *(vars(point) for point in points)])
