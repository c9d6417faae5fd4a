"""A linear system: one field finds places, another what belongs to each; labels come from the surroundings.

Places are much easier to find than events or entities: nearly all of them hold a spatial word.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pingce.formats.senses import Inventory
from pingce.language.text import TaggedText, tag_text
from pingce.spec.shapes import SlotTuple
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.spec.words import Words
from pingce.systems.interface import Prediction, Progress, Training
from pingce.systems.learning.anchor_features import Anchor, around, window
from pingce.systems.learning.crf import Crf, CrfSettings, fit_crf
from pingce.systems.learning.linear import (
    Loglinear,
    fit_choice,
    fit_loglinear,
    load_loglinear,
    log_shares,
    save_loglinear,
)

from .anchors import KINDS
from .assemble import at_place, merged, written
from .choices import entity_candidates, entity_features, event_candidates, event_features, no_event, noun_features
from .features import label_features, word_features
from .rows import (
    NONE,
    LinearTupleRow,
    anchor_at,
    entity_choice,
    event_choice,
    mention_labels,
    place_labels,
    slot_labels,
)
from .scenes import ENTITY, EVENT, LABELS, Scene

PLACES, MENTIONS, SLOTS = "places.crf", "mentions.crf", "slots.crf"
EVENTS, ENTITIES = "events.json", "entities.json"
LEARNING, ANSWERING = Words("训练", "training"), Words("作答", "answering")
FIELD, MENTION = 0.5, 0.6
"""Weights of the fields' opinions beside those of the choices."""
LEAST = 0.003
PLACE_LABELS = tuple(f"{end}-{kind}" for kind in KINDS["place"] for end in "BI")
MENTION_LABELS = ("B-mention", "I-mention")

Shares = Mapping[str, float]
Opinion = Mapping[int, Shares]
"""By word, how likely a field thinks it to be the entity or the event."""


@dataclass(frozen=True)
class CrfTupleSettings:
    """How freely anchors are taken, and how the fields are trained."""

    threshold: float = 0.3
    """An anchor's first word has to be one with this probability."""
    strength: float = 0.3
    """Of the choices of event, entity and labels; smaller is smoother."""
    l1: float = 0.6
    l2: float = 0.5
    iterations: int = 60

    @property
    def crf(self) -> CrfSettings:
        return CrfSettings(l1=self.l1, l2=self.l2, iterations=self.iterations)


class CrfTuples:
    """Anchored at places."""

    Settings = CrfTupleSettings

    def train(self, training: Training) -> None:
        settings: CrfTupleSettings = training.settings
        training.progress.begin(LEARNING, 5 + len(LABELS))
        texts = [LinearTupleRow.of(example) for example in training.train]
        words = [[*word_features(row.reading)] for row in texts]
        fit_crf(training.folder / PLACES, words, [place_labels(row) for row in texts], settings.crf)
        training.progress.advance()
        fit_crf(training.folder / MENTIONS, words, [mention_labels(row) for row in texts], settings.crf)
        training.progress.advance()
        rows = [(row, anchor_at(row.reading, cluster), cluster) for row in texts for cluster in row.clusters]
        fit_crf(
            training.folder / SLOTS,
            [around(row.reading, anchor) for row, anchor, _ in rows],
            [slot_labels(row.reading, anchor, cluster.scenes) for row, anchor, cluster in rows],
            settings.crf,
        )
        training.progress.advance()
        events = [event_choice(row, anchor, cluster) for row, anchor, cluster in rows]
        save_loglinear(training.folder / EVENTS, fit_choice(events, strength=settings.strength))
        training.progress.advance()
        entities = [entity_choice(row, anchor, cluster) for row, anchor, cluster in rows]
        save_loglinear(training.folder / ENTITIES, fit_choice(entities, strength=settings.strength))
        training.progress.advance()
        bags = [label_features(row.reading, anchor) for row, anchor, _ in rows]
        for slot in LABELS:
            values = [
                next((s.labels[slot] for s in cluster.scenes if slot in s.labels), NONE) for _, _, cluster in rows
            ]
            save_loglinear(training.folder / f"{slot}.json", fit_loglinear(bags, values, strength=settings.strength))
            training.progress.advance()

    def load(
        self, folder: Path, task: TaskSpec, settings: CrfTupleSettings, inventory: Inventory | None
    ) -> "CrfTupleModel":
        shape = task.tuple_shape
        assert shape is not None, "the catalogue lists only such tasks"
        return CrfTupleModel(
            shape,
            settings,
            places=Crf(folder / PLACES),
            mentions=Crf(folder / MENTIONS),
            slots=Crf(folder / SLOTS),
            events=load_loglinear(folder / EVENTS),
            entities=load_loglinear(folder / ENTITIES),
            labels={slot: load_loglinear(folder / f"{slot}.json") for slot in LABELS},
        )


