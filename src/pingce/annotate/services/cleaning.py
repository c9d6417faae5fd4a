"""How far a corpus has been looked through by hand: texts before and after, by kind of source and by genre.

The figures of the published data (6,643 passages left after typos and wrong tags went; 24,455 drawn sentences became
21,396, web texts losing most): what was kept, mended, dropped and why. The cleaned texts themselves are the campaign's
official export (:mod:`.export`).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.annotate.forms import CLEANING_REASON
from pingce.annotate.items import Json
from pingce.annotate.workflow import ItemState
from pingce.spec.words import Words
from pingce.store.errors import Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item
from pingce.store.tables.history import AnswerVersion
from pingce.store.tables.provenance import ItemOrigin

from .access import enter
from .export import finals
from .shown import shown


@dataclass(frozen=True, slots=True)
class CleaningRow:
    """The texts of a kind or genre; ``before`` is all that follow together, ``after`` those that are kept or mended."""

    name: str
    """Empty: not stated."""
    before: int
    after: int
    kept: int
    mended: int
    dropped: int
    undecided: int
    """Not looked at yet, or with answers that differ."""
    reasons: Mapping[str, int]
    """Why texts were dropped."""
    mended_for: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class CleaningView:
    """All texts of a campaign, and the same by kind of source (web, professional, dictionary) and by genre."""

    title: str
    total: CleaningRow
    kinds: tuple[CleaningRow, ...]
    genres: tuple[CleaningRow, ...]


def cleaning(db: Session, actor: Actor, campaign_id: int) -> CleaningView:
    """What cleaning has come to so far; withdrawn texts and controls are no part of it."""
    context = enter(db, actor, campaign_id, Role.BUILDER, Role.REVIEWER)
    if not context.form.cleans:
        raise Refused(
            Words(
                "这项活动不清理语料：用 clean-passages 或 clean-sentences 新建的才是。",
                "This campaign does not clean a corpus; those made with clean-passages or clean-sentences do.",
            ),
            code="no-cleaning",
        )
    decided: dict[int, Json] = dict(
        db.execute(finals(campaign_id).with_only_columns(Item.id, AnswerVersion.content)).all()
    )
    query = (
        select(Item.id, ItemOrigin.record)
        .outerjoin(ItemOrigin, ItemOrigin.item_id == Item.id)
        .where(shown(campaign_id), Item.control.is_(False), Item.state != ItemState.WITHDRAWN)
    )
    kinds: dict[str, list[Json | None]] = defaultdict(list)
    genres: dict[str, list[Json | None]] = defaultdict(list)
    for item, record in db.execute(query):
        content, origin = decided.get(item), record or {}
        kinds[str(origin.get("kind") or "")].append(content)
        genres[str(origin.get("genre") or "")].append(content)
    everything = [answer for group in kinds.values() for answer in group]
    return CleaningView(
        context.campaign.title,
        _row("", everything),
        tuple(_row(name, kinds[name]) for name in sorted(kinds)),
        tuple(_row(name, genres[name]) for name in sorted(genres)),
    )


def _row(name: str, said: Iterable[Json | None]) -> CleaningRow:
    answers = list(said)
    verdicts = Counter("" if answer is None else str(answer.get("verdict")) for answer in answers)
    kept, mended = verdicts["keep"], verdicts["mend"]
    return CleaningRow(
        name=name,
        before=len(answers),
        after=kept + mended,
        kept=kept,
        mended=mended,
        dropped=verdicts["drop"],
        undecided=verdicts[""],
        reasons=_reasons(answers, "drop"),
        mended_for=_reasons(answers, "mend"),
    )


def _reasons(answers: Iterable[Json | None], verdict: str) -> dict[str, int]:
    """In the order in which the form lists them."""
    given = Counter(str(answer.get("reason")) for answer in answers if answer and answer.get("verdict") == verdict)
    return {reason: given[reason] for reason in CLEANING_REASON.labels if given[reason]}
