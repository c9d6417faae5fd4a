"""What differs from one campaign to the next, and the published flows as presets.

The workflow (workflow.py) is one table for all; these settings say which of its ways an item takes.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Literal, get_args

from pingce.formats.settings import Look, all_problems, between, changed, one_of, text_of, yes_or_no
from pingce.spec.errors import UserError
from pingce.spec.words import Words

Test = Literal["exact", "threshold", "strict", "binary", "loose"]
OnDisagreement = Literal["review", "third", "leave"]
ReturnTo = Literal["nobody", "differing", "all"]
Order = Literal["given", "shuffled"]
Study = Literal["no", "test", "audit"]
Admits = Literal["everybody", "test", "chosen"]


MOST_ANSWERS = 50
"""People per item; human tests have had nine."""


@dataclass(frozen=True, slots=True)
class CampaignSettings:
    """How the items of a campaign get their answers and how these become one."""

    answers: int = 2
    """People per item."""
    second_share: float = 1.0
    """Share of the items that get so many people; the others get one. With fixed annotators: share of the groups."""
    second_genres: str = ""
    """Genres with commas between them: their items get ``answers`` people whatever the share says."""
    alone_levels: str = ""
    """Levels of annotators (A, B …): of the other items, those that such a person begins ask for nobody else."""
    test: Test = "exact"
    """When answers agree: exactly, alike enough (``threshold``), or on a level of the rating."""
    threshold: float = 1.0
    on_disagreement: OnDisagreement = "review"
    """``leave``: every answer is kept and the item stays undetermined."""
    audit_rate: float = 0.0
    """Share of a person's answers that a reviewer looks at."""
    audit_rate_first: float = 0.0
    audit_first: int = 0
    """For their first so many answers the higher of the two rates holds."""
    return_to: ReturnTo = "nobody"
    """Who learns of a reviewer's decision and must answer to it."""
    appeals: bool = False
    """Those it was returned to may object; another reviewer decides finally."""
    learn_days: float = 7.0
    """After so long without an answer a returned item counts as learned; 0: never."""
    control_rate: float = 0.0
    """Share of control items among the jobs of a person, while there are new ones for them."""
    fixed_annotators: bool = False
    """The same people for all items of a group."""
    finish_group: bool = False
    """A person gets a new group when nothing of the old one is left for them."""
    gate: float = 1.0
    """Share of a group that is given out before all of those are decided; 1: no gate."""
    lease_minutes: float = 30.0
    skip_limit: int = 3
    """After so many people skipped it, an item goes to review; with fixed annotators after the first."""
    order: Order = "shuffled"
    blind: bool = True
    """Reviewers see answers without names."""
    admits: Admits = "everybody"
    """Who of the annotators gets items: all, those who passed the campaign's test, or those somebody chose."""
    test_items: int = 0
    """Items of the test that each attempt draws; 0: all."""
    pass_share: float = 0.8
    """Share of the test that must be right."""
    attempts: int = 2
    """How often a person may take the test."""
    retake_hours: float = 24.0
    """Between the end of one attempt and the next."""
    person_least: int = 0
    """Answers everybody is asked for; 0: no number."""
    person_most: int = 0
    """After so many answers a person gets nothing new; 0: no limit. Groups that were begun are finished."""
    day_least: int = 0
    day_most: int = 0
    """The same per day (UTC)."""
    study: Study = "no"
    """A human study: a test of people against published answers, or an audit of these (``services/studies.py``)."""

    @property
    def mixes_numbers(self) -> bool:
        """Whether some items get one person and others more."""
        return self.second_share < 1

    def audit_rate_at(self, number: int) -> float:
        """The rate for a person's answer number ``number`` (from 0)."""
        first = self.audit_rate_first if number < self.audit_first else 0.0
        return max(self.audit_rate, first)


