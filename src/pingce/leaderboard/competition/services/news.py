"""Announcements of a competition, and questions to its organisers.

An announcement is seen from its date on; organisers see those to come. Questions are asked by people with an account;
who asked sees the answer, and everybody does once the organisers make it public.
"""

from dataclasses import dataclass

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from pingce.leaderboard.competition.markdown import safe_html
from pingce.leaderboard.competition.views import NewsView, QuestionView
from pingce.spec.words import Words
from pingce.store.errors import NotAllowed, NotFound, Refused
from pingce.store.people import Actor
from pingce.store.tables.competition import Competition, Team
from pingce.store.tables.organising import CompetitionQuestion, NewsItem
from pingce.store.tables.people import User

from .access import enter, manage

MOST_OPEN = 20
"""Questions of one person that may wait for an answer."""


@dataclass(frozen=True)
class Circular:
    """An announcement to send: its words, and the addresses of the teams that take part."""

    title: str
    body: str
    addresses: tuple[str, ...]


def add_news(
    db: Session,
    actor: Actor,
    competition_id: int,
    *,
    title: str,
    body: str,
    published_at: float | None = None,
    at: float | None = None,
) -> int:
    """Announce something, now or from a date on."""
    context = manage(db, actor, competition_id, at=at)
    row = NewsItem(competition_id=competition_id, created_by=actor.id, created_at=context.now)
    _fill(row, title, body, context.now if published_at is None else published_at)
    db.add(row)
    db.flush()
    return row.id


def change_news(
    db: Session, actor: Actor, competition_id: int, news_id: int, *, title: str, body: str, published_at: float | None
) -> None:
    """Other words or another date; None: the date stays."""
    manage(db, actor, competition_id)
    row = _news_of(db, competition_id, news_id)
    _fill(row, title, body, row.published_at if published_at is None else published_at)
    db.flush()


def _fill(row: NewsItem, title: str, body: str, published_at: float) -> None:
    if not title.strip() or not body.strip():
        raise Refused(Words("消息要有标题和正文。", "An announcement needs a title and a text."), code="empty-news")
    row.title, row.body, row.published_at = title.strip(), body.strip(), published_at


def remove_news(db: Session, actor: Actor, competition_id: int, news_id: int) -> None:
    """Take an announcement off the page."""
    manage(db, actor, competition_id)
    _news_of(db, competition_id, news_id)
    db.execute(delete(NewsItem).where(NewsItem.id == news_id))


def _news_of(db: Session, competition_id: int, news_id: int) -> NewsItem:
    row = db.get(NewsItem, news_id)
    if row is None or row.competition_id != competition_id:
        raise NotFound(Words(f"编号为 {news_id} 的消息", f"announcement {news_id}"))
    return row


def news(db: Session, actor: Actor | None, competition_id: int, *, at: float | None = None) -> list[NewsView]:
    """Newest first, as HTML; those to come for organisers only."""
    context = enter(db, actor, competition_id, at=at)
    organises = context.viewer == "organiser"
    rows = db.scalars(
        select(NewsItem)
        .where(NewsItem.competition_id == competition_id)
        .order_by(NewsItem.published_at.desc(), NewsItem.id.desc())
    )
    return [
        NewsView(
            row.id,
            row.title,
            row.body if organises else "",
            safe_html(row.body),
            row.published_at,
            row.mailed if organises else None,
        )
        for row in rows
        if organises or row.published_at <= context.now
    ]


def circular(db: Session, actor: Actor, competition_id: int, news_id: int) -> Circular:
    """An announcement with the addresses it goes to; what is not published yet is sent to nobody."""
    context = manage(db, actor, competition_id)
    row = _news_of(db, competition_id, news_id)
    if row.published_at > context.now:
        raise NotAllowed(Words("消息还没有发布。", "The announcement is not published yet."), code="not-yet")
    teams = db.scalars(
        select(Team.email)
        .where(Team.competition_id == competition_id, Team.state == "approved", Team.baseline.is_(False))
        .order_by(Team.id)
    )
    title = f"[{context.competition.title}] {row.title}"
    return Circular(title, row.body, tuple(dict.fromkeys(address.strip() for address in teams if address.strip())))


def note_mailed(db: Session, actor: Actor, competition_id: int, news_id: int, sent: int) -> None:
    """Keep how many teams an announcement was sent to."""
    manage(db, actor, competition_id)
    _news_of(db, competition_id, news_id).mailed = sent
    db.flush()


def ask(db: Session, actor: Actor, competition_id: int, text: str, *, at: float | None = None) -> int:
    """Ask the organisers something."""
    context = enter(db, actor, competition_id, at=at)
    waiting = db.scalars(
        select(CompetitionQuestion.id).where(
            CompetitionQuestion.competition_id == competition_id,
            CompetitionQuestion.user_id == actor.id,
            CompetitionQuestion.answered_at.is_(None),
        )
    ).all()
    if not text.strip() or len(waiting) >= MOST_OPEN:
        raise Refused(
            Words(
                f"问题不能为空，待答的至多 {MOST_OPEN} 个。",
                f"A question cannot be empty, and at most {MOST_OPEN} may wait for an answer.",
            ),
            code="cannot-ask",
        )
    row = CompetitionQuestion(competition_id=competition_id, user_id=actor.id, text=text.strip(), at=context.now)
    db.add(row)
    db.flush()
    return row.id


def answer_question(
    db: Session, actor: Actor, competition_id: int, question_id: int, *, answer: str, public: bool
) -> None:
    """Answer a question, for whoever asked or for everybody; an empty answer takes it back."""
    context = manage(db, actor, competition_id)
    row = db.get(CompetitionQuestion, question_id)
    if row is None or row.competition_id != competition_id:
        raise NotFound(Words(f"编号为 {question_id} 的问题", f"question {question_id}"))
    row.answer, row.public = answer.strip(), public and bool(answer.strip())
    row.answered_at = context.now if answer.strip() else None
    db.flush()


def questions(db: Session, actor: Actor | None, competition_id: int) -> list[QuestionView]:
    """Answered ones that are public, one's own, and all for organisers; only organisers see who asked."""
    context = enter(db, actor, competition_id)
    organises = context.viewer == "organiser"
    me = actor.id if actor is not None else 0
    rows = db.execute(
        select(CompetitionQuestion, User.name)
        .join(User, User.id == CompetitionQuestion.user_id)
        .where(CompetitionQuestion.competition_id == competition_id)
        .order_by(CompetitionQuestion.id.desc())
    )
    return [
        QuestionView(
            id=row.id,
            text=row.text,
            at=row.at,
            answer=row.answer,
            answer_html=safe_html(row.answer) if row.answer else "",
            answered_at=row.answered_at,
            public=row.public,
            mine=row.user_id == me,
            who=who if organises else "",
        )
        for row, who in rows
        if organises or row.public or row.user_id == me
    ]


def competition_title(db: Session, competition_id: int) -> str:
    """For the head of a feed."""
    row = db.get(Competition, competition_id)
    return row.title if row is not None else ""
