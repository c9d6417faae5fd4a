"""Learning curve: the same system trained on the sentences of more and more words.

Two protocols. ``resplit``, as in the paper (4.2, 4.3): all sentences of the chosen words are split anew 7 : 1 : 2, and
of a few words all sentences go to the test; each point is trained and measured on the parts of its own words.
``fixed-dev``: training sentences of the chosen words, always measured on the same dev, which also asks for words that a
small point never saw. Figures of one are not comparable with those of the other.
"""

import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from pingce.formats.checksum import source_sha256
from pingce.formats.load import load_inventory
from pingce.formats.save import save
from pingce.formats.source import find_source
from pingce.formats.write import write_jsonl
from pingce.scoring.frequency import by_frequency, count_senses
from pingce.scoring.run import score_answers
from pingce.spec.chance import seeded_key
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
Protocol = Literal["resplit", "fixed-dev"]
PROTOCOLS: tuple[Protocol, ...] = get_args(Protocol)
SHARES = (7, 1, 2)
"""Of the sentences: training, choosing the best state, measuring."""
WHOLE_WORDS = 23 / 1023
"""Share of the words whose sentences all go to the test: «a few» in the paper, so many in the published split."""


@dataclass(frozen=True)
class CurvePoint:
    """One training: how much it saw and how well it did, also in each frequency subset of its own training part."""

    words: int
    sentences: int
    """Of the chosen words: all that were split anew, or those of the training file."""
    seed: int
    accuracy: float
    subsets: dict[str, float]
    instances: dict[str, int]
    protocol: Protocol = "fixed-dev"
    trained: int | None = None
    """Sentences trained on and measured on, where the point has parts of its own."""
    measured: int | None = None


class _Parts(NamedTuple):
    train: Sequence[Example]
    dev: Sequence[Example] | None
    """None: the file of the order."""
    measured: Sequence[Example]
    sentences: int


def learning_curve(
    order: Order,
    sizes: Iterable[int],
    seeds: Sequence[int],
    progress: Progress,
    *,
    keep: bool = False,
    protocol: Protocol = "resplit",
    test: str | None = None,
) -> Iterator[CurvePoint]:
    """Points as they come. What an earlier, interrupted call has finished is not done again.

    ``order.out`` is the folder of the whole curve; models go there and are removed after measuring unless kept.
    To be split anew are the sentences of the order's train and, where given, its dev and ``test``.

    ``sizes`` are numbers of words, ``seeds`` one training each per size; ``protocol`` says whether the sentences of
    the chosen words are split anew for every point or measured on the dev file of the order.
    """
    assert order.train is not None
    _need_files(order, protocol, test)
    files = [file for file in (order.train, order.dev, test) if file is not None]
    read = [read_examples(order.task, file) for file in files]
    pool = read[0][0] if protocol == "fixed-dev" else _pooled([examples for examples, _ in read])
    words = word_order(pool)
    run = _identity(order, protocol, *(data for _, data in read))
    try:
        order.out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise cannot_write(order.out, problem) from problem
    done = _done(order.out, run, may_replace=order.may_replace)
    for size in _sizes(sizes, len(words)):
        chosen = frozenset(words[:size])
        subset = [example for example in pool if example.item.texts["word"] in chosen]
        parts = resplit(subset) if protocol == "resplit" else _Parts(subset, None, read[1][0], len(subset))
        for seed in seeds:
            if (size, seed) not in done:
                done[size, seed] = _point(order, parts, size, seed, progress, keep=keep)
                _write(order.out, run, done.values())
            yield done[size, seed]


def _need_files(order: Order, protocol: Protocol, test: str | None) -> None:
    if protocol == "fixed-dev" and (order.dev is None or test is not None):
        raise UserError(
            Words("fixed-dev 在一个开发集上测所有的点。", "The protocol fixed-dev measures every point on one dev."),
            hint=Words("请给出 --dev，不要 --test。", "Give --dev and no --test."),
            code="wrong-files",
        )


def _pooled(files: Sequence[Sequence[Example]]) -> list[Example]:
    """The sentences of several files, each under an id of its own: files of lines number theirs from 1."""
    examples = [example for file in files for example in file]
    return [
        Example(replace(example.item, id=str(number)), example.answer)
        for number, example in enumerate(examples, start=1)
    ]


