"""Encoder systems for tuples: anchored at events and at places without event (the official design, mended), at places,
or at entities.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import torch

from pingce.formats.senses import Inventory
from pingce.language.text import tag_text
from pingce.spec.shapes import SlotTuple
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.spec.words import Words
from pingce.systems.interface import Prediction, Progress, Training
from pingce.systems.learning.anchored import AnchoredNetwork, read_states
from pingce.systems.learning.checkpoint import load_module, save_module
from pingce.systems.learning.device import Precision, autocast, device
from pingce.systems.learning.encoder import Pretrained, load_pretrained
from pingce.systems.learning.pointing import best_pair
from pingce.systems.learning.token_features import TokenFeatures, featurize
from pingce.systems.learning.tokens import Tokens, runs, tokenize
from pingce.systems.learning.trainer import Keep, bucketed, train_network
from pingce.tasks.slots_and_roles import PLACES

from .anchors import KINDS, Design
from .assemble import at_place, merged, scenes_at, written
from .network import (
    NO_LABEL,
    SIZES,
    TAGS,
    VALUES,
    AnchorCandidate,
    TupleTrainingRow,
    anchors_in,
    batch_loss,
    kept,
    label_parts,
    look_from,
    training_rows,
)
from .scenes import ENTITY, EVENT, Scene

ANSWERING = Words("作答", "answering")
LONGEST_ENTITY = 20
"""Tokens."""
SPARE = 3
"""Places tried where a text would have no tuple."""


@dataclass(frozen=True)
class NeuralTupleSettings:
    """Training and decoding."""

    threshold: float = 0.4
    """An anchor is kept if the network, having looked at what would belong to it, is this sure."""
    epochs: int = 12
    batch: int = 16
    lr: float = 1.2e-4
    head_lr: float = 1e-3
    hidden: int = 256
    dropout: float = 0.1
    longest: int = 258
    keep: Keep = "best"
    """Which epoch's state is kept: the best on dev, or the last, which leaves dev untouched."""
    precision: Precision = "float32"
    checkpoint_every: int = 40
    steps: int | None = None
    """Stop after so many steps, for a training that must not take longer; None: as many as the epochs have."""
    at_once: int = 4
    """Examples of a batch that are computed together; fewer need less memory and give the same result."""


def make_network(pretrained: Pretrained, design: Design, settings: NeuralTupleSettings) -> AnchoredNetwork:
    """The network for a design: what anchors are (events, places or entities), and how many kinds of them."""
    return AnchoredNetwork(
        pretrained.encoder,
        pretrained.width,
        anchor_outputs=SIZES["anchors"] * len(KINDS[design]),
        outputs=SIZES["tags"],
        labels=SIZES["labels"],
        kinds=len(KINDS[design]),
        hidden=settings.hidden,
        dropout=settings.dropout,
    )


@dataclass(frozen=True)
class TupleObjective:
    """What tuple training minimises: anchors, the slots around each, labels (see ``batch_loss``)."""

    network: AnchoredNetwork
    design: Design
    learned: Sequence[TupleTrainingRow]
    pad: int
    settings: NeuralTupleSettings
    seed: int

    def batches(self, epoch: int) -> list[list[int]]:
        lengths = [len(example.features.ids) for example in self.learned]
        return bucketed(lengths, self.settings.batch, seed=self.seed, epoch=epoch)

    def loss(self, batch: Sequence[int]) -> torch.Tensor:
        with autocast(self.settings.precision):
            return batch_loss(self.network, [self.learned[i] for i in batch], self.design, self.pad)


@dataclass(frozen=True)
class NeuralTupleModel:
    """A trained ``tuple-trigger``, ``tuple-place`` or ``tuple-entity``: items in, tuples out."""

    shape: SlotTuple
    design: Design
    settings: NeuralTupleSettings
    network: AnchoredNetwork
    pretrained: Pretrained

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        progress.begin(ANSWERING, len(items))
        tokens = tokenize(self.pretrained.tokenizer, [item.text for item in items], self.settings.longest)
        order = sorted(range(len(items)), key=lambda i: len(tokens[i]))
        predictions: dict[int, Prediction] = {}
        for start in range(0, len(order), self.settings.batch):
            batch = order[start : start + self.settings.batch]
            features = [featurize(tag_text(items[i].text), tokens[i]) for i in batch]
            for i, (scenes, spare) in zip(batch, self._answer([tokens[i] for i in batch], features), strict=True):
                predictions[i] = Prediction({"tuples": written(scenes, self.shape, items[i].text, spare=spare)})
            progress.advance(len(batch))
        return [predictions[i] for i in range(len(items))]

    @torch.no_grad()
    def _answer(
        self, texts: Sequence[Tokens], features: Sequence[TokenFeatures]
    ) -> list[tuple[list[Scene], list[Scene]]]:
        """By text, its tuples and plain ones to fall back on."""
        with autocast(self.settings.precision):
            states = read_states(self.network, features, self.pretrained.tokenizer.pad_token_id)
            first_sight = self.network.anchor(states.states).float()
            looks = [
                candidate
                for i, text in enumerate(texts)
                for candidate in anchors_in(first_sight[i, : len(text)], self.design, i)
            ]
            if not looks:  # texts of nothing but blanks
                return [([], []) for _ in texts]
            outputs, labels = look_from(self.network, states, looks, self.design)
        outputs, shares = outputs.cpu(), labels[:, -1].sigmoid().tolist()
        parts = [logits.argmax(dim=-1).tolist() for logits in label_parts(labels)]
        groups: list[list[list[Scene]]] = [[] for _ in texts]
        spare: list[list[Scene]] = [[] for _ in texts]
        for n in self._kept(looks, shares):
            text = texts[looks[n].text]
            spans = spans_of(outputs[n, : len(text)], text, self.design)
            numbers = zip(VALUES.items(), (numbers_of[n] for numbers_of in parts), strict=True)
            values_given = {slot: values[number] for (slot, values), number in numbers if number != NO_LABEL}
            groups[looks[n].text].append(scenes_at(looks[n].kind, text.positions(looks[n].tokens), spans, values_given))
            spare[looks[n].text] += [
                at_place(spans[ENTITY], positions) for positions in _likely_places(outputs[n], text)
            ]
        joined = _flat if self.design == "entity" else merged
        return [(joined(scene_groups), rest) for scene_groups, rest in zip(groups, spare, strict=True)]

    def _kept(self, looks: Sequence[AnchorCandidate], shares: Sequence[float]) -> Iterator[int]:
        by_text: dict[int, list[int]] = {}
        for n, look in enumerate(looks):
            by_text.setdefault(look.text, []).append(n)
        for numbers in by_text.values():
            chosen = kept([(looks[n], shares[n]) for n in numbers], self.settings.threshold)
            yield from (numbers[n] for n in chosen)


