"""What the subtasks of SpaCE2021 share."""

from pingce.spec.shapes import Choice
from pingce.spec.task import TextField
from pingce.spec.words import Words

OFFICIAL = "2030NLP/SpaCE2021 eval"

CONTEXT = TextField("text", "context", Words("文本", "text"))
REASON = TextField("reason", "reason", Words("原因", "reason"), passage=False)

TEXT_IS_FINE = Choice(
    labels=("0", "1"),
    titles={"0": Words("异常", "abnormal"), "1": Words("正常", "fine")},
    encoding="bool",
)
REASON_HOLDS = Choice(
    labels=("0", "1"),
    titles={"0": Words("不成立", "does not hold"), "1": Words("成立", "holds")},
    encoding="bool",
)
UNANSWERED = Words(
    "脚本把未答的题当作答 0；规则页没有这样说。",
    "The script takes an unanswered item as 0; the page does not say so.",
)
DEV_KEYS = Words(
    "脚本读答卷时总用 subtaskN-dev 键，测试集也一样；两种键我们都读。",
    "The script always reads the sheet keys subtaskN-dev, even for test; we read either.",
)