@dataclass(frozen=True)
class CrfTupleModel:
    """A trained ``tuple-crf``: places and entities by CRFs, then events, entities and labels by linear models."""

    shape: SlotTuple
    settings: CrfTupleSettings
    places: Crf
    mentions: Crf
    slots: Crf
    events: Loglinear
    entities: Loglinear
    labels: dict[str, Loglinear]

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        progress.begin(ANSWERING, len(items))
        predictions = []
        for item in items:
            scenes, spare = self.scenes(tag_text(item.text))
            predictions.append(Prediction({"tuples": written(scenes, self.shape, item.text, spare=spare)}))
            progress.advance()
        return predictions

    def scenes(self, reading: TaggedText) -> tuple[list[Scene], list[Scene]]:
        """The tuples of a text, and plain ones to fall back on. Places of one event share their entity."""
        features = [*word_features(reading)]
        mentions = self.mentions.marginals(features, MENTION_LABELS)
        entities: dict[int, int] = {}
        nouns: dict[int, float] = {}
        groups, spare = [], []
        for anchor in self.anchors_in(reading, features):
            best, shares = self.slots.both(around(reading, anchor), (ENTITY, EVENT))
            words = window(reading, anchor)
            slots, opinion = dict(zip(words, best, strict=True)), dict(zip(words, shares, strict=True))
            event = self._event(reading, anchor, opinion)
            entity = entities.get(event) if event is not None else None
            if entity is None:
                entity = self._entity(reading, anchor, event, opinion, mentions, nouns)
            if event is not None:
                entities[event] = entity
            groups.append([self._scene(reading, anchor, slots, event, phrase(entity, mentions))])
            place_positions = reading.positions(range(anchor.first, anchor.last + 1))
            spare.append(at_place(reading.positions([entity]), place_positions))
        return merged(groups), spare

    def anchors_in(self, reading: TaggedText, features: Sequence[Sequence[str]]) -> list[Anchor]:
        """What is likely enough to be a place; the likeliest word where nothing is."""
        shares, least = self.places.marginals(features, PLACE_LABELS), self.settings.threshold
        anchors = []
        for kind in KINDS["place"]:
            begin, inside = f"B-{kind}", f"I-{kind}"
            for i, share in enumerate(shares):
                if share.get(begin, 0.0) >= least:
                    last = i
                    while last + 1 < len(shares) and shares[last + 1].get(inside, 0.0) >= least:
                        last += 1
                    anchors.append(Anchor(i, last, kind))
        if not anchors and shares:
            best = max(range(len(shares)), key=lambda i: (shares[i].get("B-place", 0.0), -i))
            anchors = [Anchor(best, best, "place")]
        return sorted(anchors)

    def _scene(
        self, reading: TaggedText, anchor: Anchor, slots: Mapping[int, str], event: int | None, entity: range
    ) -> Scene:
        spans: dict[str, list[int]] = {}
        for i, label in slots.items():
            if label not in (NONE, ENTITY, EVENT):
                spans.setdefault(label, []).extend(reading.positions([i]))
        spans[ENTITY] = [*reading.positions(entity)]
        if event is not None:
            spans[EVENT] = [*reading.positions([event])]
        bag = label_features(reading, anchor)
        chosen = {slot: model.best(bag) for slot, model in self.labels.items()}
        labels = {slot: label for slot, label in chosen.items() if label != NONE}
        return Scene({slot: tuple(positions) for slot, positions in spans.items()}, labels)

    def _event(self, reading: TaggedText, anchor: Anchor, opinion: Opinion) -> int | None:
        """The choice's and the field's opinions together."""
        verbs = event_candidates(reading, anchor)
        scores = [self.events.logit(event_features(reading, anchor, i)) for i in verbs]
        shares = [opinion.get(i, {}).get(EVENT, 0.0) for i in verbs]
        totals = log_shares([*scores, self.events.logit(no_event(reading, anchor))])
        totals = [a + FIELD * _log(b) for a, b in zip(totals, [*shares, 1 - max(shares, default=0.0)], strict=True)]
        best = max(range(len(totals)), key=lambda k: (totals[k], -k))
        return verbs[best] if best < len(verbs) else None

    def _entity(
        self,
        reading: TaggedText,
        anchor: Anchor,
        event: int | None,
        opinion: Opinion,
        mentions: Sequence[Shares],
        logits: dict[int, float],
    ) -> int:
        """Likewise, and whether the noun looks like an entity at all; ``known`` keeps what holds at every place."""
        nouns = entity_candidates(reading, anchor)
        for i in nouns:
            if i not in logits:
                logits[i] = self.entities.logit(noun_features(reading, i))
        totals = log_shares(
            [logits[i] + self.entities.logit(entity_features(reading, anchor, event, i)) for i in nouns]
        )
        for k, i in enumerate(nouns):
            totals[k] += FIELD * _log(opinion.get(i, {}).get(ENTITY, 0.0)) + MENTION * _log(sum(_mention(mentions[i])))
        return nouns[max(range(len(nouns)), key=lambda k: (totals[k], -k))]


def _log(share: float) -> float:
    return math.log(max(share, LEAST))


def _mention(shares: Shares) -> tuple[float, float]:
    begins, inside = MENTION_LABELS
    return shares.get(begins, 0.0), shares.get(inside, 0.0)


def phrase(head: int, mentions: Sequence[Shares]) -> range:
    """The words of an entity that ends in the head: to the left as long as the mention has not begun."""
    first = head
    while first and (shares := _mention(mentions[first]))[1] > shares[0]:
        first -= 1
    return range(first, head + 1)
