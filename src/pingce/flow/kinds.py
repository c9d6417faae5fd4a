"""The kinds of stages a recipe is made of: what each takes, which settings it has, where its output goes.

A stage that needs people says so; ``pingce make`` starts it, and what follows waits until they are done.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pingce.spec.task import RULE_SETS
from pingce.spec.words import Words

from .settings import (
    CAMPAIGN,
    FLAG,
    PATH,
    PHASES,
    PROSE,
    REAL,
    STRINGS,
    TABLE,
    TAGGED,
    TEXT,
    WHOLES,
    SettingKind,
    label,
    whole,
)

SOURCE = "source"
"""What a stage may take besides the output of other stages."""
NO_SETTINGS: Mapping[str, SettingKind] = {}
NO_DEFAULTS: Mapping[str, object] = {}


@dataclass(frozen=True)
class StageKind:
    """One verb of a recipe."""

    name: str
    title: Words
    takes: tuple[str, ...]
    """Kinds of stages, or ``source``, whose output it reads."""
    output: str
    """Where its output goes, in the benchmark's folder; {} is the name of the stage."""
    settings: Mapping[str, SettingKind] = field(default_factory=lambda: NO_SETTINGS)
    most: int = 1
    """Inputs it can take; 0: any number."""
    needs: tuple[str, ...] = ()
    """Settings that must be given."""
    defaults: Mapping[str, object] = field(default_factory=lambda: NO_DEFAULTS)
    """What holds where nothing is said; a setting that stands in neither is left to the stage, or has no effect."""
    asks: Words | None = None
    """Whom the stages after it wait for."""


CAMPAIGNS = ("campaign", "chain")
ANNOTATORS = Words("标注员和审核员", "annotators and reviewers")
PARTS = ("train", "dev", "test")

