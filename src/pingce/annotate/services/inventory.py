"""Work on the glosses of a campaign's words: faults that annotators report, changes by builders, and what they touch.

Stored answers are never altered. They name glosses by text; a change says what became of each
(:mod:`pingce.formats.gloss_edits`), and whoever compares or exports answers reads them through :mod:`.gloss_map`.
Answers with a gloss that was split or deleted have no reading: their items are listed and can be sent back.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from sqlalchemy import Text, cast, delete, or_, select
from sqlalchemy.orm import Session

from pingce.annotate.items import AnnotationItem, Json, glosses_of
from pingce.annotate.workflow import ItemState
from pingce.formats.gloss_edits import GlossEdit, bad_edits, edit_glosses, edit_problem
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import NotFound, Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import GlossRelation, Item
from pingce.store.tables.glosses import GlossChange, GlossReport
from pingce.store.tables.history import AnswerVersion

from .access import CampaignContext, enter, find_job
from .gloss_map import SENSES, GlossMap
from .manage import reopen
from .record import SETTLED, note
from .show import shown_names
from .shown import shown

ReportCode = Literal["overlaps", "too-narrow", "wrong", "missing-sense", "example-only"]
REPORT_CODES: tuple[ReportCode, ...] = get_args(ReportCode)


@dataclass(frozen=True, slots=True)
class GlossReportView:
    """A fault somebody found; ``change``: what dealt with it."""

    id: int
    word: str
    gloss: str
    code: str
    remark: str
    by: str
    at: float
    change: int | None


@dataclass(frozen=True, slots=True)
class GlossChangeView:
    """One change of a word's glosses."""

    id: int
    word: str
    kind: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    became: Mapping[str, list[str]]
    reason: str
    by: str
    at: float


@dataclass(frozen=True, slots=True)
class AffectedItem:
    """An item with an answer that names a gloss which was changed."""

    item: int
    ref: str
    state: str
    readable: bool
    """Every such answer has one successor; else somebody must decide."""


@dataclass(frozen=True, slots=True)
class WordInventory:
    """Everything about the glosses of a word in a campaign."""

    word: str
    glosses: tuple[str, ...]
    items: int
    reports: tuple[GlossReportView, ...]
    changes: tuple[GlossChangeView, ...]
    affected: tuple[AffectedItem, ...]


def report_gloss(
    db: Session,
    actor: Actor,
    job_id: int,
    *,
    code: str,
    gloss: str = "",
    remark: str = "",
    at: float | None = None,
) -> int:
    """A fault in a gloss of the word one is annotating, with a code; the report's number."""
    context, job = find_job(db, actor, job_id)
    item = db.get_one(Item, job.item_id)
    word = item.texts.get("word")
    if word is None or SENSES not in context.form.by_name:
        raise Refused(Words("这项活动没有释义。", "This campaign has no glosses."), code="no-glosses")
    if code not in REPORT_CODES:
        kinds = ", ".join(REPORT_CODES)
        raise Refused(Words(f"原因应为 {kinds}。", f"The code is one of {kinds}."), code="bad-code")
    known = glosses_of(AnnotationItem(item.ref, item.texts, item.extra)).values()
    if (code == "missing-sense") != (not gloss) or (gloss and gloss not in known):
        raise Refused(
            Words("请指出是哪条释义；“缺义项”则不选。", "Name the gloss; for a missing sense name none."),
            code="bad-gloss",
        )
    report = GlossReport(
        campaign_id=context.id,
        job_id=job.id,
        user_id=actor.id,
        word=word,
        gloss=gloss,
        code=code,
        remark=remark,
        at=clock(db) if at is None else at,
    )
    db.add(report)
    db.flush()
    note(
        db, "gloss-reported", at=report.at, campaign=context.id, actor=actor, item=item, job=job, code=code, gloss=gloss
    )
    return report.id


