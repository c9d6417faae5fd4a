"""What annotators fill in: a form per annotation campaign, built on the task whose data it makes.

An answer is a JSON object by field key. Fields the task has too are written exactly as the task's files write
them; the others (a rating, a comment) belong to the form alone. An optional field that is not answered is left
out; null, an empty string and an empty list say the same. A field that is not shown must be left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from pingce.spec.shapes import Choice, FreeText, SenseChoice, Shape
from pingce.spec.task import TaskSpec, TextField
from pingce.spec.words import Words
from pingce.tasks.catalog import TASKS, find_task
from pingce.tasks.ratings import ASPECT_POINTS, ASPECT_TITLES, ASPECTS, NO_ANOMALY, RATING

ALWAYS: Mapping[str, tuple[str, ...]] = MappingProxyType({})


@dataclass(frozen=True)
class OneFragment:
    """One stretch of the text, possibly in several pieces."""


@dataclass(frozen=True)
class Number:
    """A number within bounds."""

    least: float
    most: float
    step: float = 1


@dataclass(frozen=True)
class MendedText:
    """The item's main text as it should read."""


FormShape = Shape | OneFragment | Number | MendedText
OWN_SHAPES = OneFragment | Number | MendedText
"""Those that only forms have."""


@dataclass(frozen=True)
class FormField:
    """One thing an annotator says about an item."""

    name: str
    key: str
    shape: FormShape
    title: Words
    optional: bool = False
    shown_if: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: ALWAYS)
    """Names of choice fields and the labels under which this field exists; all must hold."""
    needed_if: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: ALWAYS)
    """Names of choice fields and the labels under which a rule wants an optional field answered."""
    instead: str = ""
    """The field that may be answered instead of an optional one, where a rule wants one of the two."""


@dataclass(frozen=True)
class Form:
    """A form; ``task`` is whose items are shown and whose records come out."""

    id: str
    task: TaskSpec
    title: Words
    fields: tuple[FormField, ...]
    drops: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: ALWAYS)
    """Names of choice fields and the labels under which an item does not reach the data set."""

    @cached_property
    def decoders(self) -> dict[tuple[str, ...], TaskSpec]:
        """The task with some of the form's fields as its answer, by their names: made when answers are first read."""
        return {}

    @cached_property
    def by_name(self) -> Mapping[str, FormField]:
        return {field.name: field for field in self.fields}

    @cached_property
    def rating(self) -> FormField | None:
        """The field that rates a text on a scale, where there is one: such answers agree on levels."""
        return next((field for field in self.fields if isinstance(field.shape, Choice) and field.shape.scale), None)

    @cached_property
    def gives_points(self) -> bool:
        """Whether annotators give points to what an answer says, rather than answering the task themselves."""
        return any(isinstance(field.shape, Number) for field in self.fields)

    @cached_property
    def cleans(self) -> bool:
        """Whether annotators look a corpus through: what comes out are its texts, not answers to the task."""
        return any(isinstance(field.shape, MendedText) for field in self.fields)

    @cached_property
    def votes(self) -> bool:
        """Whether people vote on words rather than answer a task: what comes out is a list of words left out."""
        return "vote" in self.by_name

    @cached_property
    def marks_spatial_words(self) -> bool:
        """Whether spatial words of the texts are highlighted; where senses are asked for, their target word is."""
        return not any(isinstance(field.shape, SenseChoice) for field in self.task.answer)

    @cached_property
    def by_key(self) -> Mapping[str, FormField]:
        return {field.key: field for field in self.fields}


COMMENT = FormField("comment", "comment", FreeText(), Words("备注", "comment"), optional=True)

