"""``gplinker``: triples found as pairs of ends by GlobalPointer and merged into tuples (CPIC 2022).

GPLinker (Su 2022) marks fragments that are subjects or objects by their two ends, and says of every predicate which
first tokens and which last tokens of a subject and an object belong together. Here a predicate is a pair of slots: the
entity, or the event, with what else a tuple has; a label is a predicate of an event (or entity) with itself. Triples
with one entity and one event make a tuple. Fragments of several pieces are taken from their first token to their last.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import torch

from pingce.formats.senses import Inventory
from pingce.spec.shapes import SlotTuple
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.spec.words import Words
from pingce.systems.interface import Prediction, Progress, Training
from pingce.systems.learning.checkpoint import load_module
from pingce.systems.learning.encoder import Pretrained
from pingce.systems.learning.grid import GlobalPointer, pair_loss
from pingce.systems.learning.reader import ReaderSettings, read_numbers, train_reader
from pingce.systems.learning.tokens import Tokens, tokenize

from .anchors import scenes_of
from .assemble import MOST, written
from .scenes import ENTITY, EVENT, LABELS, MARKED, Scene

ANSWERING = Words("作答", "answering")
LABEL = "="
"""The first part of a predicate that gives a label."""
SUBJECTS, OBJECTS, PREDICATES_FROM = 0, 1, 2
MOST_SPANS = 60
"""Subjects, and objects, of a text."""

Ends = tuple[int, int]
"""First and last token of a fragment."""


class Predicate(NamedTuple):
    """Two slots, or a slot with a label as its value."""

    subject: str
    object: str
    label: str = ""


PREDICATES: tuple[Predicate, ...] = (
    *(Predicate(ENTITY, slot) for slot in MARKED if slot != ENTITY),
    *(Predicate(EVENT, slot) for slot in MARKED if slot not in (ENTITY, EVENT)),
    *(Predicate(LABEL, slot, label) for slot, labels in LABELS.items() for label in labels),
)
KINDS = PREDICATES_FROM + 2 * len(PREDICATES)
"""Subjects and objects; of every predicate the pairs of first tokens and the pairs of last ones."""

Triple = tuple[Ends, Predicate, Ends]


@dataclass(frozen=True)
class GplinkerSettings(ReaderSettings):
    """The published ones for a base encoder: lr=2e-5, epochs=20, head=64."""

    epochs: int = 6
    batch: int = 8
    head: int = 64
    """Numbers of a token for each kind of pair."""


def triples_of(scenes: Sequence[Scene], tokens: Tokens) -> list[Triple]:
    """What a text's tuples say, two slots at a time."""
    triples: dict[Triple, None] = {}
    for scene in scenes:
        ends = {slot: _ends(tokens.covering(scene.spans[slot])) for slot in MARKED if slot in scene.spans}
        for predicate in PREDICATES:
            if predicate.subject == LABEL:
                own = ends.get(EVENT) or ends.get(ENTITY)
                if own is not None and scene.labels.get(predicate.object) == predicate.label:
                    triples[own, predicate, own] = None
            else:
                subject, other = ends.get(predicate.subject), ends.get(predicate.object)
                if subject is not None and other is not None:
                    triples[subject, predicate, other] = None
    return list(triples)


def _ends(tokens: Sequence[int]) -> Ends | None:
    return (tokens[0], tokens[-1]) if tokens else None


def pairs_of(triples: Sequence[Triple]) -> list[tuple[int, int, int]]:
    """The same as pairs of tokens of a kind."""
    pairs: set[tuple[int, int, int]] = set()
    for subject, predicate, other in triples:
        kind = PREDICATES_FROM + 2 * PREDICATES.index(predicate)
        pairs |= {(*subject, SUBJECTS), (*other, OBJECTS)}
        pairs |= {(subject[0], other[0], kind), (subject[1], other[1], kind + 1)}
    return sorted(pairs)


def triples_in(numbers: torch.Tensor) -> list[Triple]:
    """Triples of which both fragments and both pairs of ends are above nothing."""
    inside = numbers.clone()
    inside[[0, -1]] = inside[:, [0, -1]] = float("-inf")  # the tokens around the text
    subjects, objects = (_spans(inside[..., kind]) for kind in (SUBJECTS, OBJECTS))
    return [
        (subject, PREDICATES[number], other)
        for subject in subjects
        for other in objects
        for number in _predicates(inside, subject, other)
    ]


def _spans(numbers: torch.Tensor) -> list[Ends]:
    """The surest first, so many at most."""
    pairs = (numbers.triu() * (numbers > 0)).nonzero().tolist() if len(numbers) else []
    ranked = sorted(pairs, key=lambda ends: -float(numbers[ends[0], ends[1]]))
    return [(first, last) for first, last in ranked[:MOST_SPANS] if first <= last]


def _predicates(numbers: torch.Tensor, subject: Ends, other: Ends) -> list[int]:
    heads = numbers[subject[0], other[0], PREDICATES_FROM::2]
    tails = numbers[subject[1], other[1], PREDICATES_FROM + 1 :: 2]
    linked: list[int] = torch.minimum(heads, tails).gt(0).nonzero().flatten().tolist()
    return [n for n in linked if PREDICATES[n].subject != LABEL or subject == other]


