"""An answer of the task → what a tool's users would have said.

Comes in: an answer with its item. Comes out: labels, texts, spans and links by the names of the tool's controls, which
:mod:`.doccano` and :mod:`.labelstudio` only have to write down.
"""

from collections.abc import Iterator
from itertools import count
from typing import assert_never, cast

from pingce.spec.errors import UserError
from pingce.spec.shapes import Choice, FragmentSets, FreeText, ListOf, Options, SenseChoice
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, FragmentSet, Item, Letters, Reason, Senses, Value
from pingce.spec.words import Words

from .exported import ExchangedAnswer, Span
from .mapping import FieldMap, Mapping

MENTION = "mention"
Marked = tuple[int, int, str]
"""Start, end and label."""


def give_answer(task: TaskSpec, mapping: Mapping, item: Item, answer: Answer) -> ExchangedAnswer:
    """An answer as labels, spans and links of another annotation tool, by the mapping of the task."""
    labels: dict[str, tuple[str, ...]] = {}
    texts: dict[str, tuple[str, ...]] = {}
    spans: dict[str, tuple[Span, ...]] = {}
    links: list[tuple[str, str]] = []
    numbers = count(1)
    for name, given in mapping.answers.items():
        value, shape, control = answer.get(name), task.field(name).shape, mapping.control(name)
        if value is None:
            continue
        match shape:
            case Choice():
                labels[control] = (_label(given, cast("str", value)),)
            case Options():
                labels[control] = tuple(_label(given, letter) for letter in sorted(cast("Letters", value)))
            case SenseChoice():
                labels[control] = tuple(_label(given, gloss) for gloss in cast("Senses", value).chosen)
            case FreeText():
                texts[control] = (cast("str", value),)
            case FragmentSets() | ListOf():
                is_set = isinstance(shape, FragmentSets)
                groups = _sets(item, given, value) if is_set else _reasons(item, given, value)
                made = [[Span(str(next(numbers)), *extent) for extent in group] for group in groups]
                spans[control] = tuple(span for group in made for span in group)
                if is_set or given.group == "relations":
                    links += [(group[0].id, other.id) for group in made for other in group[1:]]
            case _:
                assert_never(shape)
    return ExchangedAnswer(labels, texts, spans, tuple(links))


def _label(given: FieldMap, meant: str) -> str:
    """The first label of the tool that stands for ours."""
    return next((label for label, ours in given.labels.items() if ours == meant), meant)


def _reasons(item: Item, given: FieldMap, value: Value) -> list[list[Marked]]:
    reasons = cast("tuple[Reason, ...]", value)
    if given.group == "all" and len(reasons) > 1:
        raise _cannot(
            item,
            Words(
                "不止一个答案；映射里要写 group = “relations”",
                'it has several answers; the mapping needs group = "relations"',
            ),
        )
    return [
        [
            (start, end, _label(given, f"{reason.type}/{span.role}" if reason.type else span.role))
            for span in reason.spans
            for start, end in _pieces(span.idxes)
        ]
        for reason in reasons
    ]


def _sets(item: Item, given: FieldMap, value: Value) -> list[list[Marked]]:
    label = next(iter(given.labels), MENTION)
    made = []
    for group in cast("tuple[FragmentSet, ...]", value):
        pieces = [list(_pieces(fragment.idxes)) for fragment in group]
        if any(len(piece) != 1 for piece in pieces):
            raise _cannot(item, Words("同指的片段不连续", "a fragment of a set has gaps, which no such tool knows"))
        made.append([(start, end, label) for [(start, end)] in pieces])
    return made


def _pieces(idxes: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Runs of neighbours, in the order of the fragment."""
    start = end = None
    for i in idxes:
        if i != end:
            if start is not None and end is not None:
                yield start, end
            start = i
        end = i + 1
    if start is not None and end is not None:
        yield start, end


def _cannot(item: Item, why: Words) -> UserError:
    words = Words(f"题目 {item.id} 无法写出：{why.zh}。", f"Item {item.id} cannot be written: {why.en}.")
    return UserError(words, code="cannot-move")
