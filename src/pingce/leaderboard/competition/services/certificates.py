"""Certificates of a competition: issuing, revoking, and numbers by which anybody can verify one.

A certificate keeps what was printed on it; its number tells everybody whether it holds. The PDF is made by
:mod:`pingce.leaderboard.competition.certificate_pdf`.
"""

import secrets
from typing import cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.leaderboard.competition.certificate_pdf import CertificateFacts
from pingce.leaderboard.competition.views import CertificateView
from pingce.spec.words import Words
from pingce.store.errors import NotFound, Refused
from pingce.store.people import Actor
from pingce.store.tables.competition import Competition, Team
from pingce.store.tables.organising import Certificate, PrizeAward, PrizeClass

from .access import CompetitionContext, enter, manage

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without those that are taken for others."""
NUMBER_LENGTH = 10


def certificates_seen(db: Session, context: CompetitionContext) -> list[CertificateView]:
    """Organisers see all, a team its own."""
    query = select(Certificate).where(Certificate.competition_id == context.id).order_by(Certificate.id)
    if context.viewer != "organiser":
        query = query.where(Certificate.team_id == (context.team.id if context.team is not None else 0))
    return [_view(row) for row in db.scalars(query)]


def issue(db: Session, actor: Actor, competition_id: int, *, everybody: bool = False, at: float | None = None) -> int:
    """Certificates for all winners that have none for what they won, or for every team that took part; how many."""
    context = manage(db, actor, competition_id, at=at)
    classes = {
        prize.position: Words(prize.title, prize.title_en or prize.title)
        for prize in db.scalars(select(PrizeClass).where(PrizeClass.competition_id == competition_id))
    }
    awards = {
        award.team_id: award
        for award in db.scalars(select(PrizeAward).where(PrizeAward.competition_id == competition_id))
    }
    teams = db.scalars(
        select(Team)
        .where(
            Team.competition_id == competition_id,
            Team.state == "approved",
            Team.baseline.is_(False),
            Team.disqualified_at.is_(None),
        )
        .order_by(Team.id)
    ).all()
    held = {
        (row.team_id, _prize_of(row)): row.id
        for row in db.scalars(select(Certificate).where(Certificate.competition_id == competition_id))
        if row.revoked_at is None
    }
    issued = 0
    for team in teams:
        award = awards.get(team.id)
        title = classes.get(award.position) if award is not None else None
        if (title is None and not everybody) or (team.id, title) in held:
            continue
        db.add(_new_certificate(context, actor, team, title, award.rank if award is not None else None))
        issued += 1
    db.flush()
    return issued


def _prize_of(row: Certificate) -> Words | None:
    prize = cast("dict[str, str] | None", row.facts.get("prize"))
    return None if prize is None else Words(prize["zh"], prize["en"])


def _new_certificate(
    context: CompetitionContext, actor: Actor, team: Team, prize: Words | None, rank: int | None
) -> Certificate:
    facts: dict[str, object] = {
        "competition": context.competition.title,
        "team": team.name,
        "organisation": team.organisation,
        "members": list(team.members),
        "prize": None if prize is None else {"zh": prize.zh, "en": prize.en},
        "rank": rank if prize is not None else None,
    }
    return Certificate(
        number=_new_number(),
        competition_id=context.id,
        team_id=team.id,
        facts=facts,
        issued_by=actor.id,
        issued_at=context.now,
    )


def _new_number() -> str:
    return "PC-" + "".join(secrets.choice(LETTERS) for _ in range(NUMBER_LENGTH))


def revoke(db: Session, actor: Actor, competition_id: int, number: str, reason: str) -> None:
    """A certificate no longer holds, for a reason that everybody reads who verifies it."""
    context = manage(db, actor, competition_id)
    row = _find(db, number)
    if row is None or row.competition_id != competition_id:
        raise NotFound(Words(f"证书 {number}", f"certificate {number}"))
    if not reason.strip():
        raise Refused(Words("请说明原因。", "Say why."), code="reason-missing")
    row.revoked_at, row.revoked_reason = context.now, reason.strip()
    db.flush()


def verify(db: Session, number: str) -> CertificateView:
    """Whether a certificate with this number was issued and still holds; what is printed on it."""
    row = _find(db, number)
    if row is None or not cast("Competition", db.get(Competition, row.competition_id)).open:
        return CertificateView(number, "unknown", "", "", "", (), None, None, None, None, "")
    return _view(row)


def _find(db: Session, number: str) -> Certificate | None:
    return db.scalar(select(Certificate).where(Certificate.number == number.strip().upper()))


def _view(row: Certificate) -> CertificateView:
    facts = row.facts
    return CertificateView(
        number=row.number,
        state="valid" if row.revoked_at is None else "revoked",
        competition=str(facts["competition"]),
        team=str(facts["team"]),
        organisation=str(facts["organisation"]),
        members=tuple(cast("list[str]", facts["members"])),
        prize=_prize_of(row),
        rank=cast("int | None", facts["rank"]),
        issued_at=row.issued_at,
        revoked_at=row.revoked_at,
        revoked_reason=row.revoked_reason,
    )


def printed(db: Session, actor: Actor, competition_id: int, number: str | None = None) -> list[CertificateFacts]:
    """What to print: all certificates that hold and the person may have, or one of them."""
    context = enter(db, actor, competition_id)
    views = [view for view in certificates_seen(db, context) if view.state == "valid" and number in (None, view.number)]
    if not views:
        raise NotFound(Words("可打印的证书", "certificate to print"))
    return [
        CertificateFacts(
            number=view.number,
            competition=view.competition,
            team=view.team,
            organisation=view.organisation,
            members=tuple(view.members),
            prize=view.prize,
            rank=view.rank,
            issued_at=view.issued_at or 0.0,
        )
        for view in views
    ]
