"""A spatial tuple in one form for both editions: 2022 has eighteen slots, 2023 joins time and distance in two roles."""

from collections.abc import Mapping
from dataclasses import dataclass

from pingce.spec.shapes import SlotTuple
from pingce.spec.values import Fragment, SlotFill, StepTuple
from pingce.tasks.step import DISTANCES, PLACES, TIMES, TIMES_WITH_REFERENCE, TIMES_WITHOUT_REFERENCE

ENTITY, SECOND, EVENT, FACTICITY = "空间实体", "空间实体2", "事件", "事实性"
TIME, REFERENCE, TIME_LABEL = "时间文本", "参照事件", "时间标签"
DISTANCE, DISTANCE_LABEL = "距离文本", "距离标签"
FALSE = "假"
MARKED = (ENTITY, SECOND, EVENT, TIME, REFERENCE, *PLACES, DISTANCE)
"""Slots that hold characters of the text."""
LABELS: Mapping[str, tuple[str, ...]] = {FACTICITY: (FALSE,), TIME_LABEL: TIMES, DISTANCE_LABEL: DISTANCES}
"""Slots that hold a label."""
JOINED_SECOND, JOINED_TIME, JOINED_DISTANCE = "参照实体", "时间", "距离"

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
    for slot, fragment, label in step.fills:
        place, tag = slot, slot
        if slot == JOINED_SECOND:
            place = SECOND
        elif slot == JOINED_TIME:
            place, tag = REFERENCE if label is not None else TIME, TIME_LABEL
        elif slot == JOINED_DISTANCE:
            place, tag = DISTANCE, DISTANCE_LABEL
        if fragment is not None:
            spans[place] = fragment.idxes
        if label is not None:
            labels[tag] = label
    return Scene(spans, labels)


def step_tuple(found: Scene, shape: SlotTuple, text: str) -> StepTuple | None:
    """In the form of the task, made to keep its rules; None if nothing is left that says where something is."""
    kept = _lawful(found)
    fills = _separate(kept, text) if SECOND in shape.by_name else _joined(kept, text)
    by_slot = {fill.slot: fill for fill in fills}
    if any(rule.broken(by_slot) is not None for rule in shape.rules):
        return None
    return StepTuple(tuple(by_slot[name] for name in shape.names if name in by_slot))


def _lawful(found: Scene) -> Scene:
    """Without what contradicts the rest: places win over distances, words for a time over labels."""
    spans, labels = {slot: places for slot, places in found.spans.items() if places}, dict(found.labels)
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


def _separate(kept: Scene, text: str) -> list[SlotFill]:
    marked = [SlotFill(slot, _fragment(positions, text), None) for slot, positions in kept.spans.items()]
    return marked + [SlotFill(slot, None, label) for slot, label in kept.labels.items()]


def _joined(kept: Scene, text: str) -> list[SlotFill]:
    fills = []
    for slot, positions in kept.spans.items():
        if slot not in (SECOND, TIME, REFERENCE, DISTANCE):
            fills.append(SlotFill(slot, _fragment(positions, text), None))
    if SECOND in kept.spans:
        fills.append(SlotFill(JOINED_SECOND, _fragment(kept.spans[SECOND], text), None))
    if FACTICITY in kept.labels:
        fills.append(SlotFill(FACTICITY, None, kept.labels[FACTICITY]))
    when = kept.spans.get(TIME) or kept.spans.get(REFERENCE)
    if when or TIME_LABEL in kept.labels:
        fills.append(SlotFill(JOINED_TIME, _fragment(when, text) if when else None, kept.labels.get(TIME_LABEL)))
    if DISTANCE in kept.spans or DISTANCE_LABEL in kept.labels:
        far = kept.spans.get(DISTANCE)
        fills.append(SlotFill(JOINED_DISTANCE, _fragment(far, text) if far else None, kept.labels.get(DISTANCE_LABEL)))
    return fills
