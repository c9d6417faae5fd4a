"""One item with its gold answer and the prediction side by side."""

from collections.abc import Sequence
from typing import NamedTuple

from pingce.scoring.measures.explanation import difference
from pingce.spec.measure import Case
from pingce.spec.shapes import Judged, ListOf
from pingce.spec.task import AnswerField, TaskSpec
from pingce.spec.values import Answer
from pingce.spec.words import Words, same

from .answers import Block, blocks
from .marks import MarkedPiece, TextMark, pieces

MOST_BLOCKS = 12
"""A submission may list a hundred tuples; a page need not."""
DIFFERENT = Words("差异", "difference")
TARGET = Words("目标词", "target word")


class ShownAnswer(NamedTuple):
    """What one side says in one field of the answer; no blocks where it says nothing."""

    title: Words
    blocks: Sequence[Block]
    left_out: int


class ShownItem(NamedTuple):
    """An item ready for the template."""

    id: str
    score: float
    texts: Sequence[tuple[Words, Sequence[MarkedPiece]]]
    gold: Sequence[ShownAnswer]
    predicted: Sequence[ShownAnswer] | None
    """None: the item was not answered."""


def show_item(task: TaskSpec, case: Case, score: float) -> ShownItem:
    """One item as a report shows it: its texts, gold and prediction side by side, its score."""
    gold = _side(task, case, case.gold)
    predicted = _side(task, case, case.predicted) if case.predicted is not None else None
    # Where a side shows the text with its fragments marked, the bare text would only repeat it.
    shown = any(block.pieces for answer in (*gold, *(predicted or ())) for block in answer.blocks)
    return ShownItem(case.item.id, score, [] if shown else _texts(task, case), gold, predicted)


def _side(task: TaskSpec, case: Case, answer: Answer) -> list[ShownAnswer]:
    sides = []
    for field in task.answer:
        if field.gold_only and not answer.get(field.name):
            continue
        listed = _blocks(case, field, answer)
        sides.append(ShownAnswer(field.title, listed[:MOST_BLOCKS], max(0, len(listed) - MOST_BLOCKS)))
    return sides


def _blocks(case: Case, field: AnswerField, answer: Answer) -> list[Block]:
    if field.name not in answer:
        return []
    return blocks(field.shape, answer[field.name], case.item.text, case.item.options)


def _texts(task: TaskSpec, case: Case) -> list[tuple[Words, Sequence[MarkedPiece]]]:
    marks = {name: [TextMark("", title, "found", idxes)] for name, (title, idxes) in _worth_marking(task, case).items()}
    titles = {field.name: field.title for field in task.texts}
    shown: list[tuple[Words, Sequence[MarkedPiece]]] = [
        (titles[name], pieces(text, marks.get(name, []))) for name, text in case.item.texts.items()
    ]
    shown += [(same(letter), pieces(text, [])) for letter, text in case.item.options.items()]
    return shown


def _worth_marking(task: TaskSpec, case: Case) -> dict[str, tuple[Words, tuple[int, ...]]]:
    """Where two texts of a pair differ; where a target word stands in its sentence."""
    texts = case.item.texts
    if len(texts) == 2 and any(isinstance(a.shape, ListOf) and isinstance(a.shape.each, Judged) for a in task.answer):
        stretches = difference(*texts.values())
        return {name: (DIFFERENT, tuple(range(*stretch))) for name, stretch in zip(texts, stretches, strict=True)}
    if word := texts.get("word"):
        starts = [i for i in range(len(case.item.text)) if case.item.text.startswith(word, i)]
        idxes = tuple(i for start in starts for i in range(start, start + len(word)))
        return {next(iter(texts)): (TARGET, idxes)}
    return {}
