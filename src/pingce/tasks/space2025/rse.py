"""SpaCE2025 rse: do two texts describe the same scene?"""

from pingce.scoring.measures.judging import Accuracy
from pingce.scoring.measures.options import AccuracyOrBefore
from pingce.spec.task import AnswerField, TaskSpec, TextField
from pingce.spec.words import Words

from .shared import ANY_WORD, OFFICIAL, ONE_FILE, SAME_OR_NOT, STALE, joint

TASK = TaskSpec(
    id="space2025/rse",
    title=Words("空间异形同义判断", "Do two texts describe the same scene?"),
    summary=Words("判断两个文本描述的空间场景是否相同。", "Judge whether two texts describe the same spatial scene."),
    id_key="id",
    texts=(
        TextField("text1", "text1", Words("文本一", "first text")),
        TextField("text2", "text2", Words("文本二", "second text")),
    ),
    answer=(AnswerField("answer", "answer", SAME_OR_NOT, Words("场景是否相同", "is the scene the same")),),
    attributes=("instruction",),
    gold_attributes=("interpretation",),
    key_order=("id", "instruction", "text1", "text2", "answer", "interpretation"),
    joint=joint("rse-"),
    measures={"accuracy": AccuracyOrBefore("answer", positive="相同")},
    page_measures={"accuracy": Accuracy("answer", positive="相同")},
    rank_by=("accuracy", "accuracy"),
    official=OFFICIAL,
    differences=(STALE, ANY_WORD, ONE_FILE),
)
