"""SpaCE2025 jsi: is the spatial expression of the text right?"""

from pingce.scoring.measures.judging import Accuracy
from pingce.scoring.measures.options import AccuracyOrBefore
from pingce.spec.task import AnswerField, TaskSpec
from pingce.spec.words import Words

from .shared import ANY_WORD, OFFICIAL, ONE_FILE, RIGHT_OR_WRONG, STALE, TEXT, joint

TASK = TaskSpec(
    id="space2025/jsi",
    title=Words("空间信息正误判断", "Is the spatial information right?"),
    summary=Words("判断文本的空间表达是否正确。", "Judge whether the spatial expressions of a text are right."),
    id_key="id",
    texts=(TEXT,),
    answer=(AnswerField("answer", "answer", RIGHT_OR_WRONG, Words("文本是否正确", "is the text right")),),
    attributes=("instruction",),
    gold_attributes=("interpretation",),
    key_order=("id", "instruction", "text", "answer", "interpretation"),
    joint=joint("jsi-"),
    measures={"accuracy": AccuracyOrBefore("answer", positive="正确")},
    page_measures={"accuracy": Accuracy("answer", positive="正确")},
    rank_by=("accuracy", "accuracy"),
    official=OFFICIAL,
    differences=(STALE, ANY_WORD, ONE_FILE),
)
