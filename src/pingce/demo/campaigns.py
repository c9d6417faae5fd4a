"""The campaigns of the demo: one of every preset.

Four of them are one story: sentences with a replaced word are rated, those that all found wrong are asked for reasons,
those that all found right are compared with their originals, and the originals are asked who is where.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .story import Habits

if TYPE_CHECKING:
    from pingce.annotate.services.chain import Where

    from .stock import Stock

RATING, ATTRIBUTION, STEP, SCENE = "空间表达正误评级", "异常归因", "STEP 标注", "空间场景异同"
SECRET = "demo"  # noqa: S105 (nothing in a demo is secret)
"""What every campaign of the demo draws with, so that its story comes out the same everywhere."""
STEP_GENRES = frozenset({"fiction", "traffic"})
"""Whose originals are annotated with tuples."""


@dataclass(frozen=True)
class DemoCampaign:
    """A campaign of the demo: its preset, where its items come from, how people work in it."""

    title: str
    preset: str
    stock: Callable[[], "Stock"]
    habits: Habits
    settings: Mapping[str, object] = field(default_factory=dict)
    """What differs from the preset: items come as given, so that the story is the same every time, and nobody stands
    idle at a gate."""
    follows: bool = False
    """Its items are those that were decided in the rating campaign."""
    where: "Where | None" = None
    """Which of them; None: what is usual between the two forms."""
    prepared: bool = False
    """A system has answered some of the items before."""


def _ratings() -> "Stock":
    from .stock import ratings

    return ratings()


def _chained(preset: str) -> Callable[[], "Stock"]:
    def stock() -> "Stock":
        from .stock import chained

        return chained(preset)

    return stock


def _files(preset: str, *names: str) -> Callable[[], "Stock"]:
    def stock() -> "Stock":
        from .stock import from_files

        return from_files(preset, *names)

    return stock


def _explanations() -> "Stock":
    from .stock import explanations

    return explanations()


CAMPAIGNS = (
    DemoCampaign(
        RATING,
        "space-rating",
        _ratings,
        Habits(jobs=20, turns=4, slips=0.12),
        {"order": "given", "control_rate": 0.1},
    ),
    DemoCampaign(
        ATTRIBUTION,
        "space-attribution",
        _chained("space-attribution"),
        Habits(jobs=5, turns=6, slips=0.25),
        {"order": "given"},
        follows=True,
    ),
    DemoCampaign(
        STEP,
        "space-step",
        _chained("space-step"),
        Habits(jobs=2, turns=2, slips=0.25),
        {"order": "given", "audit_rate": 0.5},
        follows=True,
        where={"genre": STEP_GENRES},
        prepared=True,
    ),
    DemoCampaign(
        "异常片段识别",
        "space-anomaly",
        _files("space-anomaly", "space2023/task1_train.jsonl", "space2023/task1_dev.jsonl"),
        Habits(jobs=2, turns=1, slips=0.5),
        {"order": "given"},
    ),
    DemoCampaign(
        SCENE,
        "space-scene",
        _chained("space-scene"),
        Habits(jobs=2, turns=1, slips=0.2),
        {"order": "given"},
        follows=True,
    ),
    DemoCampaign(
        "词义标注",
        "wsd",
        _files("wsd", "wsd/train.data.txt"),
        Habits(jobs=3, turns=2, slips=0.4),
        {"order": "given", "learn_days": 0.0, "finish_group": False},
    ),
    DemoCampaign("解释评分", "explanation-rating", _explanations, Habits(jobs=1, turns=0), {"order": "given"}),
)
RELEASED = {"space2022/task1": RATING, "space2022/task2": ATTRIBUTION, "space2022/task3": STEP}
"""Whose decisions become the data of which task."""


def campaign_called(title: str) -> DemoCampaign:
    return next(campaign for campaign in CAMPAIGNS if campaign.title == title)
