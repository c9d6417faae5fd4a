"""SpaCE2025 rsr: does the location word refer to this entity?"""

from pingce.scoring.measures.judging import Accuracy
from pingce.scoring.measures.options import AccuracyOrBefore
from pingce.spec.task import AnswerField, TaskSpec, TextField
from pingce.spec.words import Words

from .shared import ANY_WORD, OFFICIAL, ONE_FILE, RIGHT_OR_WRONG, STALE, TEXT, joint

TASK = TaskSpec(
    id="space2025/rsr",
    title=Words("空间参照实体判断", "Is the reference entity right?"),
    summary=Words(
        "判断对文中方位的参照实体的解释是否正确。",
        "Judge whether the interpretation names the entity a location word refers to.",
    ),
    id_key="id",
    texts=(
        TEXT,
        TextField("interpretation", "interpretation", Words("解释", "interpretation"), passage=False),
    ),
    answer=(AnswerField("answer", "answer", RIGHT_OR_WRONG, Words("解释是否正确", "is the interpretation right")),),
    attributes=("instruction",),
    key_order=("id", "instruction", "text", "interpretation", "answer"),
    joint=joint("rsr-"),
    measures={"accuracy": AccuracyOrBefore("answer", positive="正确")},
    page_measures={"accuracy": Accuracy("answer", positive="正确")},
    rank_by=("accuracy", "accuracy"),
    official=OFFICIAL,
    differences=(STALE, ANY_WORD, ONE_FILE),
)
