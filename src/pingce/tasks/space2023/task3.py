"""SpaCE2023 task 3: can two texts describe the same scene, and why?"""

from pingce.scoring.measures.explanation import ExplanationHelpers
from pingce.scoring.measures.judging import Accuracy
from pingce.spec.shapes import Choice, FreeText, Judged, ListOf
from pingce.spec.task import AnswerField, TaskSpec, TextField
from pingce.spec.words import Words

TASK = TaskSpec(
    id="space2023/task3",
    title=Words("空间场景异同判断", "Same scene or not?"),
    summary=Words(
        "判断两段只差一处的文本能否描述相同的空间场景，并说明理由。",
        "Judge whether two texts that differ in one place can describe the same scene, and explain.",
    ),
    texts=(
        TextField("text1", "context1", Words("文本一", "first text")),
        TextField("text2", "context2", Words("文本二", "second text")),
    ),
    answer=(
        AnswerField(
            "verdicts",
            "results",
            ListOf(
                Judged(
                    judge=Choice(
                        labels=("true", "false"),
                        titles={
                            "true": Words("可以相同", "may be the same"),
                            "false": Words("不同", "different"),
                        },
                    ),
                    explanation=FreeText(),
                    judge_key="judge",
                    explanation_key="reason",
                ),
                at_most=1,
            ),
            Words("判断与解释", "judgement and explanation"),
        ),
    ),
    measures={"judge": Accuracy("verdicts", positive="true"), "explanation": ExplanationHelpers()},
    rank_by=("judge", "accuracy"),
    differs_once=True,
    official="human rating; no script was published",
    differences=(
        Words(
            '规则页写键名 explanation，真实文件是 reason；judge 是字符串 "true"/"false"。',
            'The page says explanation, the files use reason; judge is the string "true" or "false".',
        ),
        Words(
            "官方分由人评（流畅、解释准确、实体、关系，0–100），判断错则 0 分：用 --ratings 给出评分表。",
            "The official score is given by people (fluency, accuracy, entities, relations; 0–100), 0 when the "
            "judgement is wrong: give the ratings with --ratings.",
        ),
    ),
)
