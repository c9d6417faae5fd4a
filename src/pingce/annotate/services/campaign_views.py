"""What the services give back about campaigns and their items, for those who run them: plain values like ``views``."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..items import Json
from .views import DecisionView


@dataclass(frozen=True, slots=True)
class CampaignBrief:
    id: int
    title: str
    preset: str | None
    form: str
    task: str
    status: str
    created_at: float
    roles: tuple[str, ...]
    items: int
    decided: int | None
    """None for annotators."""
    mine: int
    """Answers one has handed in."""
    waiting_for_me: int
    appeals: bool
    """Whether there can be appeals at all."""


@dataclass(frozen=True, slots=True)
class CampaignDetail:
    brief: CampaignBrief
    settings: Json
    rules: Mapping[str, str]
    """Levels this campaign set; other rules keep their own."""
    counts: Mapping[str, int]
    frozen: tuple[str, ...]
    """Settings that cannot change any more."""


@dataclass(frozen=True, slots=True)
class MemberView:
    user: int
    name: str
    title: str
    roles: tuple[str, ...]
    audit_rate: float | None


@dataclass(frozen=True, slots=True)
class Imported:
    added: int
    already: int
    total: int


@dataclass(frozen=True, slots=True)
class ItemRow:
    id: int
    ref: str
    group: str
    state: str
    answers: int
    control: bool
    preview: str
    updated_at: float


@dataclass(frozen=True, slots=True)
class ItemPage:
    total: int
    offset: int
    rows: tuple[ItemRow, ...]


@dataclass(frozen=True, slots=True)
class CommentView:
    id: int
    by: str
    at: float
    text: str


@dataclass(frozen=True, slots=True)
class EventView:
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
    id: int
    campaign: int
    ref: str
    group: str
    state: str
    outcome: str | None
    control: bool
    texts: Mapping[str, str]
    extra: Json
    final: Json | None
    answers: tuple[ItemAnswerView, ...]
    decisions: tuple[DecisionView, ...]
    history: tuple[EventView, ...]
    comments: tuple[CommentView, ...]


@dataclass(frozen=True, slots=True)
class ControlView:
    item: int
    ref: str
    gold: Json
    given: int
    right: int
