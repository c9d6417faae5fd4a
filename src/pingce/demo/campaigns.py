"""The campaigns of the demo: one of every preset."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .story import Habits

if TYPE_CHECKING:
    from .stock import Stock


@dataclass(frozen=True)
class DemoCampaign:
    title: str
    preset: str
    stock: Callable[[], "Stock"]
    habits: Habits
    settings: Mapping[str, object] = field(default_factory=dict)
    """What differs from the preset: items come as given, so that those nobody has an answer for stay open, and nobody
    stands idle at a gate."""


def _rating() -> "Stock":
    from .stock import Stock, from_files, replaced_sentences

    known = from_files("space-rating", "space2022/task1_dev.jsonl", "space2022/task1_train.jsonl", controls=6)
    return Stock([*known.items, *replaced_sentences("space-rating")], known.right)


def _step() -> "Stock":
    from .stock import Stock, from_files, passages

    known = from_files(
        "space-step",
        "space2022/task3_train.jsonl",
        "space2022/task3_dev.jsonl",
        suggestions="space2022/pred-a-task3.jsonl",
    )
    return Stock([*known.items, *passages("space-step")], known.right, known.suggested)


def _scene() -> "Stock":
    from .stock import Stock, from_files, scene_pairs

    known = from_files("space-scene", "space2023/task3_examples.jsonl")
    return Stock([*known.items, *scene_pairs()], known.right)


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
        "空间表达正误评级",
        "space-rating",
        _rating,
        Habits(jobs=5, turns=1, slips=0.35, why="句子在字面上说得通，但与上文的位置矛盾。"),
        {"order": "given", "control_rate": 0.15},
    ),
    DemoCampaign(
        "异常归因",
        "space-attribution",
        _files("space-attribution", "space2022/task2_train.jsonl", "space2022/task2_dev.jsonl"),
        Habits(jobs=2, turns=1, slips=0.5, reason="boundary", why="P 应连同介词一起标全。"),
        {"order": "given"},
    ),
    DemoCampaign(
        "STEP 标注",
        "space-step",
        _step,
        Habits(jobs=1, turns=2, annotators=2, slips=0.8, reason="missed", why="最后一个分句里还有一个空间实体没有标。"),
        {"order": "given", "audit_rate": 1.0},
    ),
    DemoCampaign(
        "异常片段识别",
        "space-anomaly",
        _files("space-anomaly", "space2023/task1_train.jsonl", "space2023/task1_dev.jsonl"),
        Habits(jobs=2, turns=1, slips=0.5, reason="boundary", why="片段少了一个字。"),
        {"order": "given"},
    ),
    DemoCampaign(
        "空间场景异同",
        "space-scene",
        _scene,
        Habits(jobs=1, turns=1, annotators=2, slips=0.4, why="请按参照物判断处所是否相同。"),
        {"order": "given"},
    ),
    DemoCampaign(
        "词义标注",
        "wsd",
        _files("wsd", "wsd/train.data.txt"),
        Habits(jobs=3, turns=2, slips=0.4, reason="sense", why="看后半句，这里用的是引申义。"),
        {"order": "given", "learn_days": 0.0, "finish_group": False},
    ),
    DemoCampaign("解释评分", "explanation-rating", _explanations, Habits(jobs=1, turns=0), {"order": "given"}),
)
