"""Who may enter or manage a competition, and as whom: organiser, team or public; with its phases as they see them."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.leaderboard.competition.phases import PhaseKind, PhasePlan, current_phase, stored_rules
from pingce.leaderboard.competition.visibility import Viewer
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import NotAllowed, NotFound
from pingce.store.people import Actor, Role
from pingce.store.tables.competition import Competition, Phase, Team
from pingce.store.tables.removal import DELETED, CompetitionRemoval


@dataclass(frozen=True)
class CompetitionContext:
    """A competition at one moment, seen by one visitor (None: somebody who has not signed in)."""

    competition: Competition
    plans: tuple[PhasePlan, ...]
    now: float
    viewer: Viewer
    team: Team | None
    """The visitor's own, whatever its state."""
    archived: bool = False
    """Nothing is taken any more."""

    @property
    def id(self) -> int:
        return self.competition.id

    @property
    def phase(self) -> PhasePlan | None:
        return current_phase(self.plans, self.now)

    def plan(self, kind: PhaseKind) -> PhasePlan | None:
        return next((plan for plan in self.plans if plan.kind is kind), None)


def enter(db: Session, actor: Actor | None, competition_id: int, *, at: float | None = None) -> CompetitionContext:
    """Drafts exist for their organisers only, deleted ones for nobody."""
    competition, removed = db.get(Competition, competition_id), db.get(CompetitionRemoval, competition_id)
    organises = competition is not None and is_organiser(actor, competition)
    gone = removed is not None and removed.status == DELETED
    if competition is None or gone or not (competition.open or organises):
        raise NotFound(Words(f"编号为 {competition_id} 的评测", f"competition {competition_id}"))
    team = None
    if actor is not None:
        team = db.scalar(
            select(Team)
            .where(Team.competition_id == competition_id, Team.user_id == actor.id, Team.baseline.is_(False))
            .order_by(Team.id.desc())
        )
    admitted = team is not None and team.state == "approved"
    viewer: Viewer = "organiser" if organises else "team" if admitted else "public"
    now = clock(db) if at is None else at
    return CompetitionContext(competition, plans_of(db, competition_id), now, viewer, team, removed is not None)


def enter_for_team(
    db: Session, actor: Actor, competition_id: int, team_id: int, missing: NotFound, *, at: float | None = None
) -> CompetitionContext:
    """``enter`` for what belongs to a team: its own people and the organisers; for anybody else it is ``missing``."""
    try:
        context = enter(db, actor, competition_id, at=at)
    except NotFound:
        raise missing from None
    own = context.team is not None and context.team.id == team_id
    if not own and context.viewer != "organiser":
        raise missing
    return context


def manage(db: Session, actor: Actor, competition_id: int, *, at: float | None = None) -> CompetitionContext:
    """``enter`` for organisers; everybody else is refused."""
    context = enter(db, actor, competition_id, at=at)
    if context.viewer != "organiser":
        raise NotAllowed(
            Words("只有本评测的组织者可以这样做。", "Only the organisers of this competition may do this.")
        )
    return context


def is_organiser(actor: Actor | None, competition: Competition) -> bool:
    """Administrators, and the builder who made the competition."""
    if actor is None:
        return False
    return actor.is_any(Role.ADMIN) or (actor.is_any(Role.BUILDER) and competition.created_by == actor.id)


def plans_of(db: Session, competition_id: int) -> tuple[PhasePlan, ...]:
    """The phases with their dates and rules as stored."""
    rows = db.scalars(select(Phase).where(Phase.competition_id == competition_id))
    return tuple(PhasePlan(PhaseKind(row.kind), row.starts_at, row.ends_at, stored_rules(row.rules)) for row in rows)
