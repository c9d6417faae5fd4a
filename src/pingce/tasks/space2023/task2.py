"""SpaCE2023 task 2: who is where, as tuples of named roles."""

from pingce.scoring.measures.role_match import ElementSum, RoleMatch
from pingce.spec.problem import ALLOWED
from pingce.spec.rules import Excludes, InTextOrder, LabelDependsOn, Needs, OneKind
from pingce.spec.shapes import ListOf, Slot, SlotTuple
from pingce.spec.task import AnswerField, TaskSpec
from pingce.spec.words import Words
from pingce.tasks.slots_and_roles import (
    CONTEXT,
    COREFERENCE,
    DISTANCES,
    ENTITY,
    EVENT,
    FACTICITY,
    PLACE_SLOTS,
    PLACES,
    TIMES,
    TIMES_WITH_REFERENCE,
    TIMES_WITHOUT_REFERENCE,
)

STEP = SlotTuple(
    layout="objects",
    slots=(
        ENTITY,
        Slot("参照实体", Words("参照实体", "reference entity"), "fragment", by_position=True),
        EVENT,
        FACTICITY,
        Slot("时间", Words("时间", "time"), "either", labels=TIMES),
        *PLACE_SLOTS,
        Slot("距离", Words("距离", "distance"), "either", labels=DISTANCES),
    ),
    rules=(
        Needs(("空间实体",)),
        Needs((*PLACES, "距离"), code="no-place", levels=ALLOWED),
        Needs(("距离",), slot="参照实体"),
        Needs(("参照实体",), slot="距离"),
        Excludes("距离", PLACES),
        OneKind("距离"),
        LabelDependsOn("时间", TIMES_WITH_REFERENCE, TIMES_WITHOUT_REFERENCE),
        InTextOrder("空间实体", "参照实体"),
    ),
)

TASK = TaskSpec(
    id="space2023/task2",
    title=Words("空间语义角色标注", "Spatial roles"),
    summary=Words(
        "把文本中的空间信息写成由 15 种角色组成的元组。",
        "Write the spatial information of a text as tuples of fifteen roles.",
    ),
    texts=(CONTEXT,),
    answer=(
        AnswerField("tuples", "results", ListOf(STEP, at_most=100), Words("空间信息", "tuples")),
        *COREFERENCE,
    ),
    measures={"f1": RoleMatch(STEP)},
    page_measures={"page": ElementSum(STEP)},
    rank_by=("f1", "macro_f1"),
    page_rank_by=("page", "f1"),
    official="2030NLP/SpaCE2023@192a172 eval/task2_eval.py",
    differences=(
        Words("规则页写键名 outputs，真实文件是 results。", "The page says outputs; the files use results."),
        Words(
            "规则页：元素用 F1，元组分是元素分之和；脚本：Jaccard，除以两边角色的并集。",
            "Page: F1 per element, a tuple is a sum. Script: Jaccard, divided by the roles of both sides together.",
        ),
        Words(
            "实体归零只在两边都有该实体且毫不重叠时发生；缺少或多出实体只损失它那一份。",
            "The entity rule fires only if both sides name the entity and share nothing; a missing or extra one costs "
            "its share only.",
        ),
        Words(
            "同一角色交多个对象时取最好的一个，不扣分。",
            "Of several objects of one role the best counts, without penalty.",
        ),
        Words(
            "时间多出的部分要扣分，距离多出的部分不扣。",
            "An extra part costs in 时间 but not in 距离.",
        ),
    ),
)
