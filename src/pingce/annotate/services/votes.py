"""What experts said about words, what was decided, and the words that are left out.

Two experts vote independently (preset ``word-vote``). Where they differ the campaign's settings say what happens: a
third person decides with both reasons before them (``review``), a third expert votes (``third``), or the word is kept
(``leave``). The words left out go to ``pingce corpus words --exclude`` as CSV.
"""

import csv
import io
from collections import defaultdict
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.annotate.forms import VOTE_REASON
from pingce.annotate.workflow import ItemState
from pingce.spec.words import Words
from pingce.store.errors import Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item
from pingce.store.tables.history import AnswerVersion, Decision

from .access import enter
from .export import counted_answers, finals
from .shown import shown

EXCLUDE, KEEP = "exclude", "keep"


@dataclass(frozen=True, slots=True)
class ExpertVote:
    """One person's opinion on a word."""

    by: str
    vote: str
    reason: str
    comment: str


@dataclass(frozen=True, slots=True)
class VotedWord:
    """A word with its votes; ``result`` is ``keep``, ``exclude`` or, while nothing is decided, empty."""

    word: str
    item: int
    votes: tuple[ExpertVote, ...]
    result: str
    outcome: str
    """How it came to that: agreed, majority, reviewed, undetermined."""
    why: str
    """Why the word goes: the experts' reasons, and the words of whoever decided between them."""


@dataclass(frozen=True, slots=True)
class VotesView:
    """The words of a vote with what every expert said, and how far the experts agree.

    ``excluded`` counts the words that the rule for disagreement leaves out; they go to ``corpus words --exclude``.
    """

    words: tuple[VotedWord, ...]
    agreed: int
    """Words on which all votes are the same."""
    voted: int
    """Words with two votes or more."""
    excluded: int


def votes(db: Session, actor: Actor, campaign_id: int) -> VotesView:
    """All words in the order they came in; who voted what is for builders and reviewers."""
    context = enter(db, actor, campaign_id, Role.BUILDER, Role.REVIEWER)
    if not context.form.votes:
        raise Refused(
            Words(
                "这项活动不是投票：用 word-vote 新建的才是。",
                "This campaign is no vote on words; those made with word-vote are.",
            ),
            code="no-vote",
        )
    said: dict[int, list[ExpertVote]] = defaultdict(list)
    for item, _job, answer, name in db.execute(counted_answers(campaign_id)):
        said[item.id].append(_vote(name, answer))
    decided = dict(db.execute(finals(campaign_id).with_only_columns(Item.id, AnswerVersion.content)).all())
    reasons = dict(db.execute(finals(campaign_id).with_only_columns(Item.id, Decision.reason)).all())
    alive = (shown(campaign_id), Item.control.is_(False), Item.state != ItemState.WITHDRAWN)
    words = []
    for item in db.scalars(select(Item).where(*alive).order_by(Item.id)):
        own, outcome = said[item.id], item.outcome or ""
        result = str(decided[item.id].get("vote")) if item.id in decided else KEEP if outcome else ""
        why = _why(own, reasons.get(item.id) or "") if result == EXCLUDE else ""
        words.append(VotedWord(item.texts["word"], item.id, tuple(own), result, outcome, why))
    paired = [word for word in words if len(word.votes) > 1]
    return VotesView(
        tuple(words),
        sum(len({vote.vote for vote in word.votes}) == 1 for word in paired),
        len(paired),
        sum(word.result == EXCLUDE for word in words),
    )


def _vote(name: str, answer: AnswerVersion) -> ExpertVote:
    vote, reason, comment = (str(answer.content.get(key) or "") for key in ("vote", "reason", "comment"))
    return ExpertVote(name, vote, reason, comment)


def _why(said: list[ExpertVote], decision: str) -> str:
    against = [vote for vote in said if vote.vote == EXCLUDE]
    told = [VOTE_REASON.titles[vote.reason].zh for vote in against if vote.reason in VOTE_REASON.titles]
    told += [vote.comment for vote in against if vote.comment]
    return "；".join(dict.fromkeys([*told, *([decision] if decision else [])])) or EXCLUDE


def exclusions_csv(view: VotesView) -> str:
    """``word,reason`` of the words that are left out."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("word", "reason"))
    writer.writerows((word.word, word.why) for word in view.words if word.result == EXCLUDE)
    return text.getvalue()
