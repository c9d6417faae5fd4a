"""SpaCE2024 as a whole."""

from pingce.spec.task import EditionSpec, MeanGroup
from pingce.spec.words import Words

EDITION = EditionSpec(
    id="space2024",
    title=Words("第四届中文空间语义理解评测", "Fourth evaluation of Chinese spatial semantics"),
    tasks=("space2024/choice",),
    ranked=("space2024/choice",),
    ddof=1,
    baseline_counts=False,
    means=(MeanGroup("accuracy", Words("正确率", "accuracy"), ("space2024/choice",)),),
    note=Words(
        "按正确率排名，不计为检验稳定性而造的题；稳定性另列，不参加排名。",
        "Ranked by accuracy without the items made to test stability; stability is shown and does not rank.",
    ),
)