def gloss_reports(db: Session, actor: Actor, campaign_id: int, *, word: str = "") -> list[GlossReportView]:
    """All reports, or those on a word, the oldest first."""
    enter(db, actor, campaign_id, Role.BUILDER, Role.REVIEWER)
    query = select(GlossReport).where(GlossReport.campaign_id == campaign_id)
    rows = db.scalars((query.where(GlossReport.word == word) if word else query).order_by(GlossReport.id)).all()
    who = shown_names(db, (row.user_id for row in rows))
    return [
        GlossReportView(row.id, row.word, row.gloss, row.code, row.remark, who[row.user_id], row.at, row.change_id)
        for row in rows
    ]


def gloss_changes(db: Session, actor: Actor, campaign_id: int, *, word: str = "") -> list[GlossChangeView]:
    """The history of the glosses, the oldest change first."""
    enter(db, actor, campaign_id, Role.BUILDER, Role.REVIEWER)
    rows = _changes(db, campaign_id, word)
    who = shown_names(db, (row.actor_id for row in rows))
    return [
        GlossChangeView(
            id=row.id,
            word=row.word,
            kind=row.kind,
            before=tuple(str(gloss["text"]) for gloss in row.before),
            after=tuple(str(gloss["text"]) for gloss in row.after),
            became=row.became,
            reason=row.reason,
            by=who[row.actor_id],
            at=row.at,
        )
        for row in rows
    ]


def _changes(db: Session, campaign_id: int, word: str = "") -> Sequence[GlossChange]:
    query = select(GlossChange).where(GlossChange.campaign_id == campaign_id)
    return db.scalars((query.where(GlossChange.word == word) if word else query).order_by(GlossChange.id)).all()


def word_inventory(db: Session, actor: Actor, campaign_id: int, word: str) -> WordInventory:
    """The glosses of a word with its reports, its history and the items that its changes touch."""
    context = enter(db, actor, campaign_id, Role.BUILDER, Role.REVIEWER)
    items = _items_of(db, context, word)
    return WordInventory(
        word=word,
        glosses=tuple(_glosses(items[0]).values()),
        items=len(items),
        reports=tuple(gloss_reports(db, actor, campaign_id, word=word)),
        changes=tuple(gloss_changes(db, actor, campaign_id, word=word)),
        affected=tuple(_affected(db, context, word, items)),
    )


def glosses_by_word(db: Session, actor: Actor, campaign_id: int) -> dict[str, tuple[str, ...]]:
    """Today's glosses of every word of a campaign, in the order of the words."""
    context = enter(db, actor, campaign_id, Role.BUILDER, Role.REVIEWER)
    words: dict[str, tuple[str, ...]] = {}
    items = select(Item.ref, Item.texts, Item.extra).where(shown(context.id))
    for ref, texts, extra in db.execute(items.order_by(Item.id)):
        word = texts.get("word")
        if word and word not in words:
            words[word] = tuple(glosses_of(AnnotationItem(ref, texts, extra)).values())
    return dict(sorted(words.items()))


def change_glosses(
    db: Session,
    actor: Actor,
    campaign_id: int,
    edits: Sequence[GlossEdit],
    *,
    reports: Sequence[int] = (),
    at: float | None = None,
) -> list[GlossChangeView]:
    """Make all of these changes or none; ``reports`` are dealt with by them."""
    context = enter(db, actor, campaign_id, Role.BUILDER)
    at = clock(db) if at is None else at
    problems, made = [], []
    for number, edit in enumerate(edits, start=1):
        items = _items_of(db, context, edit.word, missing_ok=True)
        used = {str(gloss["text"]) for change in _changes(db, context.id, edit.word) for gloss in change.before}
        glosses = list(_glosses(items[0]).values()) if items else []
        wrong = (
            edit_problem(glosses, edit, used) if items else Words("活动里没有这个词", "the campaign does not have it")
        )
        if wrong is not None:
            problems.append((f"{number} ({edit.word})", wrong))
        else:
            made.append(_change(db, context, actor, edit, items, at))
    if problems:
        raise bad_edits(problems)
    for report in db.scalars(select(GlossReport).where(GlossReport.id.in_(reports))):
        fitting = [change for change in made if change.word == report.word and report.campaign_id == context.id]
        if not fitting:
            raise NotFound(Words(f"释义报告 {report.id}", f"gloss report {report.id}"))
        report.change_id = fitting[-1].id
    db.flush()
    ids = {change.id for change in made}
    return [view for view in gloss_changes(db, actor, campaign_id) if view.id in ids]


