"""Prizes and certificates: classes with places and money, who wins, and numbers that anybody can verify.

Prizes go by rank on the test board or by the organisers' decision. Everybody sees the winners once results are
published. A certificate keeps what was printed on it; its number tells everybody whether it holds.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from pingce.leaderboard.competition.certificates import CertificateFacts
from pingce.leaderboard.competition.phases import PhaseKind, is_published
from pingce.leaderboard.competition.views import AwardView, CertificateView, PrizesView, PrizeView
from pingce.spec.words import Words
from pingce.store.errors import NotAllowed, NotFound, Refused
from pingce.store.people import Actor
from pingce.store.tables.competition import Competition, Team
from pingce.store.tables.organising import Certificate, PrizeAward, PrizeClass

from .access import CompetitionContext, enter, manage
from .boards import board
from .teams import team_of

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without those that are taken for others."""
NUMBER_LENGTH = 10
FIRST, SECOND, THIRD = Words("一等奖", "first prize"), Words("二等奖", "second prize"), Words("三等奖", "third prize")


@dataclass(frozen=True)
class NewPrize:
    """A class of prizes: at most so many teams share the money."""

    title: Words
    most: int
    money: int = 0


PRIZE_PRESETS: dict[str, tuple[NewPrize, ...]] = {
    "space2021": (NewPrize(FIRST, 1, 15_000), NewPrize(SECOND, 2, 16_000), NewPrize(THIRD, 3, 9_000)),
    "space2022": (NewPrize(FIRST, 2, 20_000), NewPrize(SECOND, 2, 15_000), NewPrize(THIRD, 4, 15_000)),
    "space2024": (NewPrize(FIRST, 1, 12_000), NewPrize(SECOND, 2, 12_000), NewPrize(THIRD, 4, 12_000)),
    "space2025": (NewPrize(FIRST, 1, 12_000), NewPrize(SECOND, 2, 12_000), NewPrize(THIRD, 4, 12_000)),
}
"""As the pages of the editions announced them; SpaCE2023 had certificates and no prizes."""


def set_prizes(db: Session, actor: Actor, competition_id: int, prizes: Sequence[NewPrize]) -> None:
    """The classes from the highest down, in place of those there were; awards of classes that are gone are lost."""
    manage(db, actor, competition_id)
    if any(not prize.title.zh.strip() or prize.most < 1 or prize.money < 0 for prize in prizes):
        raise Refused(
            Words("每个奖项要有名称和至少一个名额。", "A prize needs a name and at least one place."), code="bad-prizes"
        )
    db.execute(delete(PrizeClass).where(PrizeClass.competition_id == competition_id))
    db.execute(delete(PrizeAward).where(PrizeAward.competition_id == competition_id, PrizeAward.position > len(prizes)))
    db.add_all(
        PrizeClass(
            competition_id=competition_id,
            position=position,
            title=prize.title.zh.strip(),
            title_en=prize.title.en.strip(),
            most=prize.most,
            money=prize.money,
        )
        for position, prize in enumerate(prizes, start=1)
    )
    db.flush()


def award_by_rank(db: Session, actor: Actor, competition_id: int, *, at: float | None = None) -> None:
    """Give all prizes anew by the overall ranking on the test board, as many as each class has places."""
    context = manage(db, actor, competition_id, at=at)
    ranked = [
        (row.rank, row.team)
        for row in board(db, actor, competition_id, PhaseKind.TEST, at=at).overall
        if row.rank is not None and not row.baseline
    ]
    teams = {team.name: team for team in db.scalars(select(Team).where(Team.competition_id == competition_id)).all()}
    db.execute(delete(PrizeAward).where(PrizeAward.competition_id == competition_id))
    waiting = [(rank, teams[name]) for rank, name in sorted(ranked) if name in teams]
    for prize in _classes(db, competition_id):
        for rank, team in waiting[: prize.most]:
            _add_award(db, context, actor, team, prize.position, rank, "")
        waiting = waiting[prize.most :]
    db.flush()


