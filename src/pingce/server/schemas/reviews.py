"""Review of what annotators gave, and appeals against it."""

from typing import Annotated, Literal

from pydantic import Field

from pingce.annotate.services.views import DecisionView

from .common import Answer, HitView, Id, In, Note, Out
from .jobs import ItemBrief, Key, Reason, Version


class AnswerView(Out):
    """One of the answers to be judged; who gave it stays hidden where the campaign is blind."""

    job: int
    by: str
    answer: Answer
    seconds: float | None
    submitted_at: float
    hits: list[HitView]
    appeal: str | None = None
    """The annotator's reason, when an appeal is to be decided."""


class ReviewView(Out):
    """A decision to be made about one item."""

    review: int
    kind: Literal["review", "audit", "appeal"]
    """Decide between the answers; accept, reject or mend the answer of `job`; decide an appeal finally."""
    job: int | None
    round: int
    campaign: int
    item: ItemBrief
    form: str
    answers: list[AnswerView]
    earlier: list[DecisionView]
    version: int
    lease_until: float | None
    seconds_left: float | None


class DecideIn(In):
    """Accept a job's answer as it is (`accept`) or give the right one (`answer`)."""

    accept: Id | None = None
    answer: Answer | None = None
    reason_code: Annotated[str, Field(max_length=64)] = ""
    reason: Note = ""
    key: Key
    version: Version


class AppealDecisionIn(In):
    uphold: bool
    answer: Answer | None = None
    """The final answer where the appeal is upheld; null: the annotator's own."""
    reason: Reason
    key: Key
    version: Version


class ReviewReceipt(Out):
    review: int
    item: int
    item_state: str
    decided_at: float
    hits: list[HitView]