OUTCOME = Choice(
    labels=("anomaly", "fine", "unusable"),
    titles={
        "anomaly": Words("存在异常", "something is wrong"),
        "fine": Words("并无异常", "nothing is wrong"),
        "unusable": Words("不适合", "unsuitable"),
    },
)
STEP_SPECIAL = Choice(
    labels=("no-space", "faulty", "known-example", "other"),
    titles={
        "no-space": Words("无空间义", "nothing about space"),
        "faulty": Words("内容有错误", "the text is faulty"),
        "known-example": Words("语料在示例中出现过", "the text is one of the guide's examples"),
        "other": Words("其他情况", "something else"),
    },
)
SCENE_SPECIAL = Choice(labels=("unusable",), titles={"unusable": Words("不适合", "unsuitable")})
SENSE_SPECIAL = Choice(
    labels=("ambiguous", "faulty", "none"),
    titles={
        "ambiguous": Words("待标注句子中词语有歧义", "the word is ambiguous here"),
        "faulty": Words("待标注句子本身有错误", "the sentence is faulty"),
        "none": Words("没有合适的词义", "no gloss fits"),
    },
)
CLEANING = Choice(
    labels=("keep", "drop", "mend"),
    titles={
        "keep": Words("保留", "keep"),
        "drop": Words("删去", "drop"),
        "mend": Words("改正", "mend"),
    },
)
CLEANING_REASON = Choice(
    labels=("typo", "tag", "not-spatial", "noise", "logic", "length", "context", "other"),
    titles={
        "typo": Words("错别字", "wrong characters"),
        "tag": Words("分词或词性有误", "wrong words or tags"),
        "not-spatial": Words("没有空间义", "nothing about space"),
        "noise": Words("杂质（网址、外文、乱码）", "noise (addresses, foreign words)"),
        "logic": Words("不通或有逻辑错误", "not a sensible sentence"),
        "length": Words("过长或过短", "too long or too short"),
        "context": Words("上下文不足", "not enough context"),
        "other": Words("其他（请备注）", "something else (comment)"),
    },
)
VOTE = Choice(
    labels=("keep", "exclude"),
    titles={"keep": Words("保留这个词", "keep the word"), "exclude": Words("不选这个词", "leave the word out")},
)
VOTE_REASON = Choice(
    labels=("one-sense", "rare", "name", "grammar", "glosses", "other"),
    titles={
        "one-sense": Words("今天只用一个义项", "only one sense is alive"),
        "rare": Words("罕用", "rare"),
        "name": Words("专名或术语", "a name or term"),
        "grammar": Words("虚词", "a function word"),
        "glosses": Words("释义不可用", "the glosses are no good"),
        "other": Words("其他（请备注）", "something else (comment)"),
    },
)
SPECIAL = Words("特殊情况", "special case")
WRONG_PLACE = Words("有问题的片段", "the faulty fragment")


def _own(task: TaskSpec, name: str, *, optional: bool = False, instead: str = "") -> FormField:
    """A field of the task as a field of the form."""
    answer = task.field(name)
    return FormField(answer.name, answer.key, answer.shape, answer.title, optional, instead=instead)


def _reasons(task: TaskSpec) -> FormField:
    """What is wrong: a text may be unsuitable and its anomaly marked all the same (not about space, cut wrongly)."""
    answer = task.field("reasons")
    shown, needed = {"outcome": ("anomaly", "unusable")}, {"outcome": ("anomaly",)}
    return FormField(answer.name, answer.key, answer.shape, answer.title, True, shown, needed)


def _special(labels: Choice, other: str) -> FormField:
    """Why an item has no answer, which is said instead of the answer."""
    return FormField("special", "special", labels, SPECIAL, optional=True, instead=other)


def _rating() -> Form:
    return Form(
        id="space-rating",
        task=TASKS["space2022/task1"],
        title=Words("空间表达正误评级", "How right is the spatial expression?"),
        fields=(
            FormField("rating", "rating", RATING, Words("评级", "rating")),
            FormField("span", "span", OneFragment(), WRONG_PLACE, optional=True),
            COMMENT,
        ),
        # Only texts nobody would dispute are released; "from ratings to the released label".
        drops={"rating": ("someFine", "someBad", "other")},
    )


def _why_wrong(task_id: str, form_id: str, title: Words) -> Form:
    """Of an anomalous text the reasons; 2022 and 2023 differ in what a reason is."""
    task = TASKS[task_id]
    return Form(
        id=form_id,
        task=task,
        title=title,
        fields=(
            FormField("outcome", "outcome", OUTCOME, Words("结论", "outcome")),
            _reasons(task),
            COMMENT,
        ),
        drops={"outcome": NO_ANOMALY},
    )


