"""Prizes: classes with places and money, and who wins; the certificates stand in :mod:`.certificates`.

Prizes go by rank on the test board or by the organisers' decision. Everybody sees the winners once results are
published.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from pingce.leaderboard.competition.phases import PhaseKind, is_published
from pingce.leaderboard.competition.views import AwardView, PrizesView, PrizeView
from pingce.spec.words import Words
from pingce.store.errors import NotAllowed, NotFound, Refused
from pingce.store.people import Actor
from pingce.store.tables.competition import Team
from pingce.store.tables.organising import PrizeAward, PrizeClass

from .access import CompetitionContext, enter, manage
from .boards import board
from .certificates import certificates_seen
from .teams import team_of

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
    return PrizesView(views, certificates_seen(db, context))