def merged_triples(triples: Sequence[Triple]) -> Iterator[Mapping[str, list[Ends] | str]]:
    """Tuples by slot: one for every entity and event that belong together, for an entity without event, and for an
    event that no entity belongs to. What is linked to the entity alone goes where the event says nothing against it:
    to all of its tuples if it is linked to none of its events.
    """
    of_entity = _by_subject(triples, ENTITY)
    of_event = _by_subject(triples, EVENT)
    labels = _labels(triples)
    moved: set[Ends] = set()
    for entity, slots in of_entity.items():
        events = slots.get(EVENT, [])
        moved |= set(events)
        claimed = {(slot, end) for event in events for slot, ends in of_event.get(event, {}).items() for end in ends}
        rest = {slot: ends for slot, ends in slots.items() if slot != EVENT}
        for event in events:
            own = of_event.get(event, {})
            shared = {
                slot: [end for end in ends if end in own.get(slot, ()) or (slot, end) not in claimed]
                for slot, ends in rest.items()
            }
            told = {
                slot: list(dict.fromkeys((*shared.get(slot, ()), *own.get(slot, ())))) for slot in {**shared, **own}
            }
            yield {**told, ENTITY: [entity], EVENT: [event], **labels.get(event, {})}
        if not events:
            yield {**rest, ENTITY: [entity], **labels.get(entity, {})}
    for event, slots in of_event.items():
        if event not in moved:
            yield {**slots, EVENT: [event], **labels.get(event, {})}


def _by_subject(triples: Sequence[Triple], slot: str) -> dict[Ends, dict[str, list[Ends]]]:
    objects: dict[Ends, dict[str, list[Ends]]] = {}
    for subject, predicate, other in triples:
        if predicate.subject == slot:
            objects.setdefault(subject, {}).setdefault(predicate.object, []).append(other)
    return objects


def _labels(triples: Sequence[Triple]) -> dict[Ends, dict[str, str]]:
    labels: dict[Ends, dict[str, str]] = {}
    for subject, predicate, _ in triples:
        if predicate.subject == LABEL:
            labels.setdefault(subject, {}).setdefault(predicate.object, predicate.label)
    return labels


def scenes_in(numbers: torch.Tensor, tokens: Tokens) -> list[Scene]:
    """The tuples that a text's numbers stand for; no more are made than an answer may have."""
    scenes = []
    for told in islice(merged_triples(triples_in(numbers)), MOST):
        spans, labels = {}, {}
        for slot, value in told.items():
            if isinstance(value, str):
                labels[slot] = value
            elif value:
                spans[slot] = tokens.positions(sorted({i for first, last in value for i in range(first, last + 1)}))
        scenes.append(Scene(spans, labels))
    return scenes


@dataclass(frozen=True)
class GplinkerModel:
    """A trained GPLinker: pairs of heads and tails are scored for every slot, and pairs that agree become tuples."""

    shape: SlotTuple
    settings: GplinkerSettings
    network: GlobalPointer
    pretrained: Pretrained

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        progress.begin(ANSWERING, len(items))
        tokenizer = self.pretrained.tokenizer
        texts = tokenize(tokenizer, [item.text for item in items], self.settings.longest)
        scenes: dict[int, list[Scene]] = {}
        for i, numbers in read_numbers(
            self.network, [text.ids for text in texts], tokenizer.pad_token_id, self.settings
        ):
            scenes[i] = scenes_in(numbers[:, : len(texts[i])], texts[i])
            progress.advance(1)
        return [Prediction({"tuples": written(scenes[i], self.shape, item.text)}) for i, item in enumerate(items)]


class Gplinker:
    """One network for all pairs of slots."""

    Settings = GplinkerSettings

    def train(self, training: Training) -> None:
        settings: GplinkerSettings = training.settings
        shape = training.task.tuple_shape
        assert shape is not None, "the catalogue lists only such tasks"

        def rows_of(pretrained: Pretrained) -> list[tuple[Sequence[int], list[tuple[int, int, int]]]]:
            texts = tokenize(pretrained.tokenizer, [example.item.text for example in training.train], settings.longest)
            return [
                (tokens.ids, pairs_of(triples_of(scenes_of(example.answer), tokens)))
                for tokens, example in zip(texts, training.train, strict=True)
            ]

        train_reader(
            training,
            lambda pretrained: _network(pretrained, settings),
            rows_of,
            lambda numbers, right: pair_loss(numbers[:, : len(numbers)], right),
            lambda network, pretrained: GplinkerModel(shape, settings, network, pretrained),
        )

    def load(
        self, folder: Path, task: TaskSpec, settings: GplinkerSettings, inventory: Inventory | None
    ) -> GplinkerModel:
        shape = task.tuple_shape
        assert shape is not None, "the catalogue lists only such tasks"
        network, pretrained = load_module(folder, lambda pretrained: _network(pretrained, settings))
        return GplinkerModel(shape, settings, network, pretrained)


def _network(pretrained: Pretrained, settings: GplinkerSettings) -> GlobalPointer:
    return GlobalPointer(pretrained, KINDS, head=settings.head, dropout=settings.dropout)
