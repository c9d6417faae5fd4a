"""From what belongs to an anchor to tuples.

An anchor with its entity, slots and labels becomes a scene and then a tuple of the task; tuples that say the same are
merged.
"""

from collections.abc import Iterable, Mapping, Sequence

from pingce.spec.shapes import SlotTuple
from pingce.spec.values import StepTuple
from pingce.systems.learning.tokens import runs
from pingce.tasks.slots_and_roles import PLACES

from .anchors import Kind
from .scenes import ENTITY, EVENT, Scene, Spans, step_tuple

MOST = 100
"""A question with more tuples scores nothing."""


def scenes_at(
    kind: Kind, anchor: Sequence[int], spans: Mapping[str, Sequence[int]], labels: Mapping[str, str]
) -> list[Scene]:
    """The tuples of one anchor."""
    if kind == "entity":
        return _of_entity(anchor, spans, labels)
    rest = {slot: tuple(positions) for slot, positions in spans.items() if slot != ENTITY and positions}
    if kind == "event":
        rest[EVENT] = tuple(anchor)
    # Several entities side by side are several tuples.
    return [Scene({ENTITY: entity, **rest}, labels) for entity in runs(spans.get(ENTITY, ()))]


def _of_entity(anchor: Sequence[int], spans: Mapping[str, Sequence[int]], labels: Mapping[str, str]) -> list[Scene]:
    """One tuple per event of the entity; every other piece goes to the nearest event."""
    events = runs(spans.get(EVENT, ()))
    if len(events) < 2:
        rest = {slot: tuple(positions) for slot, positions in spans.items() if slot != ENTITY and positions}
        return [Scene({ENTITY: tuple(anchor), **rest}, labels)]
    parts: list[Spans] = [{ENTITY: tuple(anchor), EVENT: event} for event in events]
    for slot, positions in spans.items():
        if slot in (ENTITY, EVENT):
            continue
        if slot not in PLACES:
            for scene_spans in parts:
                scene_spans[slot] = tuple(positions)
            continue
        for run in runs(positions):
            nearest = min(range(len(events)), key=lambda k: _distance(events[k], run))
            parts[nearest][slot] = (*parts[nearest].get(slot, ()), *run)
    return [Scene(scene_spans, labels) for scene_spans in parts]


def _distance(first: Sequence[int], other: Sequence[int]) -> int:
    return max(other[0] - first[-1], first[0] - other[-1])


def merged(groups: Sequence[Sequence[Scene]]) -> list[Scene]:
    """Tuples found by places: those with one event, or without any but with a common place, are one.

    Each group holds the tuples of one place, which differ in the entity only; the entities of the first group count.
    """
    kept: list[list[Scene]] = []
    for group in groups:
        if not group:
            continue
        same = next((other for other in kept if _together(other[0], group[0])), None)
        if same is None:
            kept.append(list(group))
        else:
            same[:] = [_joined(scene, group[0]) for scene in same]
    return [scene for group in kept for scene in group]


def _together(scene: Scene, other: Scene) -> bool:
    events = set(scene.spans.get(EVENT, ())), set(other.spans.get(EVENT, ()))
    if events[0] or events[1]:
        return bool(events[0] & events[1])
    return bool(_placed(scene) & _placed(other))


def _placed(scene: Scene) -> set[int]:
    return {i for slot in scene.places for i in scene.spans[slot]}


def _joined(scene: Scene, other: Scene) -> Scene:
    """What the other adds: slots that were empty, and more of a place, but no character twice."""
    spans, taken = dict(scene.spans), _placed(scene)
    for slot, positions in other.spans.items():
        if slot in PLACES:
            new = [i for i in positions if i not in taken]
            if new:
                spans[slot] = tuple(sorted({*spans.get(slot, ()), *new}))
        elif slot not in spans:
            spans[slot] = positions
    return Scene(spans, {**other.labels, **scene.labels})


def written(
    scenes: Iterable[Scene], shape: SlotTuple, text: str, *, spare: Iterable[Scene] = ()
) -> tuple[StepTuple, ...]:
    """All tuples of a text in the form of the task, each once; the first spare one that will do where there are none.

    No answer scores nothing, a poor one may score something.
    """
    made = (step_tuple(scene, shape, text) for scene in scenes)
    steps = tuple(dict.fromkeys(step for step in made if step is not None))[:MOST]
    if steps:
        return steps
    others = (step_tuple(scene, shape, text) for scene in spare)
    return tuple(step for step in others if step is not None)[:1]


def at_place(entity: Sequence[int], positions: Sequence[int]) -> Scene:
    """The plainest tuple: something is somewhere."""
    return Scene({ENTITY: tuple(entity), PLACES[0]: tuple(i for i in positions if i not in entity)}, {})
