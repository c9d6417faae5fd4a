"""What the linear tuple system learns: places and mentions as chunks, events and entities as choices, slots by word."""

from collections.abc import Sequence
from dataclasses import dataclass

from pingce.language.text import TaggedText, tag_text
from pingce.scoring.measures.tuples import mention_sets, variants
from pingce.systems.interface import Example
from pingce.systems.learning.anchor_features import Anchor, window

from .anchors import Cluster, clusters, scenes_of
from .choices import (
    entity_candidates,
    entity_features,
    event_candidates,
    event_features,
    head_of,
    no_event,
    noun_features,
)
from .scenes import ENTITY, EVENT, MARKED, Scene

NONE = "O"


@dataclass(frozen=True)
class LinearTupleRow:
    """A text to learn from."""

    reading: TaggedText
    clusters: Sequence[Cluster]
    mentions: Sequence[Sequence[frozenset[int]]]
    """Coreference sets."""

    @classmethod
    def of(cls, example: Example) -> "LinearTupleRow":
        return cls(
            tag_text(example.item.text), clusters(scenes_of(example.answer), "place"), mention_sets(example.answer)
        )


def event_choice(row: LinearTupleRow, anchor: Anchor, cluster: Cluster) -> list[tuple[list[str], bool]]:
    """Training rows for choosing the event of a place: candidates with features, and which of them is right."""
    event = head_of(row.reading, cluster.scenes[0].spans.get(EVENT, ()))
    rows = [(event_features(row.reading, anchor, i), i == event) for i in event_candidates(row.reading, anchor)]
    return [*rows, (no_event(row.reading, anchor), event is None)]


def entity_choice(row: LinearTupleRow, anchor: Anchor, cluster: Cluster) -> list[tuple[list[str], bool]]:
    """Every mention of the entity is right."""
    event = head_of(row.reading, cluster.scenes[0].spans.get(EVENT, ()))
    heads = {
        head_of(row.reading, sorted(variant))
        for scene in cluster.scenes
        for variant in variants(frozenset(scene.spans.get(ENTITY, ())), row.mentions)
    }
    return [
        ([*noun_features(row.reading, i), *entity_features(row.reading, anchor, event, i)], i in heads)
        for i in entity_candidates(row.reading, anchor)
    ]


def anchor_at(reading: TaggedText, cluster: Cluster) -> Anchor:
    """The words of a place that gold names, as the anchor the models look from."""
    words = reading.covered(cluster.positions) or [reading.word_at[cluster.positions[0]]]
    first = last = words[0]
    while last + 1 in words:
        last += 1
    return Anchor(first, last, cluster.kind)


def place_labels(row: LinearTupleRow) -> list[str]:
    """Every word's label for the CRF that finds places."""
    anchors = [anchor_at(row.reading, cluster) for cluster in row.clusters]
    return _chunks(row.reading, [(range(anchor.first, anchor.last + 1), anchor.kind) for anchor in anchors])


def mention_labels(row: LinearTupleRow) -> list[str]:
    """Every word's label for the CRF that finds entities."""
    spans = {scene.spans[ENTITY] for cluster in row.clusters for scene in cluster.scenes if ENTITY in scene.spans}
    return _chunks(row.reading, [(row.reading.covered(span), "mention") for span in sorted(spans)])


def _chunks(reading: TaggedText, spans: Sequence[tuple[Sequence[int], str]]) -> list[str]:
    labels = [NONE] * len(reading.words)
    for words, name in spans:
        if all(labels[i] == NONE for i in words):
            for k, i in enumerate(words):
                labels[i] = f"{'I' if k else 'B'}-{name}"
    return labels


def slot_labels(reading: TaggedText, anchor: Anchor, scenes: Sequence[Scene]) -> list[str]:
    """The slot of every word in the window, over all tuples of the anchor."""
    slots: dict[int, str] = {}
    for scene in scenes:
        for slot in MARKED:
            for i in reading.covered(scene.spans.get(slot, ())):
                slots.setdefault(i, slot)
    return [slots.get(i, NONE) for i in window(reading, anchor)]
