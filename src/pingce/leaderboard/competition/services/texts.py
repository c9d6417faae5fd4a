"""The two texts a team accepts when it registers: agreement and data licence, in versions.

A team says by checksum which wording it has read. When a text changes, the team accepts it again before it fetches or
hands in anything; what it accepted before stays on record.
"""

from collections.abc import Sequence
from typing import cast, get_args

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.formats.checksum import bytes_sha256
from pingce.leaderboard.competition.views import AcceptedText, TextKind, TextView
from pingce.spec.words import Words
from pingce.store.errors import Conflict, NotAllowed, Refused
from pingce.store.people import Actor
from pingce.store.tables.competition import Team
from pingce.store.tables.organising import CompetitionText, TextAcceptance

from .access import enter, manage

TEXT_TITLES: dict[TextKind, Words] = {
    "agreement": Words("参赛协议", "agreement"),
    "licence": Words("数据使用许可", "data licence"),
}
LONGEST_TEXT = 50_000


def set_text(
    db: Session, actor: Actor, competition_id: int, kind: TextKind, text: str, *, at: float | None = None
) -> TextView | None:
    """A new version, unless it says the same; an empty text takes it away. None: there is none to accept now."""
    context = manage(db, actor, competition_id, at=at)
    if kind not in get_args(TextKind) or len(text) > LONGEST_TEXT:
        raise Refused(Words("文本的种类或长度有误。", "The text is of no known kind or too long."), code="bad-text")
    newest = _newest(db, competition_id).get(kind)
    if (newest.text if newest is not None else "") != text.strip():
        row = CompetitionText(
            competition_id=competition_id,
            kind=kind,
            version=newest.version + 1 if newest is not None else 1,
            text=text.strip(),
            sha256=bytes_sha256(text.strip().encode()),
            created_by=actor.id,
            created_at=context.now,
        )
        db.add(row)
        db.flush()
    return next((view for view in current_texts(db, competition_id) if view.kind == kind), None)


def current_texts(db: Session, competition_id: int) -> list[TextView]:
    """What a team that registers now has to accept, agreement first."""
    rows = _newest(db, competition_id)
    return [_view(rows[kind]) for kind in get_args(TextKind) if kind in rows and rows[kind].text]


def _newest(db: Session, competition_id: int) -> dict[TextKind, CompetitionText]:
    rows = db.scalars(
        select(CompetitionText)
        .where(CompetitionText.competition_id == competition_id)
        .order_by(CompetitionText.version)
    )
    return {cast("TextKind", row.kind): row for row in rows}


def _view(row: CompetitionText) -> TextView:
    return TextView(cast("TextKind", row.kind), row.version, row.text, row.sha256, row.created_at)


def check_accepted(db: Session, competition_id: int, digests: Sequence[str]) -> None:
    """Before a team is registered: all texts as they are worded now."""
    missing = [text for text in current_texts(db, competition_id) if text.sha256 not in digests]
    if missing:
        zh = "、".join(TEXT_TITLES[text.kind].zh for text in missing)
        en = " and ".join(TEXT_TITLES[text.kind].en for text in missing)
        raise Conflict(
            Words(f"请先阅读并接受{zh}（第 {missing[0].version} 版）。", f"Read and accept the {en} first."),
            code="texts-not-accepted",
        )


def keep_acceptance(db: Session, team: Team, actor: Actor, *, at: float) -> None:
    """Note that a team accepted the texts as they are worded now."""
    known = set(db.scalars(select(TextAcceptance.text_id).where(TextAcceptance.team_id == team.id)))
    for row in _newest(db, team.competition_id).values():
        if row.text and row.id not in known:
            db.add(TextAcceptance(team_id=team.id, text_id=row.id, user_id=actor.id, at=at))
    db.flush()


def accept_texts(
    db: Session, actor: Actor, competition_id: int, digests: Sequence[str], *, at: float | None = None
) -> Team:
    """A team accepts texts that were changed after it registered."""
    context = enter(db, actor, competition_id, at=at)
    if context.team is None:
        raise NotAllowed(Words("请先报名。", "Register first."), code="not-registered")
    check_accepted(db, competition_id, digests)
    keep_acceptance(db, context.team, actor, at=context.now)
    return context.team


def accepted_texts(db: Session, team: Team) -> list[AcceptedText]:
    """Every version the team has ever accepted, oldest first; ``current``: it is the one that holds now."""
    holding = {text.sha256 for text in current_texts(db, team.competition_id)}
    rows = db.execute(
        select(CompetitionText, TextAcceptance.at)
        .join(TextAcceptance, TextAcceptance.text_id == CompetitionText.id)
        .where(TextAcceptance.team_id == team.id)
        .order_by(TextAcceptance.id)
    )
    return [
        AcceptedText(cast("TextKind", text.kind), text.version, text.sha256, at, text.sha256 in holding)
        for text, at in rows
    ]


def texts_due(db: Session, team: Team) -> list[TextKind]:
    """Texts that the team has yet to accept as they are worded now."""
    accepted = {text.sha256 for text in accepted_texts(db, team)}
    return [text.kind for text in current_texts(db, team.competition_id) if text.sha256 not in accepted]


def check_texts(db: Session, team: Team | None) -> None:
    """Before a team fetches or hands in anything."""
    if team is not None and not team.baseline and texts_due(db, team):
        raise NotAllowed(
            Words(
                "参赛协议或数据使用许可有改动，请先接受。", "The agreement or the licence was changed; accept it first."
            ),
            code="texts-needed",
        )
