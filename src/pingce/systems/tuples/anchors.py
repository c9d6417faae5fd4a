"""What a tuple is found by: its places; its event, or its place where it has none; or the entity it is about.

Tuples that share an anchor are learned and found together: one event may move several entities at once.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from pingce.spec.values import Answer, StepTuple

from .scenes import DISTANCE, ENTITY, EVENT, SECOND, Scene, scene

Kind = Literal["event", "place", "distance", "entity"]
Design = Literal["place", "trigger", "entity"]
KINDS: Mapping[Design, tuple[Kind, ...]] = {
    "place": ("place", "distance"),
    "trigger": ("event", "place", "distance"),
    "entity": ("entity",),
}


@dataclass(frozen=True)
class Cluster:
    """An anchor and the tuples found by it."""

    kind: Kind
    positions: tuple[int, ...]
    scenes: tuple[Scene, ...]


def scenes_of(answer: Answer) -> list[Scene]:
    return [scene(step) for step in cast("tuple[StepTuple, ...]", answer["tuples"])]


def clusters(scenes: Iterable[Scene], design: Design) -> list[Cluster]:
    found: dict[tuple[Kind, tuple[int, ...]], list[Scene]] = {}
    for one in scenes:
        for anchor in anchors_of(one, design):
            found.setdefault(anchor, []).append(one)
    return [Cluster(kind, positions, _nearest(positions, members)) for (kind, positions), members in found.items()]


def anchors_of(one: Scene, design: Design) -> list[tuple[Kind, tuple[int, ...]]]:
    """Every piece of a place; the event or else the longest piece of a place; the entity."""
    if design == "entity":
        return [("entity", one.spans[ENTITY])] if ENTITY in one.spans else []
    if design == "trigger" and EVENT in one.spans:
        return [("event", one.spans[EVENT])]
    pieces = [piece for slot in one.places for piece in runs(one.spans[slot])]
    if pieces:
        return [("place", piece) for piece in (pieces if design == "place" else pieces[:1])]
    far = one.spans.get(DISTANCE) or one.spans.get(SECOND)
    return [("distance", runs(far)[0])] if far else []


def _nearest(anchor: Sequence[int], scenes: Sequence[Scene]) -> tuple[Scene, ...]:
    """Those of the nearest event: a place may serve several events, and an answer names one."""
    nearest = min(scenes, key=lambda one: min((abs(i - anchor[0]) for i in one.spans.get(EVENT, ())), default=0))
    return tuple(one for one in scenes if one.spans.get(EVENT) == nearest.spans.get(EVENT))


def runs(positions: Iterable[int]) -> list[tuple[int, ...]]:
    """Neighbouring positions together, in order."""
    found: list[list[int]] = []
    for i in sorted(set(positions)):
        if found and found[-1][-1] == i - 1:
            found[-1].append(i)
        else:
            found.append([i])
    return [tuple(run) for run in found]