_MUST_BE: Mapping[str, Look] = {
    "answers": between(1, MOST_ANSWERS, whole=True),
    "second_share": between(0, 1),
    "second_genres": text_of(1000),
    "alone_levels": text_of(100),
    "test": one_of(get_args(Test)),
    "threshold": between(0, 1),
    "on_disagreement": one_of(get_args(OnDisagreement)),
    "audit_rate": between(0, 1),
    "audit_rate_first": between(0, 1),
    "audit_first": between(0, 1_000_000, whole=True),
    "return_to": one_of(get_args(ReturnTo)),
    "appeals": yes_or_no,
    "learn_days": between(0, 3650),
    "control_rate": between(0, 0.5),
    "fixed_annotators": yes_or_no,
    "finish_group": yes_or_no,
    "gate": between(0.01, 1),
    "lease_minutes": between(0.01, 7 * 24 * 60),
    "skip_limit": between(1, 100, whole=True),
    "order": one_of(get_args(Order)),
    "blind": yes_or_no,
    "admits": one_of(get_args(Admits)),
    "test_items": between(0, 10_000, whole=True),
    "pass_share": between(0, 1),
    "attempts": between(1, 100, whole=True),
    "retake_hours": between(0, 24 * 365),
    "person_least": between(0, 1_000_000, whole=True),
    "person_most": between(0, 1_000_000, whole=True),
    "day_least": between(0, 100_000, whole=True),
    "day_most": between(0, 100_000, whole=True),
    "study": one_of(get_args(Study)),
}


def make_settings(changes: Mapping[str, object], base: CampaignSettings | None = None) -> CampaignSettings:
    """Settings from JSON on top of ``base``; all mistakes at once."""
    settings, problems = changed(base or CampaignSettings(), changes, _MUST_BE)
    if problems := [*problems, *_clashes(settings)]:
        raise UserError(
            all_problems(Words("活动设置有误", "The settings cannot be used"), problems), code="bad-settings"
        )
    return settings


def _clashes(settings: CampaignSettings) -> list[Words]:
    """Settings that do not go together."""
    problems = []
    if settings.fixed_annotators and settings.on_disagreement == "third":
        problems.append(Words("固定标注员的组没有第三人", "a group with fixed annotators has no third annotator"))
    if settings.finish_group and not settings.fixed_annotators:
        problems.append(Words("finish_group 需要 fixed_annotators", "finish_group needs fixed_annotators"))
    if settings.appeals and settings.return_to == "nobody":
        problems.append(Words("不退回就无法申诉", "without returning (return_to) nobody can appeal"))
    if settings.on_disagreement == "third" and settings.answers != 2:
        problems.append(Words("请第三人要求每题两份答案", "asking a third annotator needs two answers per item"))
    problems += _number_clashes(settings)
    for least, most in (("person_least", "person_most"), ("day_least", "day_most")):
        if 0 < getattr(settings, most) < getattr(settings, least):
            problems.append(Words(f"{least} 大于 {most}", f"{least} is more than {most}"))
    return problems


def _number_clashes(settings: CampaignSettings) -> list[Words]:
    """Rules for who gets one annotator and who more that say nothing or contradict each other."""
    problems = []
    if settings.mixes_numbers and settings.answers == 1:
        problems.append(Words("每题一人时 second_share 应为 1", "with one answer per item second_share is 1"))
    for name in ("second_genres", "alone_levels"):
        if getattr(settings, name) and not settings.mixes_numbers:
            problems.append(
                Words(f"second_share 为 1 时 {name} 不起作用", f"{name} changes nothing while second_share is 1")
            )
        if getattr(settings, name) and settings.fixed_annotators:
            problems.append(
                Words(
                    f"固定标注员的组只按 second_share，不按 {name}", f"groups with fixed annotators do not go by {name}"
                )
            )
    return problems


def settings_json(settings: CampaignSettings) -> dict[str, object]:
    """As they are stored and served."""
    return asdict(settings)


def stored_settings(stored: Mapping[str, object]) -> CampaignSettings:
    """Settings that were checked when they were stored; those of a later version are passed over."""
    values = {name: stored[name] for name in _NAMES if name in stored}
    return CampaignSettings(**values)  # type: ignore[arg-type] # make_settings saw to the types


_NAMES = tuple(field.name for field in fields(CampaignSettings))


@dataclass(frozen=True, slots=True)
class Preset:
    """A published flow: its form and its settings."""

    name: str
    title: Words
    settings: CampaignSettings
    form: str = ""
    """Where it is not called like the preset."""

    @property
    def form_id(self) -> str:
        return self.form or self.name


_AUDITED = CampaignSettings(audit_rate=0.08, audit_rate_first=0.15, audit_first=40)
"""Task 1's audit guide: at least 15 % of a batch at first (6 of 40), at least 8 % later."""

