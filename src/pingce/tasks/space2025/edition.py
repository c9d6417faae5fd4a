"""SpaCE2025 as a whole."""

from pingce.spec.task import EditionSpec, MeanGroup
from pingce.spec.words import Words

LANGUAGE = ("space2025/jsi", "space2025/rsr", "space2025/rse")
REASONING = ("space2025/spr-zh", "space2025/spr-en")

EDITION = EditionSpec(
    id="space2025",
    title=Words("第五届中文空间语义理解评测", "Fifth evaluation of Chinese spatial semantics"),
    tasks=(*LANGUAGE, *REASONING),
    ranked=(*LANGUAGE, *REASONING),
    ddof=1,
    baseline_counts=False,
    means=(
        MeanGroup("language", Words("语言", "language"), LANGUAGE),
        MeanGroup("reasoning", Words("推理", "reasoning"), REASONING),
    ),
    note=Words(
        "语言是 jsi、rsr、rse 正确率的平均，推理是 spr-zh、spr-en 的平均，总分（综合）是两者的平均。",
        "Language is the mean accuracy of jsi, rsr and rse, reasoning that of spr-zh and spr-en, and the overall score "
        "is the mean of the two.",
    ),
)
