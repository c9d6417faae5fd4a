"""Bodies of what annotators and reviewers do: drafts, submissions, checks, appeals, decisions."""

from typing import Annotated

from pydantic import Field, StringConstraints

from pingce.annotate.rules.model import Hit

from .common import Answer, Id, In, Note, Out

Key = Annotated[str, StringConstraints(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
"""Made by the client, once per submission: sending it again gives the first result again."""
Version = Annotated[int, Field(ge=0, le=2**31 - 1)]
Reason = Annotated[str, StringConstraints(min_length=1, max_length=4000, strip_whitespace=True)]


class DraftIn(In):
    answer: Answer
    version: Version


class SubmitIn(In):
    answer: Answer
    key: Key
    version: Version
    seconds: Annotated[float, Field(ge=0, le=86_400)] | None = None
    """Time the person really worked, measured by the page; null: from claim to submission."""


class SkipIn(In):
    reason: Reason


class AnswerIn(In):
    answer: Answer


class CheckIn(AnswerIn):
    item: Id


class CheckView(Out):
    hits: list[Hit]
    blocks: bool


class AppealIn(In):
    reason: Reason
    key: Key
    version: Version


class LearnedIn(In):
    key: Key
    version: Version


class CommentIn(In):
    text: Annotated[str, StringConstraints(min_length=1, max_length=4000, strip_whitespace=True)]


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
