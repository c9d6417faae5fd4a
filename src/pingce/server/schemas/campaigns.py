"""Campaigns: settings, members, items, rules, exports."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from pingce.annotate.rules.model import Level, Setting
from pingce.annotate.services.chain import ChainAs
from pingce.spec.words import Words
from pingce.store.people import Role

from .common import LARGEST_ID, Answer, Id, In, Out

CampaignName = Annotated[str, StringConstraints(min_length=1, max_length=128, strip_whitespace=True)]
SettingsIn = dict[str, object]
Column = Annotated[str, Field(max_length=200)]


class PresetView(Out):
    """A usual kind of campaign: its form, and the settings it begins with."""

    name: str
    title: Words
    form: str
    task: str
    settings: dict[str, object]


class CampaignIn(In):
    """A campaign to be made, from a preset or from a form and settings."""

    title: CampaignName
    preset: Annotated[str, Field(max_length=64)] | None = None
    form: Annotated[str, Field(max_length=64)] | None = None
    """A form or task of the catalogue; needed where there is no preset."""
    settings: SettingsIn = Field(default_factory=dict)
    """What differs from the preset."""
    rules: dict[Annotated[str, Field(max_length=64)], Setting] = Field(default_factory=dict)


class CampaignChange(In):
    """What is to change about a campaign; what is left out stays."""

    title: CampaignName | None = None
    status: Literal["draft", "open", "paused", "closed"] | None = None
    settings: SettingsIn | None = None
    """Only the settings named are changed."""
    rules: dict[Annotated[str, Field(max_length=64)], Setting] | None = None


class RuleView(Out):
    """A rule of the campaign's form: what it says, and how much it weighs."""

    name: str
    level: Setting
    """As this campaign has it."""
    default: Level
    message: Words


class ReasonView(Out):
    """Why a reviewer decides so: what `reason_code` may be."""

    code: str
    title: Words


class MemberIn(In):
    """What one person is in a campaign."""

    user: Id
    roles: Annotated[list[Role], Field(max_length=3)]
    """Empty: no longer a member."""
    audit_rate: Annotated[float, Field(ge=0, le=1)] | None = None
    """In place of the campaign's rate, for this person."""
    level: Annotated[str, Field(max_length=16)] | None = None
    """How well they work (A, B …), for settings that go by it; empty: not known; null: as it was."""


class MembersIn(In):
    """People who come into a campaign, one by one or as a group."""

    members: Annotated[list[MemberIn], Field(max_length=2000)] = Field(default_factory=list)
    group: Annotated[str, Field(max_length=64)] | None = None
    """Everybody of a group, each with the roles among reviewer and annotator that they have."""


class ColumnsIn(In):
    """Which column of a file of one's own is what."""

    id: Column = ""
    """Empty: items are numbered by the name of their file."""
    texts: Annotated[dict[str, Column], Field(max_length=8)] = Field(default_factory=dict)
    options: Annotated[dict[str, Column], Field(max_length=26)] = Field(default_factory=dict)


class CampaignPlanIn(CampaignIn, MembersIn):
    """A campaign with its people: made together with its items, or not at all."""

    open: bool = False
    """Whether items are given out at once."""


class ItemIn(In):
    """An item as JSON: the fields of the task's official file."""

    id: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    texts: Annotated[dict[str, Annotated[str, Field(max_length=100_000)]], Field(min_length=1, max_length=8)]
    extra: dict[str, object] = Field(default_factory=dict)
    group: Annotated[str, Field(max_length=200)] = ""
    """A word, an original: what shares a pair of annotators and a gate."""
    gold: Answer | None = None
    """The right answer, which makes it a control item."""


class NewCampaignIn(In):
    """A campaign made for chained items."""

    title: CampaignName
    preset: Annotated[str, Field(max_length=64)]


class ChainIn(In):
    """Into which campaign, and which items: what is usual between the two forms, or what ``where`` says."""

    to: Id | None = None
    new: NewCampaignIn | None = None
    """A campaign that is made for them, in place of ``to``; it is there only if all went well."""
    where: dict[Annotated[str, Field(max_length=64)], list[Annotated[str, Field(max_length=200)]]] | None = None
    chain_as: ChainAs | None = None
    tiers: Annotated[str, Field(max_length=200)] = ""
    """Names with commas, or `all`; without it the tiers that are released."""
    seed: Annotated[int, Field(ge=0, le=LARGEST_ID)] = 0
    """Decides which text of a pair comes first."""


class ItemsIn(In):
    """Items to be added, all of them or none."""

    items: Annotated[list[ItemIn], Field(min_length=1, max_length=100_000)]


class ControlIn(In):
    """An item whose right answer is known, by which people's accuracy is measured; or no longer."""

    item: Id
    gold: Answer | None
    """The right answer; null: no longer a control item."""


class ControlsIn(In):
    """Items that become control items, or ordinary ones again."""

    controls: Annotated[list[ControlIn], Field(min_length=1, max_length=5000)]


class RelationIn(In):
    """How two glosses of a word stand to each other."""

    word: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    first: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    second: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    kind: Literal["disjoint", "overlapping", "includes"]
    """`includes`: the first is the wider one."""


class ItemStateView(Out):
    """The state of an item after what was just done (`annotate/workflow.py` has them all)."""

    item: int
    state: str


class RelationsIn(In):
    """How glosses stand to each other; a word's relations are replaced, not added to."""

    relations: Annotated[list[RelationIn], Field(max_length=20_000)]
    words: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=20_000)] = Field(default_factory=list)
    """Words whose relations are replaced even where none of theirs is given."""