def spans_of(outputs: torch.Tensor, text: Tokens, design: Design) -> dict[str, tuple[int, ...]]:
    """Characters by slot. The entity is the best pair of ends; further ones only where the tags name this one too.
    There is one event at most, unless the anchor is an entity.
    """
    slots: dict[str, list[int]] = {}
    for token, tag in enumerate(outputs[:, : len(TAGS)].argmax(dim=1).tolist()):
        if tag and 0 < token < len(text) - 1:
            slots.setdefault(TAGS[tag], []).append(token)
    ends = outputs[:, len(TAGS) :].log_softmax(dim=0)
    (first, last), _ = best_pair(ends[:, 0], ends[:, 1], LONGEST_ENTITY)
    entity = range(first, last + 1)
    tagged = runs(slots.get(ENTITY, ()))
    others = [run for run in tagged if set(run).isdisjoint(entity)]
    if len(others) == len(tagged):
        others = []  # other mentions of the one pointed at
    slots[ENTITY] = sorted({*entity, *(i for run in others for i in run)})
    if EVENT in slots and design != "entity":
        chances = outputs[:, TAGS.index(EVENT)].tolist()
        slots[EVENT] = list(max(runs(slots[EVENT]), key=lambda run: max(chances[i] for i in run)))
    return {slot: text.positions(tokens) for slot, tokens in slots.items()}


def _flat(groups: Sequence[Sequence[Scene]]) -> list[Scene]:
    return [scene for group in groups for scene in group]


def _likely_places(outputs: torch.Tensor, text: Tokens) -> list[tuple[int, ...]]:
    """The tokens that look most like a place, one by one."""
    shares = outputs[1 : len(text) - 1, TAGS.index(PLACES[0])]
    return [text.positions([1 + i]) for i in shares.topk(min(SPARE, len(shares))).indices.tolist()]


class NeuralTuples:
    """What these systems share; they differ in what tuples are anchored at."""

    Settings = NeuralTupleSettings
    design: ClassVar[Design]

    def train(self, training: Training) -> None:
        settings: NeuralTupleSettings = training.settings
        assert training.encoder is not None, "the catalogue asks for one"
        torch.manual_seed(training.seed)
        pretrained = load_pretrained(training.encoder)
        learned = training_rows(training.train, self.design, pretrained.tokenizer, settings.longest)
        network = make_network(pretrained, self.design, settings).to(device())
        pad = pretrained.tokenizer.pad_token_id
        objective = TupleObjective(network, self.design, learned, pad, settings, training.seed)
        shape = training.task.tuple_shape
        assert shape is not None, "the catalogue lists only such tasks"
        model = NeuralTupleModel(shape, self.design, settings, network, pretrained)
        train_network(training, network, objective, lambda: model)
        save_module(training.folder, network, pretrained)

    def load(
        self, folder: Path, task: TaskSpec, settings: NeuralTupleSettings, inventory: Inventory | None
    ) -> NeuralTupleModel:
        shape = task.tuple_shape
        assert shape is not None, "the catalogue lists only such tasks"
        network, pretrained = load_module(folder, lambda encoder: make_network(encoder, self.design, settings))
        return NeuralTupleModel(shape, self.design, settings, network, pretrained)


class TriggerTuples(NeuralTuples):
    """Events, and places without one, are found first; then what belongs to each."""

    design = "trigger"


class PlaceTuples(NeuralTuples):
    """Places are found first; then what is there and by which event; places of one event are one tuple."""

    design = "place"


class EntityTuples(NeuralTuples):
    """Entities are found first; then where each is, in one or several tuples."""

    design = "entity"