def _step() -> Form:
    task = TASKS["space2022/task3"]
    return Form(
        id="space-step",
        task=task,
        title=Words("空间方位关系标注（STEP）", "Who is where, when, through which event (STEP)"),
        fields=(
            _own(task, "tuples", optional=True, instead="special"),
            _own(task, "corefs", optional=True),
            _own(task, "non_corefs", optional=True),
            _special(STEP_SPECIAL, "tuples"),
            FormField("span", "span", OneFragment(), WRONG_PLACE, optional=True),
            COMMENT,
        ),
        drops={"special": STEP_SPECIAL.labels},
    )


def _scene() -> Form:
    task = TASKS["space2023/task3"]
    return Form(
        id="space-scene",
        task=task,
        title=Words("空间场景异同判断", "Same scene or not?"),
        fields=(
            _own(task, "verdicts", optional=True, instead="special"),
            _special(SCENE_SPECIAL, "verdicts"),
            COMMENT,
        ),
        drops={"special": SCENE_SPECIAL.labels},
    )


def _wsd() -> Form:
    task = TASKS["wsd/senses"]
    return Form(
        id="wsd",
        task=task,
        title=Words("词义标注", "Word senses"),
        fields=(
            _own(task, "senses", optional=True, instead="special"),
            _special(SENSE_SPECIAL, "senses"),
            COMMENT,
        ),
        drops={"special": SENSE_SPECIAL.labels},
    )


def _explanation_rating() -> Form:
    return Form(
        id="explanation-rating",
        task=TASKS["space2023/task3"],
        title=Words("解释评分", "Rating of explanations"),
        fields=(*(FormField(name, name, Number(0, ASPECT_POINTS), ASPECT_TITLES[name]) for name in ASPECTS), COMMENT),
    )


def _cleaning(name: str, task: str, title: Words) -> Form:
    """The two cleaning steps of the published data: passages after screening, sentences that were drawn for words."""
    touched = {"verdict": ("drop", "mend")}
    return Form(
        id=name,
        task=TASKS[task],
        title=title,
        fields=(
            FormField("verdict", "verdict", CLEANING, Words("处理", "what to do")),
            FormField("reason", "reason", CLEANING_REASON, Words("原因", "reason"), shown_if=touched),
            FormField(
                "mended", "mended", MendedText(), Words("改正后", "as it should be"), shown_if={"verdict": ("mend",)}
            ),
            COMMENT,
        ),
        drops={"verdict": ("drop",)},
    )


def _word_vote() -> Form:
    """Whether a word is worth annotating, judged by its glosses: two experts, before sentences are drawn."""
    glosses = TextField("glosses", "glosses", Words("释义", "glosses"))
    word = TextField("word", "word", Words("词", "word"), passage=False)
    return Form(
        id="word-vote",
        task=replace(TASKS["wsd/senses"], texts=(glosses, word)),
        title=Words("选词投票", "Vote on words"),
        fields=(
            FormField("vote", "vote", VOTE, Words("意见", "vote")),
            FormField("reason", "reason", VOTE_REASON, Words("原因", "reason"), shown_if={"vote": ("exclude",)}),
            COMMENT,
        ),
    )


FORMS: Mapping[str, Form] = {
    form.id: form
    for form in (
        _rating(),
        _why_wrong("space2022/task2", "space-attribution", Words("异常归因", "Why is the text wrong?")),
        _step(),
        _why_wrong(
            "space2023/task1",
            "space-anomaly",
            Words("空间语义异常识别", "Which fragments make the text wrong?"),
        ),
        _scene(),
        _wsd(),
        _explanation_rating(),
        _cleaning("clean-passages", "space2022/task1", Words("清理段落", "Cleaning passages")),
        _cleaning("clean-sentences", "wsd/senses", Words("清理例句", "Cleaning sentences")),
        _word_vote(),
    )
}


def plain_form(task: TaskSpec) -> Form:
    """A task's own public answer as a form, under the id of the task."""
    return Form(task.id, task, task.title, (*(_own(task, a.name) for a in task.public_answer), COMMENT))


PLAIN: Mapping[str, Form] = {task.id: plain_form(task) for task in TASKS.values()}
"""The forms of the built-in tasks."""


def form_of(name: str) -> Form:
    """The form of that name, or a task's plain form by the task's id."""
    return FORMS.get(name) or PLAIN.get(name) or plain_form(find_task(name))
