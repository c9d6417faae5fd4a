"""SpaCE2023 as a whole."""

from pingce.spec.task import EditionSpec
from pingce.spec.words import Words

EDITION = EditionSpec(
    id="space2023",
    title=Words("第三届中文空间语义理解评测", "Third evaluation of Chinese spatial semantics"),
    tasks=("space2023/task1", "space2023/task2", "space2023/task3"),
    ranked=("space2023/task1", "space2023/task2", "space2023/task3"),
    ddof=1,
    baseline_counts=False,
    note=Words(
        "规则同 2022；当年只有一支队伍，没有计算 Z。",
        "As in 2022; with a single team that year no Z was computed.",
    ),
)
