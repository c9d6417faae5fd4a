"""SpaCE2022 task 2: why is the text wrong?"""

from pingce.scoring.measures.overlap import AnyTypeMatch, BestReason, Overlap, RoleMean
from pingce.spec.rules import Apart, EnoughRoles, RolesInTextOrder
from pingce.spec.shapes import ListOf, RoleSpans, TypedSpans
from pingce.spec.task import AnswerField, TaskSpec, TextField
from pingce.spec.words import Words
from pingce.tasks.slots_and_roles import TWO_STATEMENTS

ENTITY, PLACE, EVENT = Words("空间实体", "entity"), Words("空间方位", "place"), Words("事件", "event")

REASON = TypedSpans(
    titles={
        "A": Words("搭配不当", "words that do not go together"),
        "B": Words("语义冲突", "two statements that conflict"),
        "C": Words("不符合常识或背景信息", "against common sense or background"),
    },
    cases={
        "A": RoleSpans(
            {"text1": Words("片段一", "first piece"), "text2": Words("片段二", "second piece")},
            rules=(EnoughRoles(2), Apart(("text1", "text2")), RolesInTextOrder("text1", "text2")),
        ),
        "B": RoleSpans(TWO_STATEMENTS, rules=(EnoughRoles(4),)),
        "C": RoleSpans(
            {"S": ENTITY, "P": PLACE, "E": EVENT},
            rules=(EnoughRoles(2), Apart(("S", "P", "E"), code="shared-characters")),
        ),
    },
)

TASK = TaskSpec(
    id="space2022/task2",
    title=Words("中文空间语义异常归因与异常文本识别", "Why is the text wrong, and where?"),
    summary=Words(
        "指出异常的类型（A 搭配不当、B 语义冲突、C 不符合常识）和相关的文本片段。",
        "Name the type of the anomaly and mark the fragments involved.",
    ),
    texts=(TextField("text", "context", Words("文本", "text")),),
    answer=(
        AnswerField(
            "reasons",
            "reasons",
            ListOf(REASON, one_per_type=True),
            Words("异常原因", "reasons"),
        ),
    ),
    measures={
        "strict": Overlap("reasons", same_role=True, typed=True, count_missed_roles=False),
        "loose": Overlap("reasons", same_role=False, typed=True, count_missed_roles=False),
    },
    page_measures={
        "type": AnyTypeMatch("reasons"),
        "text": Overlap("reasons", same_role=False, typed=True),
        "element": RoleMean("reasons"),
    },
    older_page_measures={
        "type": BestReason("reasons", "type"),
        "text": BestReason("reasons", "text"),
        "element": BestReason("reasons", "element"),
    },
    rank_by=("strict", "macro_f1"),
    page_rank_by=("element", "f1"),
    official="2030NLP/SpaCE2022 eval/task2",
    differences=(
        Words(
            "规则页③是各角色 F1 的平均，脚本把一条原因内各角色的字数合在一起算。",
            "The page's third figure is the mean of the roles' F1; the script pools the characters of a reason.",
        ),
        Words(
            "脚本不计没有提交的标准角色：只交最有把握的一个角色得分反而高。",
            "The script leaves out gold roles that were not submitted, so naming only the safest role pays.",
        ),
        Words(
            "规则页有过旧文：得分最高的一条给出全部三个数，元素 F1 不说平均；--rules page-task2 照它算。",
            "An older wording of the page lets the best reason give all three figures and has no mean in the element "
            "F1; --rules page-task2 follows it.",
        ),
        Words("脚本只比 idxes，从不读 text。", "The script compares idxes only and never reads text."),
        Words(
            "类型准确率：strict 要求类型集合相等，loose 看重叠最多的一对；规则页是逐条比较。",
            "Type accuracy: equality of type sets in the strict run, the best pair's types in the loose run; the page "
            "compares reason by reason.",
        ),
        Words(
            "取最大值，所以每种类型各交一条从不吃亏。",
            "The maximum is taken, so submitting one reason of every type never hurts.",
        ),
        Words(
            "未知类型或缺少 reasons 会使脚本中止；我们跳过那一条并警告。",
            "An unknown type or a missing reasons key ends the script; we pass over that part and warn.",
        ),
    ),
)
