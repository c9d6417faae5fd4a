"""A spatial tuple in one form for both editions: 2022 has eighteen slots, 2023 joins time and distance in two roles.

``scene`` reads a tuple of either edition, ``step_tuple`` writes one; which slots become which roles stands in
:mod:`pingce.tasks.slots_and_roles`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pingce.spec.shapes import SlotTuple
from pingce.spec.values import Fragment, SlotFill, StepTuple
from pingce.tasks import slots_and_roles as both
from pingce.tasks.slots_and_roles import (
    DISTANCE_LABEL,
    DISTANCES,
    PLACES,
    TIME_LABEL,
    TIMES,
    TIMES_WITH_REFERENCE,
    TIMES_WITHOUT_REFERENCE,
    roles_to_slots,
    slots_to_roles,
)

ENTITY, EVENT, FACTICITY = both.ENTITY.name, both.EVENT.name, both.FACTICITY.name
SECOND, TIME, REFERENCE, DISTANCE = both.SECOND_ENTITY, both.TIME_TEXT, both.REFERENCE_EVENT, both.DISTANCE_TEXT
MARKED = (ENTITY, SECOND, EVENT, TIME, REFERENCE, *PLACES, DISTANCE)
"""Slots that hold characters of the text."""
LABELS: Mapping[str, tuple[str, ...]] = {FACTICITY: both.FACTICITY.labels, TIME_LABEL: TIMES, DISTANCE_LABEL: DISTANCES}
"""Slots that hold a label."""

Spans = dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class Scene:
    """Characters and labels by slot, under the names of 2022."""

    spans: Mapping[str, tuple[int, ...]]
    labels: Mapping[str, str]

    @property
    def places(self) -> list[str]:
        return [slot for slot in PLACES if slot in self.spans]


def scene(step: StepTuple) -> Scene:
    """From either edition."""
    spans: Spans = {}
    labels: dict[str, str] = {}
    for slot, fragment, label in roles_to_slots(step).fills:
        if fragment is not None:
            spans[slot] = fragment.idxes
        if label is not None:
            labels[slot] = label
    return Scene(spans, labels)


def step_tuple(scene: Scene, shape: SlotTuple, text: str) -> StepTuple | None:
    """In the form of the task, made to keep its rules; None if nothing is left that says where something is."""
    kept = _lawful(scene)
    step = StepTuple(tuple(_fills(kept, text)))
    by_slot = {fill.slot: fill for fill in (step if SECOND in shape.by_name else slots_to_roles(step)).fills}
    if any(rule.broken(by_slot) is not None for rule in shape.rules):
        return None
    return StepTuple(tuple(by_slot[name] for name in shape.names if name in by_slot))


def _lawful(scene: Scene) -> Scene:
    """Without what contradicts the rest: places win over distances, words for a time over labels."""
    spans, labels = {slot: places for slot, places in scene.spans.items() if places}, dict(scene.labels)
    if any(slot in spans for slot in PLACES):
        for slot in (SECOND, DISTANCE):
            spans.pop(slot, None)
        labels.pop(DISTANCE_LABEL, None)
    if DISTANCE in spans:
        labels.pop(DISTANCE_LABEL, None)
    if TIME in spans:
        spans.pop(REFERENCE, None)
        labels.pop(TIME_LABEL, None)
    possible = TIMES_WITH_REFERENCE if REFERENCE in spans else TIMES_WITHOUT_REFERENCE
    if labels.get(TIME_LABEL) not in possible:
        spans.pop(REFERENCE, None)
        labels.pop(TIME_LABEL, None)
    if SECOND in spans and ENTITY in spans and min(spans[SECOND]) < min(spans[ENTITY]):
        spans[ENTITY], spans[SECOND] = spans[SECOND], spans[ENTITY]
    return Scene(spans, labels)


def _fragment(positions: tuple[int, ...], text: str) -> Fragment:
    return Fragment("".join(text[i] for i in positions), positions)


def _fills(kept: Scene, text: str) -> list[SlotFill]:
    marked = [SlotFill(slot, _fragment(positions, text), None) for slot, positions in kept.spans.items()]
    return marked + [SlotFill(slot, None, label) for slot, label in kept.labels.items()]
