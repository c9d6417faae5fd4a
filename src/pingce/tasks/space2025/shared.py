"""What the subtasks of SpaCE2025 share: one file, one script, judgements in words."""

from pingce.scoring.measures.options import ChosenOptions, ChosenOptionsOrBefore
from pingce.spec.shapes import Choice, KindMark, Options
from pingce.spec.task import AnswerField, JointFile, TaskSpec, TextField
from pingce.spec.words import Words

OFFICIAL = "PKU-SpaCE/SpaCE2025@e62ad0f eval/eval_SpaCE.py"
PREFIXES = ("jsi-", "rsr-", "rse-", "spr-zh-", "spr-en-")

TEXT = TextField("text", "text", Words("文本", "text"))
QUESTION = TextField("question", "question", Words("问题", "question"), passage=False)

RIGHT_OR_WRONG = Choice(
    labels=("正确", "错误"),
    titles={"正确": Words("正确", "right"), "错误": Words("错误", "wrong")},
    strip=True,
)
SAME_OR_NOT = Choice(
    labels=("相同", "不同"),
    titles={"相同": Words("相同", "the same"), "不同": Words("不同", "different")},
    strip=True,
)
OPTIONS = Options(
    mark=KindMark(
        single=("单选题", "one correct answer"),
        multiple=("多选题", "more than one correct"),
        key="instruction",
    ),
)
CHOICE_KEYS = ("id", "instruction", "text", "question", "options", "answer")

STALE = Words(
    "脚本里未答的题沿用前一题（不论属于哪个子任务）的答案，第一题未答则中止；规则页没有这样说，--rules page 判错。"
    "我们在脚本中止之处判错。",
    "In the script an unanswered item keeps the answer of the item before it, of whatever subtask, and the script "
    "stops if the first is unanswered; the page says nothing of it, and under --rules page the item is wrong. "
    "Where the script stops the item is wrong, too.",
)
ANY_WORD = Words(
    "脚本对四个词（正确、错误、相同、不同）都不提醒，词前后的空格不计；不是字符串时中止，我们记该题 0 分。",
    "The script takes any of the four words (正确, 错误, 相同, 不同) without a warning, spaces around them aside; a "
    "judgement that is no string stops it, we score that item 0.",
)
LETTERS = Words(
    "答案不是列表时脚本略过该题（判错）；A–D 以外的字母留在集合里，该题判错；"
    "成员不是字符串时脚本中止，我们记该题 0 分。",
    "An answer that is no list is passed over (wrong); letters outside A–D stay in the set and make the item wrong; a "
    "member that is no string stops the script, we score that item 0.",
)
ONE_FILE = Words(
    "五个子任务的答案交在一个文件里；给一个子任务打分时其余的记录略过，只有脚本的“前一题”会用到它们。",
    "The answers to all five subtasks are handed in as one file; scoring one of them passes over the others, which "
    "matter only where the script takes the answer to the item before.",
)
KIND_TOLD = Words(
    "instruction 写明单选还是多选，测试集也一样，等于泄露了答案的个数。",
    "The instruction tells one or several right options on the test set, too, which gives the number of letters away.",
)


def joint(own: str) -> JointFile:
    """The file of all subtasks seen from the one whose ids begin with ``own``."""
    return JointFile(own, tuple(prefix for prefix in PREFIXES if prefix != own))


def spatial_reasoning(name: str, language: Words) -> TaskSpec:
    """The subtask of one language: the same questions are asked in Chinese and in English."""
    return TaskSpec(
        id=f"space2025/{name}",
        title=Words(f"{language.zh}空间方位关系推理", f"Spatial reasoning in {language.en}"),
        summary=Words(
            f"根据{language.zh}文本给出的条件推出方位关系，选出全部成立的选项。",
            f"Work out from the conditions of a {language.en} text who or what is where, and choose all options that "
            "hold.",
        ),
        id_key="id",
        texts=(TEXT, QUESTION),
        answer=(AnswerField("answer", "answer", OPTIONS, Words("选项", "options")),),
        attributes=("instruction",),
        key_order=CHOICE_KEYS,
        aliases={"option": "options", "answers": "answer"},
        templated=("",),
        twins="spr",
        joint=joint(f"{name}-"),
        measures={"choice": ChosenOptionsOrBefore("answer")},
        page_measures={"choice": ChosenOptions("answer")},
        rank_by=("choice", "accuracy"),
        official=OFFICIAL,
        differences=(STALE, LETTERS, ONE_FILE, KIND_TOLD),
    )
