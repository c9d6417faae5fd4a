"""SpaCE2022 task 3: who is where, as tuples of 18 slots."""

from pingce.scoring.measures.role_match import ElementSum
from pingce.scoring.measures.slot_match import PooledTuples, SlotMatch
from pingce.spec.problem import ALLOWED
from pingce.spec.rules import Excludes, InTextOrder, LabelDependsOn, Needs
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
    layout="array",
    slots=(
        ENTITY,
        Slot("空间实体2", Words("空间实体2（参照）", "second entity"), "fragment", by_position=True),
        EVENT,
        FACTICITY,
        Slot("时间文本", Words("时间（文本）", "time in words"), "fragment"),
        Slot("参照事件", Words("时间的参照事件", "reference event"), "fragment"),
        Slot("时间标签", Words("时间（标签）", "time label"), "label", labels=TIMES),
        *PLACE_SLOTS,
        Slot("距离文本", Words("距离（文本）", "distance in words"), "fragment"),
        Slot("距离标签", Words("距离（标签）", "distance label"), "label", labels=DISTANCES),
    ),
    rules=(
        Needs(("空间实体",)),
        Needs((*PLACES, "距离文本", "距离标签"), code="no-place", levels=ALLOWED),
        Needs(("距离文本", "距离标签"), slot="空间实体2"),
        Needs(("空间实体2",), slot="距离文本"),
        Needs(("空间实体2",), slot="距离标签"),
        Excludes("距离文本", ("距离标签", *PLACES)),
        Excludes("距离标签", PLACES),
        Excludes("时间文本", ("参照事件", "时间标签")),
        Needs(("时间标签",), slot="参照事件"),
        LabelDependsOn("时间标签", TIMES_WITH_REFERENCE, TIMES_WITHOUT_REFERENCE, reference="参照事件"),
        InTextOrder("空间实体", "空间实体2"),
    ),
)

TASK = TaskSpec(
    id="space2022/task3",
    title=Words("中文空间实体识别与空间方位关系标注", "Spatial entities and where they are"),
    summary=Words(
        "把文本中的空间信息写成 18 个槽位的元组。",
        "Write the spatial information of a text as tuples of 18 slots.",
    ),
    texts=(CONTEXT,),
    answer=(
        AnswerField("tuples", "outputs", ListOf(STEP, at_most=100), Words("空间信息", "tuples")),
        *COREFERENCE,
    ),
    measures={"f1": SlotMatch(STEP)},
    page_measures={"page": ElementSum(STEP), "formula": PooledTuples(STEP)},
    rank_by=("f1", "macro_f1"),
    page_rank_by=("page", "f1"),
    official="2030NLP/SpaCE2022 eval/task3",
    differences=(
        Words(
            "规则页把第 6 槽的约束写反了：数据里填了参照事件时标签是之时/之前/之后，没填时是说话时/过去/将来。",
            "The page prints the rule for slot 6 the wrong way round: with a reference event the label is "
            "之时/之前/之后, without one 说话时/过去/将来.",
        ),
        Words(
            "规则页：元素用 F1，元组分是元素分之和；说明文件：元素用 Jaccard，总分是全体之比；脚本：Jaccard，"
            "元组取平均，先按题算再平均。三者结果不同，--rules page 给出前两种。",
            "Page: F1 per element, a tuple is a sum. task3-eval.md: Jaccard, one ratio over all questions. Script: "
            "Jaccard, a tuple is a mean, averaged per question. --rules page gives the first two.",
        ),
        Words(
            "除实体外脚本比较字的集合：重复的字算一次，位置不计。",
            "Except for entities the script compares sets of characters: repeats collapse, positions do not matter.",
        ),
        Words(
            "实体只在一方出现时整个元组为 0。",
            "An entity on one side only leaves the whole tuple without points.",
        ),
        Words(
            "超过 100 个元组的题记 0 分；若是唯一的题，脚本会出错，我们给 0 分。",
            "A question with more than 100 tuples scores 0; the script dies if it is the only one, we give 0.",
        ),
        Words(
            "标准答案是片段而预测是字符串、片段缺 text 或 idxes、两边 text 都为空时脚本出错；我们给该槽 0 分。",
            "The script dies on a string against a fragment, a fragment without text or idxes, and two empty texts; we "
            "give the slot 0.",
        ),
    ),
)
