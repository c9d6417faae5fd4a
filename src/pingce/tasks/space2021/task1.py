"""SpaCE2021 task 1: is the spatial expression of the text right?"""

from pingce.scoring.measures.judging import Accuracy
from pingce.spec.task import AnswerField, TaskSpec
from pingce.spec.words import Words

from .judging import CONTEXT, DEV_KEYS, OFFICIAL, TEXT_IS_FINE, UNANSWERED

TASK = TaskSpec(
    id="space2021/task1",
    title=Words("中文空间语义正误判断", "Is the spatial expression right?"),
    summary=Words("判断文本中的空间表达是否正确。", "Judge whether the spatial expressions of a text are right."),
    id_key="qID",
    texts=(CONTEXT,),
    answer=(AnswerField("judge1", "judge1", TEXT_IS_FINE, Words("文本是否正常", "is the text fine")),),
    measures={"accuracy": Accuracy("judge1", unanswered="0")},
    page_measures={"accuracy": Accuracy("judge1")},
    rank_by=("accuracy", "accuracy"),
    official=OFFICIAL,
    differences=(UNANSWERED, DEV_KEYS),
    kinds=("json", "jsonl", "sheet"),
    sheet_key="subtask1",
    id_by_last_part=True,
)
