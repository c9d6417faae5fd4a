"""SpaCE2022 task 1: is the spatial expression of the text right?"""

from pingce.scoring.measures.judging import Accuracy
from pingce.spec.shapes import Choice
from pingce.spec.task import AnswerField, TaskSpec, TextField
from pingce.spec.words import Words

TASK = TaskSpec(
    id="space2022/task1",
    title=Words("中文空间语义正误判断", "Is the spatial expression right?"),
    summary=Words("判断文本中的空间表达是否正确。", "Judge whether the spatial expressions of a text are right."),
    texts=(TextField("text", "context", Words("文本", "text")),),
    answer=(
        AnswerField(
            "judge",
            "judge",
            Choice(
                labels=("0", "1"),
                titles={"0": Words("异常", "abnormal"), "1": Words("正常", "fine")},
                encoding="int",
            ),
            Words("文本是否正常", "is the text fine"),
        ),
    ),
    measures={"accuracy": Accuracy("judge")},
    rank_by=("accuracy", "accuracy"),
    official="2030NLP/SpaCE2022 eval/task1",
    differences=(
        Words(
            '脚本用 Python 的 == 比较：1、1.0、true 都等于 1，字符串 "1" 不等于 1。',
            'The script compares with Python\'s ==: 1, 1.0 and true all match 1, the string "1" does not.',
        ),
    ),
)
