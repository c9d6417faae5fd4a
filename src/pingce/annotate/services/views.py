"""What the services give back to those who annotate and review: plain values, without the database.

The names are those of the HTTP bodies, so that the server only has to copy attributes.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pingce.annotate.items import Json
from pingce.spec.words import Words


@dataclass(frozen=True, slots=True)
class WordView:
    """A spatial word to highlight; positions are code points, ``end`` excluded."""

    text: str
    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class ItemBrief:
    id: int
    ref: str
    texts: Mapping[str, str]
    extra: Json
    words: tuple[WordView, ...]


@dataclass(frozen=True, slots=True)
class FeedbackView:
    """What a reviewer said about a job, or decided."""

    reason_code: str
    reason: str
    answer: Json | None
    by: str
    at: float


@dataclass(frozen=True, slots=True)
class JobView:
    job: int
    serial: int
    """The person's own number for it."""
    campaign: int
    item: ItemBrief
    form: str
    state: str
    answer: Json | None
    version: int
    lease_until: float | None
    seconds_left: float | None
    position: int
    total: int
    suggested_by: str | None
    """The system whose pre-annotation is shown, while there is nothing of the person's own."""
    feedback: FeedbackView | None = None


@dataclass(frozen=True, slots=True)
class HitView:
    """A rule that an answer breaks, as it was stored with the answer."""

    rule: str
    level: str
    path: str
    message: Words
    found: object = None


@dataclass(frozen=True, slots=True)
class DraftView:
    version: int
    saved_at: float
    hits: tuple[HitView, ...]


@dataclass(frozen=True, slots=True)
class Receipt:
    """Something an annotator did that is stored for good; ``answer_id`` is the job's answer that counts."""

    job: int
    version: int
    state: str
    item_state: str
    answer_id: int
    submitted_at: float
    hits: tuple[HitView, ...]


@dataclass(frozen=True, slots=True)
class HeartbeatView:
    lease_until: float
    seconds_left: float


@dataclass(frozen=True, slots=True)
class Waiting:
    """Why there is no next job: ``code`` is inbox, gate, others, paused or done."""

    code: str
    message: Words


@dataclass(frozen=True, slots=True)
class MyJob:
    job: int
    serial: int
    campaign: int
    item: int
    ref: str
    state: str
    version: int
    submitted_at: float | None
    preview: str


@dataclass(frozen=True, slots=True)
class MyJobPage:
    total: int
    offset: int
    rows: tuple[MyJob, ...]


@dataclass(frozen=True, slots=True)
class InboxEntry:
    job: int
    serial: int
    campaign: int
    campaign_title: str
    item: int
    ref: str
    state: str
    reason_code: str
    reason: str
    by: str
    at: float
    preview: str


@dataclass(frozen=True, slots=True)
class AnswerView:
    job: int
    by: str
    answer: Json
    seconds: float | None
    submitted_at: float
    hits: tuple[HitView, ...]
    appeal: str | None = None


@dataclass(frozen=True, slots=True)
class DecisionView:
    review: int | None
    by: str
    at: float
    accepted_job: int | None
    answer: Json | None
    reason_code: str
    reason: str


@dataclass(frozen=True, slots=True)
class ReviewView:
    """``kind``: review (decide between the answers), audit (accept, reject or mend ``job``), appeal."""

    review: int
    kind: str
    job: int | None
    round: int
    campaign: int
    item: ItemBrief
    form: str
    answers: tuple[AnswerView, ...]
    earlier: tuple[DecisionView, ...]
    version: int
    lease_until: float | None
    seconds_left: float | None


@dataclass(frozen=True, slots=True)
class ReviewReceipt:
    review: int
    item: int
    item_state: str
    decided_at: float
    hits: tuple[HitView, ...]
