"""What a tuple is found by: its places; its event, or its place where it has none; or the entity it is about.

Tuples that share an anchor are learned and found together: one event may move several entities at once.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from pingce.spec.values import Answer, StepTuple
from pingce.systems.learning.tokens import runs

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
    """The tuples of an answer in the form both editions share."""
    return [scene(step) for step in cast("tuple[StepTuple, ...]", answer["tuples"])]


def clusters(scenes: Iterable[Scene], design: Design) -> list[Cluster]:
    """Scenes that have the same anchor, each anchor once."""
    scenes_of_anchor: dict[tuple[Kind, tuple[int, ...]], list[Scene]] = {}
    for member in scenes:
        for anchor in anchors_of(member, design):
            scenes_of_anchor.setdefault(anchor, []).append(member)
    return [
        Cluster(kind, positions, _nearest(positions, members))
        for (kind, positions), members in scenes_of_anchor.items()
    ]


def anchors_of(scene: Scene, design: Design) -> list[tuple[Kind, tuple[int, ...]]]:
    """Every piece of a place; the event or else the longest piece of a place; the entity."""
    if design == "entity":
        return [("entity", scene.spans[ENTITY])] if ENTITY in scene.spans else []
    if design == "trigger" and EVENT in scene.spans:
        return [("event", scene.spans[EVENT])]
    pieces = [piece for slot in scene.places for piece in runs(scene.spans[slot])]
    if pieces:
        return [("place", piece) for piece in (pieces if design == "place" else pieces[:1])]
    far = scene.spans.get(DISTANCE) or scene.spans.get(SECOND)
    return [("distance", runs(far)[0])] if far else []


def _nearest(anchor: Sequence[int], scenes: Sequence[Scene]) -> tuple[Scene, ...]:
    """Those of the nearest event: a place may serve several events, and an answer names one."""
    nearest = min(scenes, key=lambda scene: min((abs(i - anchor[0]) for i in scene.spans.get(EVENT, ())), default=0))
    return tuple(scene for scene in scenes if scene.spans.get(EVENT) == nearest.spans.get(EVENT))
