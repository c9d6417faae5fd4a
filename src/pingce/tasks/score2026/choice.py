"""SCoRE2026: reasoning about space, time, nature, people and pairs of them, in Chinese and English."""

from pingce.scoring.measures.options import ChosenOptions
from pingce.spec.shapes import Options
from pingce.spec.task import AnswerField, TaskSpec, TextField
from pingce.spec.words import Words

TASK = TaskSpec(
    id="score2026/choice",
    title=Words("常识推理（选择题）", "Commonsense reasoning as multiple choice"),
    summary=Words(
        "根据文本推理，选出全部成立的选项；题目分属空间、时间、自然、社会及其组合。",
        "Reason from the text and choose all options that hold; items are about space, time, nature, people or two of "
        "them.",
    ),
    id_key="id",
    kinds=("json", "jsonl"),
    texts=(
        TextField("text", "text", Words("文本", "text")),
        TextField("question", "question", Words("问题", "question"), passage=False),
    ),
    answer=(AnswerField("answer", "answers", Options(), Words("选项", "options")),),
    attributes=("domain", "language"),
    key_order=("id", "domain", "language", "text", "question", "options", "answers"),
    aliases={"option": "options", "answer": "answers"},
    templated=("",),
    measures={"choice": ChosenOptions("answer")},
    rank_by=("choice", "accuracy"),
    official="PKU-SpaCE/SCoRE2026@38206a4; no script is published, exact set equality as its page says",
    differences=(
        Words(
            "规则页写 option、answer，数据文件写 options、answers；两种都读，写出时照数据文件。",
            "The page says option and answer, the files say options and answers; both are read, the files' keys are "
            "written.",
        ),
        Words(
            "空位写作 _、___ 或 ____，此前各届写作 ()。",
            "Blanks are _, ___ or ____, where earlier editions have ().",
        ),
    ),
)