KINDS: Mapping[str, StageKind] = {
    kind.name: kind
    for kind in (
        StageKind(
            "screen",
            Words("筛选", "screen"),
            (SOURCE,),
            "corpus/{}.jsonl",
            {
                "weights": PATH,
                "weight_f": REAL,
                "weight_s": REAL,
                "weight_dv": REAL,
                "weight_p": REAL,
                "weight_d": REAL,
                "min_weight": REAL,
                "min_density": REAL,
                "shortest": whole(1),
                "target": whole(1),
                "longest": whole(1),
                "similarity": REAL,
                **TAGGED,
            },
            most=0,
            defaults={"tagger": "default"},
        ),
        StageKind(
            "sentences",
            Words("选句", "draw sentences"),
            (SOURCE,),
            "corpus/{}.jsonl",
            {
                "words": PATH,
                "per_sense": whole(1),
                "share": TEXT,
                "fill": FLAG,
                "seed": whole(),
                "min_length": whole(1),
                "max_length": whole(1),
                "tagger": TEXT,
                "user_dictionary": PATH,
            },
            most=0,
            needs=("words",),
            defaults={
                "per_sense": 5,
                "share": "6:4",
                "fill": False,
                "seed": 0,
                "min_length": 10,
                "max_length": 120,
                "tagger": "default",
            },
        ),
        StageKind(
            "replace",
            Words("替换", "replace"),
            ("screen", "cleaned", SOURCE),
            "corpus/{}.jsonl",
            {
                "mode": label("single", "double", "both"),
                "classes": STRINGS,
                "doubles": whole(),
                "per_original": whole(1),
                "per_pair": whole(1),
                "sample": whole(1),
                "seed": whole(),
                **TAGGED,
            },
            defaults={"mode": "both", "classes": ["f", "s", "dv"], "doubles": 8, "seed": 0, "tagger": "default"},
        ),
        StageKind(
            "campaign",
            Words("标注", "annotate"),
            ("screen", "replace", "sentences", "cleaned", SOURCE),
            "annotations/{}.campaign.json",
            {**CAMPAIGN, "group_by": TEXT, "inventory": PATH},
            most=0,
            defaults={"group_by": "", "open": False},
            asks=ANNOTATORS,
        ),
        StageKind(
            "cleaned",
            Words("清理结果", "cleaned texts"),
            ("campaign",),
            "corpus/{}.jsonl",
        ),
        StageKind(
            "chain",
            Words("接着标注", "annotate further"),
            (*CAMPAIGNS, "tiers"),
            "annotations/{}.campaign.json",
            {**CAMPAIGN, "where": TABLE, "as_item": label("text", "pair", "original"), "tiers": TEXT, "seed": whole()},
            defaults={"seed": 0, "open": False},
            asks=ANNOTATORS,
        ),
        StageKind(
            "tiers",
            Words("分级", "grade"),
            CAMPAIGNS,
            "quality/{}.jsonl",
            {"rules": TEXT, "rules_file": PATH, "levels": PATH},
        ),
        StageKind(
            "export",
            Words("导出", "export"),
            (*CAMPAIGNS, "tiers"),
            "annotations/{}.jsonl",
            {"tiers": TEXT},
        ),
        StageKind(
            "split",
            Words("划分", "split"),
            ("export", SOURCE),
            "splits/{}",
            {
                "ratio": TEXT,
                "seed": whole(),
                "balance_test": FLAG,
                "whole_words": TEXT,
                "drop_shared": FLAG,
                "stratify": STRINGS,
            },
            most=0,
            defaults={
                "ratio": "7:1:2",
                "seed": 1,
                "balance_test": False,
                "whole_words": "0",
                "drop_shared": False,
                "stratify": ["genre"],
            },
        ),
        StageKind(
            "pack",
            Words("打包", "pack"),
            ("split",),
            "packs/{}",
            {"about": PATH, "inventory": PATH, "accept": STRINGS, "organisers": STRINGS, "zip": FLAG},
            needs=("about",),
            defaults={"accept": [], "organisers": [], "zip": False},
        ),
        StageKind(
            "train",
            Words("训练", "train"),
            ("pack",),
            "models/{}",
            {
                "task": TEXT,
                "system": TEXT,
                "seed": whole(),
                "encoder": PATH,
                "inventory": PATH,
                "endpoint": TEXT,
                "settings": TABLE,
            },
            needs=("task", "system"),
            defaults={"seed": 0, "settings": {}},
        ),
        StageKind(
            "predict",
            Words("预测", "predict"),
            ("train",),
            "answers/{}.jsonl",
            {"part": label(*PARTS[1:]), "inventory": PATH},
            defaults={"part": "test"},
        ),
        StageKind(
            "score",
            Words("打分", "score"),
            ("predict",),
            "scores/{}.json",
            {"rules": label(*RULE_SETS), "intervals": FLAG},
            defaults={"rules": "official", "intervals": False},
        ),
        StageKind(
            "curve",
            Words("学习曲线", "learning curve"),
            ("pack",),
            "scores/{}",
            {
                "system": TEXT,
                "points": WHOLES,
                "seeds": WHOLES,
                "protocol": label("resplit", "fixed-dev"),
                "encoder": PATH,
                "inventory": PATH,
                "settings": TABLE,
            },
            needs=("system",),
            defaults={"points": "600,700,800,900", "seeds": "0", "protocol": "resplit", "settings": {}},
        ),
        StageKind(
            "competition",
            Words("评测", "competition"),
            ("pack", "predict"),
            "boards/{}.competition.json",
            {"title": PROSE, "edition": TEXT, "about": PROSE, "open": FLAG, "phases": PHASES},
            most=0,
            defaults={"about": "", "open": False},
            asks=Words("参赛队伍，直到公布阶段", "teams, until the published phase"),
        ),
        StageKind(
            "board",
            Words("榜单", "board"),
            ("competition",),
            "boards/{}.csv",
            {"phase": label("dev", "test")},
            defaults={"phase": "test"},
        ),
    )
}
