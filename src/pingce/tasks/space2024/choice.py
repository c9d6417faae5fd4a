"""SpaCE2024: questions about space with options, five abilities in one test."""

from pingce.scoring.measures.options import AbilityAccuracy, ChosenOptions, KindAccuracy, Stability
from pingce.spec.shapes import KindMark, Options
from pingce.spec.task import AnswerField, ItemGroups, TaskSpec, TextField
from pingce.spec.words import Words

ABILITIES = ItemGroups(
    title=Words("能力", "ability"),
    id_part=0,
    titles={
        "1": Words("参照实体找回", "finding the reference entity"),
        "2": Words("角色识别", "recognising roles"),
        "3": Words("异常识别", "recognising anomalies"),
        "4": Words("空间推理", "spatial reasoning"),
        "5": Words("异形同义", "same scene in other words"),
    },
)
KINDS = ItemGroups(
    title=Words("题型", "kind"),
    id_part=2,
    titles={"s": Words("单选题", "one right option"), "m": Words("多选题", "several right options")},
)

TASK = TaskSpec(
    id="space2024/choice",
    title=Words("中文空间语义理解（选择题）", "Chinese spatial semantics as multiple choice"),
    summary=Words(
        "读文本，选出使问题成立的全部选项；题号写明能力和单选、多选。",
        "Read the text and choose all options that make the statement true; the id tells ability and kind.",
    ),
    texts=(
        TextField("text", "text", Words("文本", "text")),
        TextField("question", "question", Words("问题", "question"), passage=False),
    ),
    answer=(
        AnswerField(
            "answer",
            "answer",
            Options("option", mark=KindMark(single=("-s-",), multiple=("-m-",))),
            Words("选项", "options"),
        ),
    ),
    gold_attributes=("group", "disturbance"),
    key_order=("qid", "text", "question", "option", "answer", "group", "disturbance"),
    aliases={"options": "option", "answers": "answer"},
    templated=("4-",),
    groups={"ability": ABILITIES, "kind": KINDS},
    measures={
        "choice": ChosenOptions("answer"),
        "ability": AbilityAccuracy("answer"),
        "kind": KindAccuracy("answer"),
        "stability": Stability("answer"),
    },
    page_measures={
        "choice": ChosenOptions("answer", skip_disturbances=True),
        "ability": AbilityAccuracy("answer", skip_disturbances=True),
        "kind": KindAccuracy("answer", skip_disturbances=True),
        "stability": Stability("answer"),
    },
    rank_by=("choice", "accuracy"),
    official="2030NLP/SpaCE2024@8e75594 eval/eval_latest.py",
    differences=(
        Words(
            "排名不计为检验稳定性而造的题（复制、改写问题、调换选项，共 150 题），脚本照样计入；"
            "标准答案用 disturbance 标明时，--rules page 不计这些题。",
            "The ranking leaves out the 150 items made to test stability (copies, reworded questions, re-ordered "
            "options), which the script counts; --rules page leaves them out where gold marks them (disturbance).",
        ),
        Words(
            "稳定性没有脚本。标准答案可用 group 写明各组；没有写明时，文本相同、选项的集合相同的题是一组。",
            "There is no script for stability. Gold may state the groups (group); otherwise items with the same text "
            "and the same set of options are a group.",
        ),
        Words(
            "A–D 以外的字母留在集合里，该题判错；成员不是字符串时脚本中止，我们记该题 0 分。",
            "Letters outside A–D stay in the set and make the item wrong; a member that is no string stops the "
            "script, we score that item 0.",
        ),
        Words(
            "题号写明单选还是多选，测试集也一样，等于泄露了答案的个数。",
            "Ids tell one or several right options on the test set, too, which gives the number of letters away.",
        ),
    ),
)
