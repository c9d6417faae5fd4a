"""``uie`` for tuples, as 为章岳来 did in 2022: entities first, then the other slots as relations of each entity.

``空间实体`` finds entities, ``杯子的处所`` where the cup is; a label is a choice inside its prompt,
``杯子的距离标签[远，近，变远，变近]``. Mentions that are the same word are one question; each tuple goes to the
mention nearest to its event or place. See :mod:`pingce.systems.learning.prompts`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import torch

from pingce.spec.shapes import SlotTuple
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.spec.words import Words
from pingce.systems.interface import Example, Prediction, Progress, Training
from pingce.systems.learning.checkpoint import load_module
from pingce.systems.learning.encoder import Pretrained
from pingce.systems.learning.prompts import (
    PieceEnds,
    Prompt,
    Prompted,
    PromptedPiece,
    PromptRow,
    UieSettings,
    ends_of,
    fragments,
    likeliest,
    prompt_reader,
    prompted,
    read_prompts,
    train_prompts,
)
from pingce.systems.learning.tokens import runs
from pingce.tasks.slots_and_roles import PLACES

from .anchors import scenes_of
from .assemble import at_place, scenes_at, written
from .scenes import ENTITY, EVENT, LABELS, MARKED, Scene

ANSWERING = Words("作答", "answering")
RELATIONS = (*(slot for slot in MARKED if slot != ENTITY), *LABELS)
MOST = 24
"""Entities of a text, the surest first."""


class Asked(NamedTuple):
    """A relation of an entity in a text, the entity as it is written there."""

    text: int
    entity: str
    slot: str


def question(slot: str, entity: str = "") -> str:
    """A prompt; without an entity it asks for entities."""
    if slot == ENTITY:
        return slot
    return f"{entity}的{slot}" + (f"[{'，'.join(LABELS[slot])}]" if slot in LABELS else "")


def label_place(slot: str, entity: str, label: str) -> range:
    """The characters of a choice in its prompt."""
    start = len(f"{entity}的{slot}[") + sum(len(other) + 1 for other in LABELS[slot][: LABELS[slot].index(label)])
    return range(start, start + len(label))


def ends_of_slot(scenes: Sequence[Scene], slot: str, entity: str, row: Prompted) -> PieceEnds:
    """What tuples say to a prompt: pieces of the text, or of the prompt where it offers labels."""
    if slot in LABELS:
        labels = dict.fromkeys(scene.labels[slot] for scene in scenes if slot in scene.labels)
        pieces = [tuple(row.question.covering(label_place(slot, entity, label))) for label in labels]
    else:
        spans = dict.fromkeys(scene.spans[slot] for scene in scenes if slot in scene.spans)
        pieces = [run for span in spans for run in runs(row.text.covering(span))]
    return ends_of([piece for piece in pieces if piece])


def by_entity(scenes: Sequence[Scene], text: str) -> dict[str, list[Scene]]:
    """Tuples by the words of their entity; mentions of several pieces are asked for by all of their characters."""
    scenes_of_word: dict[str, list[Scene]] = {}
    for scene in scenes:
        if ENTITY in scene.spans:
            word = "".join(text[i] for i in scene.spans[ENTITY])
            scenes_of_word.setdefault(word, []).append(scene)
    return scenes_of_word


def at_nearest(scene: Scene, mentions: Sequence[tuple[int, ...]]) -> Scene:
    """The tuple of the mention nearest to its event, or else to its place."""
    told = [scene.spans[slot] for slot in (EVENT, *scene.places) if slot in scene.spans]
    at = told[0][0] if told else 0
    return Scene({**scene.spans, ENTITY: min(mentions, key=lambda mention: abs(mention[0] - at))}, scene.labels)


def training_rows(
    examples: Sequence[Example],
    tokenizer: Any,  # noqa: ANN401 (has no type of its own)
    longest: int,
) -> list[PromptRow]:
    """All prompts of all texts with their answers: entities, and every relation of each of them."""
    asked: list[tuple[Prompt, str, str, list[Scene]]] = []
    for example in examples:
        text, scenes = example.item.text, scenes_of(example.answer)
        asked.append((Prompt(question(ENTITY), text), ENTITY, "", scenes))
        asked += [
            (Prompt(question(slot, word), text), slot, word, own)
            for word, own in by_entity(scenes, text).items()
            for slot in RELATIONS
        ]
    rows = prompted(tokenizer, [prompt for prompt, *_ in asked], longest)
    return [
        (row.ids, ends_of_slot(scenes, slot, word, row))
        for row, (_, slot, word, scenes) in zip(rows, asked, strict=True)
    ]


@dataclass(frozen=True)
class UieTupleModel:
    """A trained ``uie`` for tuples: items in, tuples out, entity by entity."""

    shape: SlotTuple
    settings: UieSettings
    network: torch.nn.Module
    pretrained: Pretrained

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        progress.begin(ANSWERING, len(items))
        texts = [item.text for item in items]
        mentions = self._mentions(texts)
        asked = [Asked(i, word, slot) for i, words in enumerate(mentions) for word in words for slot in RELATIONS]
        told: dict[tuple[int, str], dict[str, tuple[int, ...] | str]] = {}
        likely: dict[int, list[tuple[int, ...]]] = {}
        for n, row, numbers in self._read([Prompt(question(slot, word), texts[i]) for i, word, slot in asked]):
            i, word, slot = asked[n]
            if slot == PLACES[0] and i not in likely:
                likely[i] = [row.text.positions(piece) for piece in likeliest(numbers, row.text)]
            value = self._value(row, numbers, slot, word)
            if value:
                told.setdefault((i, word), {})[slot] = value
        progress.advance(len(items))
        predictions = []
        for i, item in enumerate(items):
            scenes = [
                at_nearest(scene, places)
                for word, places in mentions[i].items()
                for scene in _scenes(places[0], told.get((i, word), {}))
            ]
            first = next(iter(mentions[i].values()), [()])[0]
            spare = [at_place(first, positions) for positions in likely.get(i, ())]
            predictions.append(Prediction({"tuples": written(scenes, self.shape, item.text, spare=spare)}))
        return predictions

    def _mentions(self, texts: Sequence[str]) -> list[dict[str, list[tuple[int, ...]]]]:
        """By text the words of its entities, with every place where one was found; the likeliest where none was."""
        mentions: list[dict[str, list[tuple[int, ...]]]] = [{} for _ in texts]

        for i, row, numbers in self._read([Prompt(question(ENTITY), text) for text in texts]):
            spans = fragments(numbers, row.text, self.settings.threshold)
            surest = sorted(spans, key=lambda piece: -piece.share)[:MOST]
            pieces = [piece.tokens for piece in sorted(surest)]
            for piece in pieces or likeliest(numbers, row.text)[:1]:
                positions = row.text.positions(piece)
                mentions[i].setdefault("".join(texts[i][k] for k in positions), []).append(positions)
        return mentions

    def _value(self, row: Prompted, numbers: torch.Tensor, slot: str, word: str) -> tuple[int, ...] | str:
        """Of a slot: its characters, or its label; empty where nothing was found."""
        spans = fragments(numbers, row.question if slot in LABELS else row.text, self.settings.threshold)
        if slot in LABELS:
            return chosen_label(slot, word, row, max(spans, key=lambda piece: piece.share)) if spans else ""
        return row.text.positions(sorted({k for piece in spans for k in piece.tokens}))

    def _read(self, prompts: Sequence[Prompt]) -> Iterator[tuple[int, Prompted, torch.Tensor]]:
        return read_prompts(self.network, self.pretrained, prompts, self.settings)


def chosen_label(slot: str, word: str, row: Prompted, piece: PromptedPiece) -> str:
    """The label that a fragment of the prompt covers most of; empty where it covers none."""
    positions = set(row.question.positions(piece.tokens))
    shares = {label: len(positions & {*label_place(slot, word, label)}) for label in LABELS[slot]}
    best = max(shares, key=lambda label: shares[label])
    return best if shares[best] else ""


def _scenes(entity: tuple[int, ...], told: Mapping[str, tuple[int, ...] | str]) -> list[Scene]:
    spans = {slot: value for slot, value in told.items() if not isinstance(value, str)}
    labels = {slot: value for slot, value in told.items() if isinstance(value, str)}
    return scenes_at("entity", entity, spans, labels)


class UieTuples:
    """One network for entities and all their relations."""

    def train(self, training: Training) -> None:
        settings: UieSettings = training.settings
        shape = training.task.tuple_shape
        assert shape is not None, "the catalogue lists only such tasks"

        train_prompts(
            training,
            settings,
            lambda pretrained: training_rows(training.train, pretrained.tokenizer, settings.longest),
            lambda network, pretrained: UieTupleModel(shape, settings, network, pretrained),
        )

    def load(self, folder: Path, task: TaskSpec, settings: UieSettings) -> UieTupleModel:
        shape = task.tuple_shape
        assert shape is not None, "the catalogue lists only such tasks"
        network, pretrained = load_module(folder, prompt_reader(settings.dropout))
        return UieTupleModel(shape, settings, network, pretrained)
