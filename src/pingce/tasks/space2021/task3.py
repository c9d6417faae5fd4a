"""SpaCE2021 task 3: both judgements in a row."""

from pingce.scoring.measures.judging import JointJudgement
from pingce.spec.task import AnswerField, TaskSpec
from pingce.spec.words import Words

from .judging import CONTEXT, DEV_KEYS, OFFICIAL, REASON, REASON_HOLDS, TEXT_IS_FINE, UNANSWERED

TASK = TaskSpec(
    id="space2021/task3",
    title=Words("中文空间语义正误判断与归因合理性判断", "Is the text right, and does the reason hold?"),
    summary=Words(
        "先判断文本是否正确；若不正确，再判断原因是否成立。",
        "Judge the text first; if it is wrong, judge whether the reason holds.",
    ),
    id_key="qID",
    texts=(CONTEXT, REASON),
    answer=(
        AnswerField("judge1", "judge1", TEXT_IS_FINE, Words("文本是否正常", "is the text fine")),
        AnswerField("judge2", "judge2", REASON_HOLDS, Words("原因是否成立", "does the reason hold")),
    ),
    measures={"joint": JointJudgement()},
    page_measures={"joint": JointJudgement(unanswered_is_zero=False, gold_must_be_abnormal=False)},
    rank_by=("joint", "f1"),
    official=OFFICIAL,
    differences=(
        Words(
            "规则页只要求 judge1 预测为假，脚本还要求标准答案也为假；我们按规则页计算时只在精确率里放宽，"
            "召回率的分子仍限于标准答案为假的题，否则召回率可能超过 1。",
            "The page asks only that judge1 was predicted false, the script also needs it false in gold. Under the "
            "page's rules we relax the precision only; a recall counted that way could exceed 1.",
        ),
        Words(
            "脚本把未答的题当作 [0,0]，会进入精确率的分母，标准答案是 [0,0] 时还会得分。",
            "The script takes an unanswered item as [0,0]: it enters the precision and scores if gold is [0,0].",
        ),
        UNANSWERED,
        DEV_KEYS,
    ),
    kinds=("json", "jsonl", "sheet"),
    sheet_key="subtask3",
    id_by_last_part=True,
)