def give_prize(
    db: Session,
    actor: Actor,
    competition_id: int,
    team_id: int,
    *,
    position: int | None,
    note: str = "",
    at: float | None = None,
) -> None:
    """Give a team a prize, another one, or none (``position`` None), by decision."""
    context = manage(db, actor, competition_id, at=at)
    team = team_of(db, competition_id, team_id)
    db.execute(delete(PrizeAward).where(PrizeAward.competition_id == competition_id, PrizeAward.team_id == team_id))
    if position is None:
        return
    prize = next((prize for prize in _classes(db, competition_id) if prize.position == position), None)
    if prize is None:
        raise NotFound(Words(f"第 {position} 个奖项", f"prize {position}"))
    if team.baseline or team.state != "approved" or team.disqualified_at is not None:
        raise NotAllowed(
            Words("基线、未通过的和被取消资格的队伍不能获奖。", "Only teams that take part can win."), code="cannot-win"
        )
    taken = len(
        db.scalars(
            select(PrizeAward.id).where(PrizeAward.competition_id == competition_id, PrizeAward.position == position)
        ).all()
    )
    if taken >= prize.most:
        raise Refused(
            Words(f"{prize.title}最多 {prize.most} 队。", f"At most {prize.most} teams win the {_english(prize)}."),
            code="prize-full",
        )
    rows = board(db, actor, competition_id, PhaseKind.TEST, at=at).overall
    rank = next((row.rank for row in rows if row.team == team.name), None)
    _add_award(db, context, actor, team, position, rank, note)
    db.flush()


def _add_award(
    db: Session, context: CompetitionContext, actor: Actor, team: Team, position: int, rank: int | None, note: str
) -> None:
    award = PrizeAward(competition_id=context.id, team_id=team.id, position=position, rank=rank, note=note.strip())
    award.user_id, award.at = actor.id, context.now
    db.add(award)


def _classes(db: Session, competition_id: int) -> list[PrizeClass]:
    query = select(PrizeClass).where(PrizeClass.competition_id == competition_id).order_by(PrizeClass.position)
    return list(db.scalars(query))


def _english(prize: PrizeClass) -> str:
    return prize.title_en or prize.title


def prizes(db: Session, actor: Actor | None, competition_id: int, *, at: float | None = None) -> PrizesView:
    """The classes, and the winners: for organisers always, for everybody once results are published."""
    context = enter(db, actor, competition_id, at=at)
    seen = context.viewer == "organiser" or is_published(context.plans, context.now)
    rows = db.execute(
        select(PrizeAward, Team)
        .join(Team, Team.id == PrizeAward.team_id)
        .where(PrizeAward.competition_id == competition_id)
        .order_by(PrizeAward.position, PrizeAward.rank, PrizeAward.id)
    ).all()
    views = []
    for prize in _classes(db, competition_id):
        winners = [(award, team) for award, team in rows if award.position == prize.position] if seen else []
        each = prize.money // len(winners) if winners else None
        awards = [AwardView(team.id, team.name, team.organisation, award.rank, award.note) for award, team in winners]
        title = Words(prize.title, _english(prize))
        views.append(PrizeView(prize.position, title, prize.most, prize.money, each, awards))
    return PrizesView(views, _certificates(db, context))


def _certificates(db: Session, context: CompetitionContext) -> list[CertificateView]:
    """Organisers see all, a team its own."""
    query = select(Certificate).where(Certificate.competition_id == context.id).order_by(Certificate.id)
    if context.viewer != "organiser":
        query = query.where(Certificate.team_id == (context.team.id if context.team is not None else 0))
    return [_view(row) for row in db.scalars(query)]


def issue(db: Session, actor: Actor, competition_id: int, *, everybody: bool = False, at: float | None = None) -> int:
    """Certificates for all winners that have none for what they won, or for every team that took part; how many."""
    context = manage(db, actor, competition_id, at=at)
    classes = {prize.position: Words(prize.title, _english(prize)) for prize in _classes(db, competition_id)}
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
        db.add(_certificate(context, actor, team, title, award.rank if award is not None else None))
        issued += 1
    db.flush()
    return issued


def _prize_of(row: Certificate) -> Words | None:
    prize = cast("dict[str, str] | None", row.facts.get("prize"))
    return None if prize is None else Words(prize["zh"], prize["en"])


def _certificate(
    context: CompetitionContext, actor: Actor, team: Team, prize: Words | None, rank: int | None
) -> Certificate:
    number = "PC-" + "".join(secrets.choice(LETTERS) for _ in range(NUMBER_LENGTH))
    facts: dict[str, object] = {
        "competition": context.competition.title,
        "team": team.name,
        "organisation": team.organisation,
        "members": list(team.members),
        "prize": None if prize is None else {"zh": prize.zh, "en": prize.en},
        "rank": rank if prize is not None else None,
    }
    return Certificate(
        number=number,
        competition_id=context.id,
        team_id=team.id,
        facts=facts,
        issued_by=actor.id,
        issued_at=context.now,
    )


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
    views = [view for view in _certificates(db, context) if view.state == "valid" and number in (None, view.number)]
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
