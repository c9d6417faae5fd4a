"""SpaCE2021 task 2: does the given reason explain what is wrong?"""

from pingce.scoring.measures.judging import Accuracy
from pingce.spec.task import AnswerField, TaskSpec
from pingce.spec.words import Words

from .judging import CONTEXT, DEV_KEYS, OFFICIAL, REASON, REASON_HOLDS, UNANSWERED

TASK = TaskSpec(
    id="space2021/task2",
    title=Words("中文空间语义异常归因合理性判断", "Does the reason hold?"),
    summary=Words(
        "文本有空间语义异常，判断给出的原因是否成立。",
        "The text is wrong; judge whether the reason given holds.",
    ),
    id_key="qID",
    texts=(CONTEXT, REASON),
    answer=(AnswerField("judge2", "judge2", REASON_HOLDS, Words("原因是否成立", "does the reason hold")),),
    measures={"accuracy": Accuracy("judge2", unanswered="0")},
    page_measures={"accuracy": Accuracy("judge2")},
    rank_by=("accuracy", "accuracy"),
    official=OFFICIAL,
    differences=(UNANSWERED, DEV_KEYS),
    kinds=("json", "jsonl", "sheet"),
    sheet_key="subtask2",
    id_by_last_part=True,
)
