"""What the services give back about campaigns and their items, for those who run them: plain values like ``views``."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pingce.store.people import Role

from ..items import Json
from .views import DecisionView

CampaignStatus = Literal["draft", "open", "paused", "closed", "archived"]


@dataclass(frozen=True, slots=True)
class CampaignBrief:
    """A campaign in a list, as the person who asks sees it."""

    id: int
    title: str
    preset: str | None
    form: str
    task: str
    status: CampaignStatus
    created_at: float
    roles: tuple[Role, ...]
    """What the person who asks may do here."""
    items: int
    decided: int | None
    """For those who see more than their own work."""
    mine: int
    """Answers the person who asks has handed in."""
    waiting_for_me: int
    """Jobs they hold or that came back to them."""
    to_review: int | None
    """Reviews and audits that the person who asks could take up now; for reviewers."""
    to_appeal: int | None
    """The same for appeals."""
    appeals: bool
    """Whether there can be appeals at all."""


@dataclass(frozen=True, slots=True)
class CampaignDetail:
    """A campaign with its settings, for its own page."""

    brief: CampaignBrief
    settings: Json
    rules: Mapping[str, str]
    """Levels this campaign set; other rules keep their own."""
    counts: Mapping[str, int]
    frozen: tuple[str, ...]
    """Settings that cannot change any more."""


@dataclass(frozen=True, slots=True)
class MemberView:
    """A person in a campaign; ``audit_rate`` in place of the campaign's, where they have one of their own.

    ``level``: how well they work, for settings that go by it; both for builders alone.
    """

    user: int
    name: str
    title: str
    roles: tuple[Role, ...]
    audit_rate: float | None
    level: str | None


@dataclass(frozen=True, slots=True)
class Imported:
    """How many items a file or body brought, and how many there are now."""

    added: int
    already: int
    total: int


@dataclass(frozen=True, slots=True)
class ChangedWords:
    """What tells an item from its like: from the text it was made of, its other text, or the first of its group."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class SaidView:
    """Somebody's answer as it stands."""

    by: str
    answer: Json


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item in a list."""

    id: int
    ref: str
    group: str
    state: str
    outcome: str | None
    """How a decided item came to its answer: agreed, majority, reviewed; undetermined where it has none."""
    answers: int
    control: bool
    preview: str
    changed: ChangedWords | None
    said: tuple[SaidView, ...]
    final: Json | None
    """The answer that is held right, once the item is decided."""
    updated_at: float


@dataclass(frozen=True, slots=True)
class CommentView:
    """What somebody said about an item."""

    id: int
    by: str
    at: float
    text: str


@dataclass(frozen=True, slots=True)
class EventView:
    """A step in the history of an item."""

    id: int
    at: float
    by: str
    step: str
    job: int | None
    review: int | None
    details: Json


@dataclass(frozen=True, slots=True)
class ItemAnswerView:
    """One version of one answer; ``state`` is what kind it is (suggested, draft, submitted, corrected, reviewed)."""

    job: int | None
    by: str
    state: str
    version: int
    answer: Json
    at: float
    seconds: float | None


@dataclass(frozen=True, slots=True)
class ItemView:
    """Everything about an item, for builders and reviewers."""

    id: int
    campaign: int
    ref: str
    group: str
    state: str
    outcome: str | None
    """How it was decided: agreed, majority, review …"""
    control: bool
    texts: Mapping[str, str]
    extra: Json
    final: Json | None
    answers: tuple[ItemAnswerView, ...]
    """All versions of all answers, oldest first."""
    decisions: tuple[DecisionView, ...]
    history: tuple[EventView, ...]
    comments: tuple[CommentView, ...]


@dataclass(frozen=True, slots=True)
class ControlView:
    """A control item and how often it was answered rightly."""

    item: int
    ref: str
    gold: Json
    given: int
    right: int
