"""What the services give back to those who annotate and review: plain values, without the database.

The API serves these classes as they are: a field added here is in openapi.json. A route that declares a base class
(``JobView``, ``Receipt``) serves its fields only, which is how annotators are not told what the subclass knows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pingce.annotate.items import Json
from pingce.annotate.rules.model import Hit
from pingce.spec.words import Words, served_object

ReviewKind = Literal["review", "audit", "appeal"]


@dataclass(frozen=True, slots=True)
class WordView:
    """A spatial word to highlight in the text of that name; positions are code points, ``end`` is excluded."""

    text: str
    start: int
    end: int
    kind: str

    @classmethod
    def __get_pydantic_core_schema__(cls, *_: object) -> dict[str, object]:
        """In the API its kind is called ``class``, which is no name for a field."""
        fields = {"text": "str", "start": "int", "end": "int", "class": "str"}
        schemas = {name: {"type": kind} for name, kind in fields.items()}
        return served_object("pingce.annotate.services.views.WordView:0", schemas, lambda word: word, cls._served)

    def _served(self) -> dict[str, object]:
        return {"text": self.text, "start": self.start, "end": self.end, "class": self.kind}


@dataclass(frozen=True, slots=True, kw_only=True)
class JobItem:
    """What an annotator sees of an item: neither its number nor its id in its file, which may give controls away."""

    texts: Mapping[str, str]
    extra: Json
    words: tuple[WordView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemBrief(JobItem):
    """What a reviewer sees of an item."""

    id: int
    ref: str
    """The item's own id in its file (qid)."""


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
    """One person's turn at one item, as that person sees it."""

    job: int
    serial: int
    """The person's own number for it in this campaign, rising; with gaps where something was taken up again."""
    campaign: int
    item: JobItem
    form: str
    state: str
    """`submitted`: handed in, may still be changed; `done`: handed in for good."""
    answer: Json | None
    """Draft, else the earlier answer, else the pre-annotation."""
    version: int
    lease_until: float | None
    seconds_left: float | None
    """Until the lease ends, by the server's clock."""
    position: int
    """How many items this person has finished in this campaign, plus one."""
    total: int
    """Items of the campaign."""
    revisable: bool
    """Whether it was handed in so lately that it may be changed, unless somebody has built on it."""
    suggested_by: str | None
    """The system whose pre-annotation is shown, while there is nothing of the person's own."""
    feedback: FeedbackView | None = None


@dataclass(frozen=True, slots=True)
class HeldJob(JobView):
    """A job with the item it is about, for programs that work in the name of people; never served."""

    item: ItemBrief


@dataclass(frozen=True, slots=True)
class DraftView:
    """An unfinished answer as it was kept."""

    version: int
    saved_at: float
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class Receipt:
    """Something an annotator did that is stored for good; ``answer_id`` is the job's answer that counts."""

    job: int
    version: int
    state: str
    answer_id: int
    submitted_at: float
    hits: tuple[Hit, ...]
    """Warnings and remarks; what blocks is refused."""


@dataclass(frozen=True, slots=True)
class JobReceipt(Receipt):
    """With what became of the item, which its annotator is not told: it would say whether the answers agree."""

    item_state: str


@dataclass(frozen=True, slots=True)
class HeartbeatView:
    """How long a job or review is held from now on."""

    lease_until: float
    seconds_left: float


@dataclass(frozen=True, slots=True)
class WaitingView:
    """Why there is no next job."""

    code: Literal["inbox", "gate", "others", "paused", "training", "not-admitted", "day-done", "person-done", "done"]
    message: Words


@dataclass(frozen=True, slots=True)
class MyJob:
    """A job in the list of one's own."""

    job: int
    serial: int
    campaign: int
    state: str
    version: int
    submitted_at: float | None
    preview: str
    """The beginning of the text."""
    answer: Json | None = None
    """What was written last."""


@dataclass(frozen=True, slots=True)
class InboxEntry:
    """A job that came back to its annotator, and why."""

    job: int
    serial: int
    campaign: int
    campaign_title: str
    state: str
    reason_code: str
    reason: str
    by: str
    at: float
    preview: str


@dataclass(frozen=True, slots=True)
class AnswerView:
    """One of the answers to be judged; who gave it stays hidden where the campaign is blind."""

    job: int
    by: str
    answer: Json
    seconds: float | None
    submitted_at: float
    hits: tuple[Hit, ...]
    appeal: str | None = None
    """The annotator's reason, when an appeal is to be decided."""


@dataclass(frozen=True, slots=True)
class DecisionView:
    """What a reviewer decided about an item, with the reason."""

    review: int | None
    by: str
    at: float
    accepted_job: int | None
    answer: Json | None
    reason_code: str
    reason: str


@dataclass(frozen=True, slots=True)
class ReviewView:
    """A decision to be made about one item."""

    review: int
    kind: ReviewKind
    """Decide between the answers; accept, reject or mend the answer of ``job``; decide an appeal finally."""
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
    """A decision that is stored for good."""

    review: int
    item: int
    item_state: str
    decided_at: float
    hits: tuple[Hit, ...]
