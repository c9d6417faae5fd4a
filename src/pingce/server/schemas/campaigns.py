"""Campaigns: settings, members, items, rules, exports."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from pingce.annotate.services.campaign_views import EventView, ItemAnswerView
from pingce.annotate.services.views import DecisionView
from pingce.spec.words import Words
from pingce.store.people import Role

from .common import Answer, Id, In, Out
from .forms import FormView
from .jobs import CommentView

CampaignStatus = Literal["draft", "open", "paused", "closed"]
RuleLevel = Literal["block", "warn", "info", "off"]
CampaignName = Annotated[str, StringConstraints(min_length=1, max_length=128, strip_whitespace=True)]
SettingsIn = dict[str, object]


class PresetView(Out):
    name: str
    title: Words
    form: str
    task: str
    settings: dict[str, object]


class CampaignIn(In):
    title: CampaignName
    preset: Annotated[str, Field(max_length=64)] | None = None
    form: Annotated[str, Field(max_length=64)] | None = None
    """A form or task of the catalogue; needed where there is no preset."""
    settings: SettingsIn = Field(default_factory=dict)
    """What differs from the preset."""
    rules: dict[Annotated[str, Field(max_length=64)], RuleLevel] = Field(default_factory=dict)


class CampaignChange(In):
    title: CampaignName | None = None
    status: CampaignStatus | None = None
    settings: SettingsIn | None = None
    """Only the settings named are changed."""
    rules: dict[Annotated[str, Field(max_length=64)], RuleLevel] | None = None


class CampaignBrief(Out):
    id: int
    title: str
    preset: str | None
    form: str
    task: str
    status: CampaignStatus
    created_at: float
    roles: list[Role]
    """What the person who asks may do here."""
    items: int
    decided: int | None
    """For those who see more than their own work."""
    mine: int
    """Answers the person who asks has handed in."""
    waiting_for_me: int
    """Jobs I hold or that came back to me."""
    appeals: bool
    """Whether there can be appeals at all."""


class RuleView(Out):
    name: str
    level: RuleLevel
    """As this campaign has it."""
    default: Literal["block", "warn", "info"]
    message: Words


class ReasonView(Out):
    """Why a reviewer decides so: what `reason_code` may be."""

    code: str
    title: Words


class CampaignView(CampaignBrief):
    settings: dict[str, object]
    """Rates of audits and controls only for builders."""
    form_description: FormView
    rules: list[RuleView]
    counts: dict[str, int]
    """Items by state; for annotators none."""
    frozen: list[str]
    """Names of settings that cannot change any more, because items are laid out by them."""
    reasons: list[ReasonView]


class MemberView(Out):
    user: int
    name: str
    title: str
    roles: list[Role]
    audit_rate: float | None


class MemberIn(In):
    user: Id
    roles: Annotated[list[Role], Field(max_length=3)]
    """Empty: no longer a member."""
    audit_rate: Annotated[float, Field(ge=0, le=1)] | None = None
    """In place of the campaign's rate, for this person."""


class MembersIn(In):
    members: Annotated[list[MemberIn], Field(max_length=2000)] = Field(default_factory=list)
    group: Annotated[str, Field(max_length=64)] | None = None
    """Everybody of a group, each with the roles among reviewer and annotator that they have."""


class ItemIn(In):
    """An item as JSON: the fields of the task's official file."""

    id: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    texts: Annotated[dict[str, Annotated[str, Field(max_length=100_000)]], Field(min_length=1, max_length=8)]
    extra: dict[str, object] = Field(default_factory=dict)
    group: Annotated[str, Field(max_length=200)] = ""
    """A word, an original: what shares a pair of annotators and a gate."""
    gold: Answer | None = None
    """The right answer, which makes it a control item."""


class ItemsIn(In):
    items: Annotated[list[ItemIn], Field(min_length=1, max_length=100_000)]


class ItemView(Out):
    """Everything about an item, for builders and reviewers."""

    id: int
    campaign: int
    ref: str
    group: str
    state: str
    outcome: str | None
    """How it was decided: agreed, majority, review …"""
    control: bool
    texts: dict[str, str]
    extra: dict[str, object]
    final: Answer | None
    answers: list[ItemAnswerView]
    """All versions of all answers, oldest first."""
    decisions: list[DecisionView]
    history: list[EventView]
    comments: list[CommentView]


class ControlIn(In):
    item: Id
    gold: Answer | None
    """The right answer; null: no longer a control item."""


class ControlsIn(In):
    controls: Annotated[list[ControlIn], Field(min_length=1, max_length=5000)]


class RelationIn(In):
    """How two glosses of a word stand to each other."""

    word: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    first: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    second: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    kind: Literal["disjoint", "overlapping", "includes"]
    """`includes`: the first is the wider one."""


class ItemStateView(Out):
    item: int
    state: str


class RelationsIn(In):
    relations: Annotated[list[RelationIn], Field(max_length=20_000)]
    words: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=20_000)] = Field(default_factory=list)
    """Words whose relations are replaced even where none of theirs is given."""