_SENSES = CampaignSettings(return_to="all", appeals=True, fixed_annotators=True, finish_group=True, gate=0.3)

PRESETS: Mapping[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            "space-rating",
            Words("空间表达正误评级（两人，抽审）", "rating of replaced sentences (two people, sampled audit)"),
            # Released only where both said the same extreme: no adjudication, the others stay undetermined.
            replace(_AUDITED, test="strict", on_disagreement="leave", control_rate=0.05),
        ),
        Preset(
            "space-attribution",
            Words("异常归因（两人，抽审，不一致者审核）", "attribution (two people, sampled audit, review)"),
            replace(_AUDITED, test="threshold", threshold=0.8),
        ),
        Preset(
            "space-step",
            Words("STEP 标注（一人，抽审）", "STEP (one person, sampled audit)"),
            replace(_AUDITED, answers=1),
        ),
        Preset(
            "space-anomaly",
            Words(
                "异常片段识别（两人，抽审，不一致者审核）", "anomalous fragments (two people, sampled audit, review)"
            ),
            replace(_AUDITED, test="threshold", threshold=0.8),
        ),
        Preset(
            "space-scene",
            Words("空间场景异同（两人，不一致者请第三人）", "same scene or not (two people, a third when they differ)"),
            replace(_AUDITED, on_disagreement="third"),
        ),
        Preset(
            "wsd",
            Words("词义标注（每词固定两人，审核、退回、申诉）", "word senses (a fixed pair per word, review, appeal)"),
            _SENSES,
        ),
        Preset(
            "wsd-phase1",
            Words(
                "词义标注第一期（每人 100 题，择优进入第二期）",
                "word senses, phase one (100 items each, the best go on)",
            ),
            # Random items, not words: what is wanted is a sample of everybody's work.
            CampaignSettings(return_to="all", person_least=100, person_most=100),
            form="wsd",
        ),
        Preset(
            "wsd-phase2",
            Words(
                "词义标注第二期（入选者，每人至少 500 题）",
                "word senses, phase two (those admitted, 500 items at least)",
            ),
            replace(_SENSES, admits="chosen", person_least=500),
            form="wsd",
        ),
        Preset(
            "clean-passages",
            Words("清理筛选出的段落（一人，抽审）", "cleaning screened passages (one person, sampled audit)"),
            replace(_AUDITED, answers=1),
        ),
        Preset(
            "clean-sentences",
            Words("清理抽出的例句（一人，抽审）", "cleaning drawn sentences (one person, sampled audit)"),
            replace(_AUDITED, answers=1),
        ),
        Preset(
            "word-vote",
            Words(
                "选词投票（两位专家，不一致者由第三人定）",
                "vote on words (two experts, a third decides where they differ)",
            ),
            CampaignSettings(blind=False),
        ),
        Preset(
            "explanation-rating",
            Words("解释的人工评分（三人，互不可见）", "human rating of explanations (three people, blind)"),
            CampaignSettings(answers=3, on_disagreement="leave"),
        ),
    )
}

OWN = Preset(
    "own",
    Words("自有任务（两人，不一致者审核）", "a task of your own (two people, review where they differ)"),
    CampaignSettings(),
)
"""The flow for tasks that no published one is for; which task it is, the campaign says."""


def find_preset(name: str) -> Preset | None:
    """A published flow, or the one for tasks of one's own."""
    return OWN if name == OWN.name else PRESETS.get(name)


REASONS: Mapping[str, Words] = {
    "label": Words("判断或类别有误", "wrong judgement or label"),
    "boundary": Words("片段边界有误", "wrong extent of a fragment"),
    "missed": Words("有遗漏", "something was missed"),
    "extra": Words("有多余", "something should not be there"),
    "role": Words("角色或槽位有误", "wrong role or slot"),
    "sense": Words("词义选择有误", "wrong sense"),
    "context": Words("没有看整段文本", "the whole text was not considered"),
    "guideline": Words("不符合规范的其他条款", "against another rule of the guide"),
    "both": Words("各答案均可，择一", "each answer is acceptable, one was chosen"),
    "item": Words("题目本身有问题", "the item itself is faulty"),
    "right": Words("答案正确", "the answer is right"),
    "other": Words("其他（请说明）", "something else (say what)"),
}
"""Why a reviewer decided so; ``other`` asks for words."""
