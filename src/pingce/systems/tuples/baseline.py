"""The organisers' baseline for tuples, ``baseline-tuples``: trigger, arguments and facticity, an encoder for each.

The first marks events in the text; texts are read again for every event, which stands between two marks, by the second,
which gives every token its slot, and by the third, which says whether the event is false. Tokens of one slot are one
fragment; tuples without an event are neither learned nor found, and of the labels only 假 is given. Unlike in the
published code, positions go through the tokenizer's character map. The published loss, .9 of the arguments' and .1 of
the facticity's, is the sum of two networks that share nothing: each learns by itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch.nn.functional import cross_entropy

from pingce.formats.senses import Inventory
from pingce.spec.shapes import SlotTuple
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.spec.words import Words
from pingce.systems.interface import Prediction, Progress, Training
from pingce.systems.learning.checkpoint import load_module
from pingce.systems.learning.encoder import Pretrained
from pingce.systems.learning.parts import train_part
from pingce.systems.learning.reader import PartSettings, TokenReader, read_numbers, reader_of, train_reader
from pingce.systems.learning.tokens import Tokens, runs, tokenize

from .anchors import scenes_of
from .assemble import written
from .scenes import EVENT, FACTICITY, LABELS, MARKED, Scene

ANSWERING = Words("作答", "answering")
TRIGGER, ARGUMENTS, FACTS = "trigger", "arguments", "facticity"
OUTSIDE, BEGINS, GOES_ON, COMES_BACK = range(4)
"""Tags of events; the last is where an event of several pieces begins again."""
SLOTS = ("", *(slot for slot in MARKED if slot != EVENT))
SIZES = {TRIGGER: 4, ARGUMENTS: len(SLOTS), FACTS: 2}
MARKS = ("[unused1]", "[unused2]")
"""Before and behind the event, where the encoder knows them."""

Target = tuple[int, ...]


@dataclass(frozen=True)
class BaselineTupleModel:
    """A trained official baseline for tuples: triggers first, then the arguments of each, then whether it is a fact."""

    shape: SlotTuple
    settings: PartSettings
    pretrained: Pretrained
    trigger: TokenReader
    arguments: TokenReader
    facticity: TokenReader

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        progress.begin(ANSWERING, len(items))
        texts = tokenize(self.pretrained.tokenizer, [item.text for item in items], self.settings.longest)
        events = [
            (i, event)
            for i, numbers in sorted(self._read(self.trigger, [text.ids for text in texts]))
            for event in events_in(numbers.argmax(dim=1).tolist(), texts[i])
        ]
        marked = [with_marks(texts[i], event, self.pretrained.tokenizer) for i, event in events]
        scenes: list[list[Scene]] = [[] for _ in items]
        rows = [text.ids for text in marked]
        facts = dict(self._read(self.facticity, rows))
        for n, numbers in sorted(self._read(self.arguments, rows)):
            i, event = events[n]
            spans = slots_in(numbers.argmax(dim=1).tolist(), marked[n])
            false = bool(facts[n][0].argmax())
            labels = {FACTICITY: LABELS[FACTICITY][0]} if false else {}
            scenes[i].append(Scene({**spans, EVENT: texts[i].positions(event)}, labels))
        progress.advance(len(items))
        return [
            Prediction({"tuples": written(of_item, self.shape, item.text)})
            for of_item, item in zip(scenes, items, strict=True)
        ]

    def _read(self, network: TokenReader, rows: Sequence[Sequence[int]]) -> list[tuple[int, torch.Tensor]]:
        return list(read_numbers(network, rows, self.pretrained.tokenizer.pad_token_id, self.settings))


class BaselineTuples:
    """Three networks, one after the other."""

    Settings = PartSettings

    def train(self, training: Training) -> None:
        train_part(training, TRIGGER, _train_trigger)
        train_part(training, ARGUMENTS, _train_arguments)
        train_part(training, FACTS, _train_facticity)

    def load(
        self, folder: Path, task: TaskSpec, settings: PartSettings, inventory: Inventory | None
    ) -> BaselineTupleModel:
        shape = task.tuple_shape
        assert shape is not None, "the catalogue lists only such tasks"
        networks = {}
        for part, size in SIZES.items():
            networks[part], pretrained = load_module(folder / part, reader_of(size, settings))
        return BaselineTupleModel(shape, settings, pretrained, **networks)


def _train_trigger(training: Training) -> None:
    def rows_of(pretrained: Pretrained) -> list[tuple[Sequence[int], Target]]:
        return [
            (text.ids, event_tags([text.covering(scene.spans[EVENT]) for scene in scenes], len(text)))
            for text, scenes in _texts_with_events(training, pretrained)
        ]

    train_reader(training, reader_of(SIZES[TRIGGER], training.settings), rows_of, _loss_of_tags)


def _train_arguments(training: Training) -> None:
    def rows_of(pretrained: Pretrained) -> list[tuple[Sequence[int], Target]]:
        return [(text.ids, slot_tags(scene, text)) for text, scene in _marked_events(training, pretrained)]

    train_reader(training, reader_of(SIZES[ARGUMENTS], training.settings), rows_of, _loss_of_tags)


def _train_facticity(training: Training) -> None:
    def rows_of(pretrained: Pretrained) -> list[tuple[Sequence[int], bool]]:
        return [(text.ids, FACTICITY in scene.labels) for text, scene in _marked_events(training, pretrained)]

    def loss_of(numbers: torch.Tensor, target: bool) -> torch.Tensor:
        return cross_entropy(numbers[0], torch.tensor(int(target), device=numbers.device))

    train_reader(training, reader_of(SIZES[FACTS], training.settings), rows_of, loss_of)


def _loss_of_tags(numbers: torch.Tensor, target: Target) -> torch.Tensor:
    return cross_entropy(numbers, torch.tensor(target, device=numbers.device))


def _texts_with_events(training: Training, pretrained: Pretrained) -> list[tuple[Tokens, list[Scene]]]:
    """Texts with those of their tuples whose event is before the cut."""
    texts = tokenize(
        pretrained.tokenizer, [example.item.text for example in training.train], training.settings.longest - len(MARKS)
    )
    return [
        (text, [scene for scene in scenes_of(example.answer) if text.covering(scene.spans.get(EVENT, ()))])
        for text, example in zip(texts, training.train, strict=True)
    ]


def _marked_events(training: Training, pretrained: Pretrained) -> list[tuple[Tokens, Scene]]:
    return [
        (with_marks(text, text.covering(scene.spans[EVENT]), pretrained.tokenizer), scene)
        for text, scenes in _texts_with_events(training, pretrained)
        for scene in scenes
    ]


def event_tags(events: Sequence[Sequence[int]], size: int) -> Target:
    """A tag for every token; of events that overlap the first counts."""
    tags = [OUTSIDE] * size
    for event in events:
        if any(tags[token] for token in event):
            continue
        for n, run in enumerate(runs(event)):
            for k, token in enumerate(run):
                tags[token] = GOES_ON if k else COMES_BACK if n else BEGINS
    return tuple(tags)


def events_in(tags: Sequence[int], text: Tokens) -> list[tuple[int, ...]]:
    """Tokens of every event; a piece that comes back belongs to the event before it."""
    events: list[list[int]] = []
    for token in range(1, len(text) - 1):
        if tags[token] == OUTSIDE:
            continue
        joins = tags[token] == COMES_BACK or (tags[token] == GOES_ON and tags[token - 1] != OUTSIDE)
        if joins and events:
            events[-1].append(token)
        else:
            events.append([token])
    return [tuple(event) for event in events]


def with_marks(text: Tokens, event: Sequence[int], tokenizer: Any) -> Tokens:  # noqa: ANN401 (has no type of its own)
    """The text with a mark before the event and one behind it, which stand for no characters."""
    before, behind = (_number_of(mark, tokenizer) for mark in MARKS)
    ids, places = list(text.ids), list(text.places)
    for at, mark in ((max(event) + 1, behind), (min(event), before)):
        ids.insert(at, mark)
        places.insert(at, (0, 0))
    return Tokens(tuple(ids), tuple(places))


def _number_of(mark: str, tokenizer: Any) -> int:  # noqa: ANN401 (has no type of its own)
    number: int = tokenizer.convert_tokens_to_ids(mark)
    return number if number not in (None, tokenizer.unk_token_id) else tokenizer.sep_token_id


def slot_tags(scene: Scene, text: Tokens) -> Target:
    """The slot of every token; where two slots share one, the first in the order of slots."""
    tags = [0] * len(text)
    for number, slot in enumerate(SLOTS):
        for token in text.covering(scene.spans.get(slot, ())):
            tags[token] = tags[token] or number
    return tuple(tags)


def slots_in(tags: Sequence[int], text: Tokens) -> dict[str, tuple[int, ...]]:
    """Characters by slot: all tokens of a tag together."""
    tokens_of: dict[str, list[int]] = {}
    for token, number in enumerate(tags):
        if number and text.positions([token]):
            tokens_of.setdefault(SLOTS[number], []).append(token)
    return {slot: text.positions(tokens) for slot, tokens in tokens_of.items()}