def _change(
    db: Session, context: CampaignContext, actor: Actor, edit: GlossEdit, items: Sequence[Item], at: float
) -> GlossChange:
    now = _glosses(items[0])
    ids = {text: key for key, text in now.items()}
    result = edit_glosses(tuple(now.values()), edit)
    fresh = _fresh_ids({str(g["id"]) for c in _changes(db, context.id, edit.word) for g in c.before} | set(now))
    after: list[Json] = []
    for text in result.after:
        # A reworded gloss keeps its id, and with it its relations.
        kept = ids.get(text) or (ids[edit.glosses[0]] if edit.kind == "reword" and text in edit.into else None)
        after.append({"id": kept or next(fresh), "text": text})
    change = GlossChange(
        campaign_id=context.id,
        word=edit.word,
        kind=edit.kind,
        before=[{"id": key, "text": text} for key, text in now.items()],
        after=after,
        became=result.became,
        reason=edit.reason,
        actor_id=actor.id,
        at=at,
    )
    db.add(change)
    for item in items:
        item.extra = {**item.extra, "glosses": after}
    gone = {name for key, text in now.items() if text not in result.after for name in (key, text)}
    gone -= {str(gloss["id"]) for gloss in after}
    here = (GlossRelation.campaign_id == context.id, GlossRelation.word == edit.word)
    db.execute(delete(GlossRelation).where(*here, or_(GlossRelation.first.in_(gone), GlossRelation.second.in_(gone))))
    db.flush()
    note(
        db, "glosses-changed", at=at, campaign=context.id, actor=actor, word=edit.word, kind=edit.kind,
        before=list(now.values()), after=list(result.after), reason=edit.reason,
    )  # fmt: skip
    return change


def _fresh_ids(used: set[str]) -> Iterator[str]:
    number = len(used)
    while True:
        if str(number) not in used:
            yield str(number)
        number += 1


def _glosses(item: Item) -> dict[str, str]:
    return glosses_of(AnnotationItem(item.ref, item.texts, item.extra))


def _items_of(db: Session, context: CampaignContext, word: str, *, missing_ok: bool = False) -> list[Item]:
    candidates = select(Item).where(shown(context.id), cast(Item.texts, Text).contains(word, autoescape=True))
    items = [item for item in db.scalars(candidates.order_by(Item.id)) if item.texts.get("word") == word]
    if not items and not missing_ok:
        raise NotFound(Words(f"词 {word}", f"the word {word}"))
    return items


def _affected(db: Session, context: CampaignContext, word: str, items: Sequence[Item]) -> Iterator[AffectedItem]:
    glosses = GlossMap(db, context)
    touched = {gloss for became in glosses.changes.get(word, ()) for gloss in became}
    contents: dict[int, list[Json]] = defaultdict(list)
    kinds = (*SETTLED, "reviewed")
    rows = select(AnswerVersion.item_id, AnswerVersion.content).where(
        AnswerVersion.item_id.in_([item.id for item in items]), AnswerVersion.kind.in_(kinds)
    )
    for item_id, content in db.execute(rows):
        chosen = content.get(SENSES)
        if isinstance(chosen, list) and touched & set(chosen):
            contents[item_id].append(content)
    for item in items:
        if item.id in contents:
            readable = all(glosses.today(word, content) is not None for content in contents[item.id])
            yield AffectedItem(item.id, item.ref, item.state, readable)


def send_back(
    db: Session,
    actor: Actor,
    campaign_id: int,
    word: str,
    *,
    reason: str,
    everything: bool = False,
    at: float | None = None,
) -> list[int]:
    """Decided items of a word whose answers cannot be read any more, to a reviewer; ``everything``: all it touches."""
    context = enter(db, actor, campaign_id, Role.BUILDER)
    items = _items_of(db, context, word)
    wanted = [
        affected.item
        for affected in _affected(db, context, word, items)
        if affected.state == ItemState.DECIDED and (everything or not affected.readable)
    ]
    for item in wanted:
        reopen(db, actor, item, reason, at=at)
    return wanted
