"""SCoRE2026 as a whole."""

from pingce.spec.task import EditionSpec, MeanGroup
from pingce.spec.words import Words

EDITION = EditionSpec(
    id="score2026",
    title=Words("SCoRE2026 常识推理评测", "SCoRE2026, commonsense reasoning"),
    tasks=("score2026/choice",),
    ranked=("score2026/choice",),
    ddof=1,
    baseline_counts=False,
    means=(MeanGroup("accuracy", Words("正确率", "accuracy"), ("score2026/choice",)),),
    note=Words(
        "按正确率排名；领域与语言的分项见 pingce score --by domain、--by language。",
        "Ranked by accuracy; pingce score --by domain and --by language break it down.",
    ),
)
