"""SpaCE2022 as a whole."""

from pingce.spec.task import EditionSpec
from pingce.spec.words import Words

EDITION = EditionSpec(
    id="space2022",
    title=Words("第二届中文空间语义理解评测", "Second evaluation of Chinese spatial semantics"),
    tasks=("space2022/task1", "space2022/task2", "space2022/task3"),
    ranked=("space2022/task1", "space2022/task2", "space2022/task3"),
    ddof=1,
    baseline_counts=False,
    note=Words(
        "样本标准差，只用参赛队；基线不计入均值与标准差，但按它们给出 Z。",
        "Sample standard deviation over the participants; the baseline gets a Z from their mean and deviation.",
    ),
)
