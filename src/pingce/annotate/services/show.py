"""Items, jobs and decisions as people see them.

What to hide is decided here: annotators see neither where an item comes from nor what was replaced in it, blind
reviewers no names, and a job looks the same to its author whether it was drawn for audit or not.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import orjson
from sqlalchemy import ColumnElement, Text, cast, func, select
from sqlalchemy.orm import Session

from pingce.annotate.forms import Form
from pingce.annotate.items import AnnotationItem
from pingce.annotate.rules import spatial_words
from pingce.annotate.services.views import DecisionView, ItemBrief, WordView
from pingce.annotate.workflow import ItemState, JobState
from pingce.store.tables.annotate import GlossRelation, Item, Job, Json
from pingce.store.tables.history import AnswerVersion, Decision
from pingce.store.tables.people import User

from .access import CampaignContext

ASKED_WITH = frozenset({"glosses", "relations", "judge", "explanation", "options", "option_kind"})
"""What forms ask with beside the texts. Annotators get nothing else: not the word before the replacement, not whose
explanation they rate, nothing of the file an item came from, which control items need not share with the others."""
PREVIEW = 40
SOMEBODY = "—"


def annotation_item(db: Session, context: CampaignContext, item: Item) -> AnnotationItem:
    """The item as forms and rules know it, gloss relations of the campaign included."""
    return AnnotationItem(item.ref, item.texts, {**item.extra, **_relations(db, context, item)})


def _relations(db: Session, context: CampaignContext, item: Item) -> Json:
    word = item.texts.get("word")
    if word is None or context.form.by_name.get("senses") is None:
        return {}
    rows = db.scalars(
        select(GlossRelation).where(GlossRelation.campaign_id == context.id, GlossRelation.word == word)
    ).all()
    return {"relations": [{"kind": r.kind, "a": r.first, "b": r.second} for r in rows]} if rows else {}


def item_brief(db: Session, context: CampaignContext, item: Item, *, everything: bool = False) -> ItemBrief:
    """``everything``: for reviewers, who see where the item comes from."""
    extra = annotation_item(db, context, item).extra
    shown = dict(extra) if everything else shown_to_annotators(extra)
    words = tuple(spatial_word_views(context.form, item.texts))
    return ItemBrief(id=item.id, ref=item.ref, texts=item.texts, extra=shown, words=words)


def shown_state(job: Job, item: Item) -> str:
    """What its annotator is told of a job.

    Handed in, it may be changed while its item is open; afterwards it looks the same to them whether the answers
    agree, whether it was drawn for audit or whether the item was a control.
    """
    if job.state == JobState.SUBMITTED and item.state not in (ItemState.OPEN, ItemState.CONTROL):
        return JobState.DONE
    return job.state


def shown_to_annotators(extra: Mapping[str, object]) -> Json:
    """What belongs to the question, without what would give something away."""
    return {key: value for key, value in extra.items() if key in ASKED_WITH}


def spatial_word_views(form: Form, texts: Mapping[str, str]) -> Iterable[WordView]:
    """The spatial words of an item's texts, for forms that highlight them; places count code points."""
    if not form.marks_spatial_words:
        return
    for text in form.task.texts:
        for start, end, kind in spatial_words(texts.get(text.name, "")):
            yield WordView(text.name, start, end, kind)


def preview(texts: Mapping[str, str]) -> str:
    """The beginning of an item's first text, as lists show it."""
    text = next(iter(texts.values()), "")
    return text if len(text) <= PREVIEW else f"{text[:PREVIEW]}…"


def cut_around(text: str, start: int, end: int) -> str:
    """As much of a text as a list has room for, with what is from ``start`` to ``end`` in its middle."""
    if len(text) <= PREVIEW:
        return text
    begin = max(0, min(start - (PREVIEW - (end - start)) // 2, len(text) - PREVIEW))
    stop = min(len(text), begin + PREVIEW)
    return ("…" if begin else "") + text[begin:stop] + ("…" if stop < len(text) else "")


def around(texts: Mapping[str, str], words: str) -> str:
    """The text that holds the words, cut around them; else the first text."""
    text = next((text for text in texts.values() if words in text), None)
    return preview(texts) if text is None else cut_around(text, text.index(words), text.index(words) + len(words))


def texts_hold(db: Session, words: str) -> ColumnElement[bool]:
    """Whether a text of an item holds the words, to the letter: several times as quick as LIKE.

    Texts are kept as JSON, which writes some characters otherwise.
    """
    find = func.strpos if db.get_bind().dialect.name == "postgresql" else func.instr
    return find(cast(Item.texts, Text), orjson.dumps(words).decode()[1:-1]) > 0


def names(db: Session, ids: Iterable[int | None]) -> dict[int | None, str]:
    """Login names by user id, for files; nobody is the workbench itself."""
    return {None: SOMEBODY, **{user: name for user, name, _ in _people(db, ids)}}


def shown_names(db: Session, ids: Iterable[int | None]) -> dict[int | None, str]:
    """What people are called on pages, by user id; where two are called the same, the login name besides."""
    people = _people(db, ids)
    alike = Counter(title for _, _, title in people)
    names: dict[int | None, str] = {None: SOMEBODY}
    for user, name, title in people:
        names[user] = name if not title else title if alike[title] == 1 else f"{title} ({name})"
    return names


def _people(db: Session, ids: Iterable[int | None]) -> list[tuple[int, str, str]]:
    user_ids = {user_id for user_id in ids if user_id is not None}
    if not user_ids:
        return []
    return [
        (row.id, row.name, row.title)
        for row in db.execute(select(User.id, User.name, User.title).where(User.id.in_(user_ids)))
    ]


def decision_views(db: Session, item: Item, *, blind: bool = False) -> tuple[DecisionView, ...]:
    """What was decided about an item so far, oldest first."""
    rows = db.execute(
        select(Decision, AnswerVersion.content)
        .outerjoin(AnswerVersion, AnswerVersion.id == Decision.answer_id)
        .where(Decision.item_id == item.id)
        .order_by(Decision.id)
    ).all()
    return _decided(db, [(row[0], row[1]) for row in rows], blind=blind)


def _decided(db: Session, rows: Sequence[tuple[Decision, Json | None]], *, blind: bool) -> tuple[DecisionView, ...]:
    who = shown_names(db, (decision.actor_id for decision, _ in rows))
    return tuple(
        DecisionView(
            review=decision.turn_id,
            by=SOMEBODY if blind else who[decision.actor_id],
            at=decision.at,
            accepted_job=decision.accepted_job_id,
            answer=content,
            reason_code=decision.reason_code,
            reason=decision.reason,
        )
        for decision, content in rows
    )