def resplit(examples: Sequence[Example]) -> _Parts:
    """Sentences 7 : 1 : 2, after all sentences of a few words went to the test; the words alone decide, so that the
    same words give the same parts everywhere.
    """
    words = sorted({example.item.texts["word"] for example in examples}, key=lambda word: seeded_key(0, "whole", word))
    whole = frozenset(words[: round(len(words) * WHOLE_WORDS)])
    rest = [example for example in examples if example.item.texts["word"] not in whole]
    rest.sort(key=lambda example: seeded_key(0, example.item.texts["word"], example.item.texts["sentence"]))
    first, second = (len(rest) * share // sum(SHARES) for share in (SHARES[0], SHARES[0] + SHARES[1]))
    kept = [example for example in examples if example.item.texts["word"] in whole]
    return _Parts(rest[:first], rest[first:second], [*rest[second:], *kept], len(examples))


def _identity(order: Order, protocol: Protocol, *data: TrainingFile) -> str:
    """Everything a point depends on but its words and seed: by content, since files of settings are edited."""
    settings = _settings(order)
    files = [file.sha256 for file in data]
    if order.inventory is not None:
        files.append(source_sha256(find_source(order.inventory)))
    # Without a name for the protocol that curves had before there were two, so that theirs can be continued.
    named = [protocol] if protocol != "fixed-dev" else []
    parts = [order.system, order.encoder, as_table(settings), files, *named]
    return json.dumps(parts, ensure_ascii=False, sort_keys=True)


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
    parts: _Parts,
    size: int,
    seed: int,
    progress: Progress,
    *,
    keep: bool,
) -> CurvePoint:
    name = f"words-{size}-seed-{seed}"
    file = order.out / f"words-{size}.data.txt"
    save(order.task, file, parts.train, kind="lines")
    dev, beside = order.dev, order.out / f"words-{size}.dev.data.txt"
    if parts.dev is not None:
        save(order.task, beside, parts.dev, kind="lines")
        dev = str(beside) if parts.dev else None
    folder = order.out / name
    asked = replace(order, train=str(file), dev=dev, out=folder, seed=seed, may_replace=True)  # a folder of ours
    train_model(asked, progress)
    inventory = load_inventory(order.inventory) if order.inventory is not None else None
    model, _, _ = load_model(folder, inventory=inventory, given=given_part(_settings(order)))
    predictions = model.predict([example.item for example in parts.measured], progress)
    result = score_answers(order.task, parts.measured, [prediction.answer for prediction in predictions])
    groups = by_frequency(result.cases, count_senses(parts.train)).groups
    if not keep:
        shutil.rmtree(folder)
        file.unlink()
        beside.unlink(missing_ok=True)
    own = parts.dev is not None
    return CurvePoint(
        words=size,
        sentences=parts.sentences,
        seed=seed,
        accuracy=result.main,
        subsets={group.name: group.numbers["accuracy"] for group in groups},
        instances={group.name: group.n for group in groups},
        protocol="resplit" if own else "fixed-dev",
        trained=len(parts.train) if own else None,
        measured=len(parts.measured) if own else None,
    )


def _done(folder: Path, run: str, *, may_replace: bool) -> dict[tuple[int, int], CurvePoint]:
    """Points of exactly the same curve; those of another are not mixed in, and go only where the order says so."""
    path = folder / POINTS
    if not path.is_file():
        return {}
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    if json.loads(first)["run"] != run:
        if may_replace:
            return {}
        raise UserError(
            Words(f"{folder} 里是另一条曲线。", f"{folder} holds another curve."),
            hint=Words("请用 --out 换一个文件夹。", "Choose another folder with --out."),
            code="other-curve",
        )
    points = [CurvePoint(**json.loads(line)) for line in rest]
    return {(point.words, point.seed): point for point in points}


def _write(folder: Path, run: str, points: Iterable[CurvePoint]) -> None:
    write_jsonl(folder / POINTS, [{"run": run}, *(vars(point) for point in points)])
