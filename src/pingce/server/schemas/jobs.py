"""An annotator's work: the next job, drafts, submission, check, inbox."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from pingce.annotate.services.views import FeedbackView
from pingce.spec.words import Words

from .common import Answer, HitView, Id, In, Note, Out

Key = Annotated[str, StringConstraints(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
"""Made by the client, once per submission: sending it again gives the first result again."""
Version = Annotated[int, Field(ge=0, le=2**31 - 1)]
Reason = Annotated[str, StringConstraints(min_length=1, max_length=4000, strip_whitespace=True)]


class WordView(Out):
    """A spatial word to highlight; positions are code points, `end` is excluded."""

    text: str
    """Name of the text it stands in."""
    start: int
    end: int
    kind: str = Field(serialization_alias="class")


class JobItem(Out):
    """What an annotator sees of an item: neither its number nor its id in its file, which may give controls away."""

    texts: dict[str, str]
    extra: dict[str, object]
    words: list[WordView]


class ItemBrief(JobItem):
    """What a reviewer sees of an item."""

    id: int
    ref: str
    """The item's own id in its file (qid)."""


class JobView(Out):
    """One person's turn at one item."""

    job: int
    serial: int
    """The person's own number for it in this campaign, rising; with gaps where something was taken up again."""
    campaign: int
    item: JobItem
    form: str
    state: str
    """`submitted`: handed in, may still be changed; `done`: handed in for good."""
    answer: Answer | None
    """Draft, else the earlier answer, else the pre-annotation."""
    version: int
    lease_until: float | None
    seconds_left: float | None
    """Until the lease ends, by the server's clock."""
    position: int
    """How many items this person has finished in this campaign, plus one."""
    total: int
    """Items of the campaign."""
    suggested_by: str | None
    """The system whose pre-annotation is shown, while there is nothing of the person's own."""
    feedback: FeedbackView | None = None


class DraftIn(In):
    answer: Answer
    version: Version


class DraftView(Out):
    version: int
    saved_at: float
    hits: list[HitView]


class SubmitIn(In):
    answer: Answer
    key: Key
    version: Version
    seconds: Annotated[float, Field(ge=0, le=86_400)] | None = None
    """Time the person really worked, measured by the page; null: from claim to submission."""


class Receipt(Out):
    """An answer that is stored for good."""

    job: int
    version: int
    state: str
    answer_id: int
    submitted_at: float
    hits: list[HitView]
    """Warnings and remarks; what blocks is refused."""


class SkipIn(In):
    reason: Reason


class AnswerIn(In):
    answer: Answer


class CheckIn(AnswerIn):
    item: Id


class CheckView(Out):
    hits: list[HitView]
    blocks: bool


class WaitingView(Out):
    """Why nothing is given out now."""

    code: Literal["inbox", "gate", "others", "paused", "done"]
    message: Words


class MyJob(Out):
    job: int
    serial: int
    campaign: int
    state: str
    version: int
    submitted_at: float | None
    preview: str
    """The beginning of the text."""


class InboxEntry(Out):
    """A job that came back, or a comment on one."""

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


class AppealIn(In):
    reason: Reason
    key: Key
    version: Version


class LearnedIn(In):
    key: Key
    version: Version


class CommentIn(In):
    text: Annotated[str, StringConstraints(min_length=1, max_length=4000, strip_whitespace=True)]


class CommentView(Out):
    id: int
    by: str
    at: float
    text: Note
