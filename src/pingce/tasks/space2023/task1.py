"""SpaCE2023 task 1: which fragments make the text wrong?"""

from pingce.scoring.measures.overlap import Overlap
from pingce.spec.shapes import ListOf, RoleSpans
from pingce.spec.task import AnswerField, PrintedForm, TaskSpec, TextField
from pingce.spec.words import Words
from pingce.tasks.slots_and_roles import TWO_STATEMENTS

TASK = TaskSpec(
    id="space2023/task1",
    title=Words("空间语义异常识别", "Which fragments make the text wrong?"),
    summary=Words(
        "找出造成空间语义异常的文本片段及其角色，最多提交三个候选答案。",
        "Mark the fragments that cause the anomaly and their roles; up to three candidate answers.",
    ),
    texts=(TextField("text", "context", Words("文本", "text")),),
    answer=(
        AnswerField(
            "reasons",
            "results",
            ListOf(
                RoleSpans(TWO_STATEMENTS),
                at_most=3,
            ),
            Words("候选答案", "candidate answers"),
        ),
    ),
    measures={
        "strict": Overlap("reasons", same_role=True),
        "loose": Overlap("reasons", same_role=False),
    },
    page_measures={
        "strict": Overlap("reasons", same_role=True, at_most=3),
        "loose": Overlap("reasons", same_role=False, at_most=3),
    },
    rank_by=("strict", "macro_f1"),
    official="2030NLP/SpaCE2023@192a172 eval/task1_eval.py",
    printed=PrintedForm("fragments", "results", "id", ("S", "P", "E")),
    differences=(
        Words(
            "规则页写键名 fragments、id 和角色 S/P/E；真实文件与脚本是 results、qid 和 S1…E2（一组时也是）。",
            "The page says fragments, id and roles S/P/E; files and script use results, qid and S1…E2 "
            "even for one group.",
        ),
        Words(
            "规则页限三个候选，脚本不限；--rules page 只看前三个。",
            "The page admits three candidates, the script any number; --rules page looks at the first three.",
        ),
        Words(
            "与 2022 不同，没有提交的标准角色计入召回率。",
            "Unlike 2022, gold roles that were not submitted count in the recall.",
        ),
    ),
)
