"""SpaCE2025 spr-en: who sits, stands or lies where, in English."""

from pingce.scoring.measures.options import ChosenOptions, ChosenOptionsOrBefore
from pingce.spec.task import AnswerField, TaskSpec
from pingce.spec.words import Words

from .shared import CHOICE_KEYS, KIND_TOLD, LETTERS, OFFICIAL, ONE_FILE, OPTIONS, QUESTION, STALE, TEXT, joint

TASK = TaskSpec(
    id="space2025/spr-en",
    title=Words("英文空间方位关系推理", "Spatial reasoning in English"),
    summary=Words(
        "根据英文文本给出的条件推出方位关系，选出全部成立的选项。",
        "Work out from the conditions of a English text who or what is where, and choose all options that hold.",
    ),
    id_key="id",
    texts=(TEXT, QUESTION),
    answer=(AnswerField("answer", "answer", OPTIONS, Words("选项", "options")),),
    attributes=("instruction",),
    key_order=CHOICE_KEYS,
    aliases={"option": "options", "answers": "answer"},
    templated=("",),
    twins="spr",
    joint=joint("spr-en-"),
    measures={"choice": ChosenOptionsOrBefore("answer")},
    page_measures={"choice": ChosenOptions("answer")},
    rank_by=("choice", "accuracy"),
    official=OFFICIAL,
    differences=(STALE, LETTERS, ONE_FILE, KIND_TOLD),
)
