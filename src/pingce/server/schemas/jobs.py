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
    """An unfinished answer to be kept; `version` is the one it was written on, so that two pages do not overwrite each
    other.
    """

    answer: Answer
    version: Version


class SubmitIn(In):
    """An answer that is meant; the same `key` twice counts once, so that a page may safely send again."""

    answer: Answer
    key: Key
    version: Version
    seconds: Annotated[float, Field(ge=0, le=86_400)] | None = None
    """Time the person really worked, measured by the page; null: from claim to submission."""


class SkipIn(In):
    """Why somebody passes an item on."""

    reason: Reason


class AnswerIn(In):
    """An answer to be looked at."""

    answer: Answer


class CheckIn(AnswerIn):
    """The item that an answer is checked on."""

    item: Id


class CheckView(Out):
    """What the rules say about an answer, and whether it could be submitted as it is."""

    hits: list[Hit]
    blocks: bool


class AppealIn(In):
    """Why an annotator thinks that their answer was right after all."""

    reason: Reason
    key: Key
    version: Version


class LearnedIn(In):
    """That an annotator has seen what a reviewer decided about their answer."""

    key: Key
    version: Version


class CommentIn(In):
    """Something said about an item, to the others who work on it."""

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
    """What became of an appeal."""

    uphold: bool
    answer: Answer | None = None
    """The final answer where the appeal is upheld; null: the annotator's own."""
    reason: Reason
    key: Key
    version: Version
