"""Teams: registering, admitting, accepting agreements, and the list that everybody may see.

A team registers, organisers admit it, and before a phase with an agreement it accepts the very text that was shown, by
its checksum.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from pingce.formats.checksum import bytes_sha256
from pingce.leaderboard.competition.phases import PhaseKind, PhasePlan, open_phases
from pingce.leaderboard.competition.views import PublicTeam, TeamView
from pingce.spec.words import Words
from pingce.store.errors import Conflict, NotAllowed, NotFound, Refused
from pingce.store.notifications import NotificationKind, notify
from pingce.store.people import Actor
from pingce.store.tables.competition import Agreement, Phase, TableRow, Team

from ..views import Affiliation, TeamState
from .access import CompetitionContext, enter, manage, plans_of
from .texts import accepted_texts, check_accepted, check_texts, keep_acceptance, texts_due

DECISIONS = ("approved", "refused", "pending")


@dataclass(frozen=True)
class NewTeam:
    """What a team says about itself when it registers."""

    name: str
    organisation: str = ""
    leader: str = ""
    email: str = ""
    members: Sequence[str] = ()
    affiliation: str = ""
    phone: str = ""
    accepted: Sequence[str] = ()
    """Checksums of the texts that were read."""


def may_register(context: CompetitionContext) -> bool:
    """While the registration phase is open; in the dev phase too, if the registration was given no end."""
    phase, registration = context.phase, context.plan(PhaseKind.REGISTRATION)
    if phase is None or registration is None or context.archived:
        return False
    if registration in open_phases(context.plans, context.now):
        return True
    return phase.kind is PhaseKind.DEV and registration.ends_at is None


def register(db: Session, actor: Actor, competition_id: int, new: NewTeam, *, at: float | None = None) -> TeamView:
    """One team per account; it takes part once the organisers have admitted it."""
    context = enter(db, actor, competition_id, at=at)
    _check_open(context)
    if context.team is not None:
        raise Conflict(
            Words(f"你已报名：{context.team.name}。", f"You are registered already: {context.team.name}."),
            code="registered-already",
        )
    check_accepted(db, context.id, new.accepted)
    team = _add(db, context, actor, new, baseline=False, state="pending")
    keep_acceptance(db, team, actor, at=context.now)
    notify(
        db,
        [context.competition.created_by],
        NotificationKind.REGISTRATION,
        f"/competitions/{context.id}/organise",
        at=context.now,
        by=actor,
        title=context.competition.title,
        team=team.name,
    )
    return team_view(db, team)


def check_new(db: Session, competition_id: int, new: NewTeam, *, at: float | None = None) -> None:
    """Whether somebody who has no account yet may register this team; what that costs comes later."""
    context = enter(db, None, competition_id, at=at)
    _check_open(context)
    check_accepted(db, context.id, new.accepted)
    name = _checked_name(db, context, new)
    if db.scalar(select(Team.id).where(Team.competition_id == context.id, Team.name == name)) is not None:
        raise _taken(name)


def _check_open(context: CompetitionContext) -> None:
    if not may_register(context):
        raise NotAllowed(Words("现在不能报名。", "Registration is not open."), code="registration-closed")


def add_baseline(db: Session, actor: Actor, competition_id: int, new: NewTeam, *, at: float | None = None) -> TeamView:
    """A team of the organisers, whose row is marked."""
    context = manage(db, actor, competition_id, at=at)
    return team_view(db, _add(db, context, actor, new, baseline=True, state="approved"))


def _add(db: Session, context: CompetitionContext, actor: Actor, new: NewTeam, *, baseline: bool, state: str) -> Team:
    name = _checked_name(db, context, new)
    team = Team(
        competition_id=context.id,
        user_id=actor.id,
        name=name,
        organisation=new.organisation.strip(),
        leader=new.leader.strip(),
        email=new.email.strip(),
        members=[member.strip() for member in new.members if member.strip()],
        affiliation=new.affiliation,
        phone=new.phone.strip(),
        baseline=baseline,
        state=state,
        created_at=context.now,
    )
    try:
        with db.begin_nested():
            db.add(team)
    except IntegrityError as problem:
        raise _taken(name) from problem
    return team


def _checked_name(db: Session, context: CompetitionContext, new: NewTeam) -> str:
    """As it is kept; another team's is found when it is stored."""
    name = unicodedata.normalize("NFC", new.name).strip()
    if not name or any(unicodedata.category(character) in ("Cc", "Cf") for character in name):
        raise Refused(
            Words("队名不能为空，也不能含控制字符。", "A team needs a name without control characters."),
            code="bad-team-name",
        )
    if db.scalar(select(TableRow.id).where(TableRow.competition_id == context.id, TableRow.team == name)) is not None:
        raise _taken(name)
    return name


def _taken(name: str) -> Conflict:
    return Conflict(Words(f"队名“{name}”已有人使用。", f"The name '{name}' is taken."), code="name-taken")


def decide(db: Session, actor: Actor, competition_id: int, team_id: int, *, state: str, reason: str = "") -> TeamView:
    """Admit a team, refuse it, or put it back among those that wait."""
    context = manage(db, actor, competition_id)
    team = team_of(db, competition_id, team_id)
    if state not in DECISIONS:
        raise Refused(Words("没有这种决定。", "There is no such decision."), code="bad-state")
    if state != team.state and state != "pending":
        notify(
            db,
            [team.user_id],
            NotificationKind.ADMITTED if state == "approved" else NotificationKind.REFUSED,
            f"/competitions/{competition_id}",
            at=context.now,
            by=actor,
            title=context.competition.title,
            team=team.name,
        )
    team.state, team.decided_reason = state, reason.strip()
    db.flush()
    return team_view(db, team)


def team_of(db: Session, competition_id: int, team_id: int) -> Team:
    """A team of this competition; one of another does not exist here."""
    team = db.get(Team, team_id)
    if team is None or team.competition_id != competition_id:
        raise NotFound(Words(f"编号为 {team_id} 的队伍", f"team {team_id}"))
    return team


def teams(db: Session, actor: Actor, competition_id: int) -> list[TeamView]:
    """Everything about them, for organisers."""
    manage(db, actor, competition_id)
    return [team_view(db, row) for row in _rows(db, competition_id)]


def public_teams(db: Session, actor: Actor | None, competition_id: int) -> list[PublicTeam]:
    """The teams as everybody may see them: names of people and addresses masked."""
    enter(db, actor, competition_id)
    return [
        PublicTeam(
            id=team.id,
            name=team.name,
            organisation=team.organisation,
            affiliation=cast("Affiliation", team.affiliation),
            leader=masked_name(team.leader),
            email=masked_email(team.email),
            members=len(team.members),
            baseline=team.baseline,
        )
        for team in _rows(db, competition_id)
        if team.state == "approved"
    ]


def _rows(db: Session, competition_id: int) -> Sequence[Team]:
    return db.scalars(select(Team).where(Team.competition_id == competition_id).order_by(Team.id)).all()


def accept(
    db: Session, actor: Actor, competition_id: int, *, phase: str, text_sha256: str, at: float | None = None
) -> TeamView:
    """The team accepts the agreement of a phase; the digest says which wording it has read."""
    context = enter(db, actor, competition_id, at=at)
    if context.team is None:
        raise NotAllowed(Words("请先报名。", "Register first."), code="not-registered")
    plan = next((phase_plan for phase_plan in context.plans if phase_plan.kind.value == phase), None)
    if plan is None:
        raise NotFound(Words(f"阶段 {phase}", f"phase {phase}"))
    if text_sha256 != agreement_digest(plan):
        raise Conflict(
            Words("协议文本已有改动，请重新阅读。", "The agreement has been changed; please read it again."),
            code="agreement-changed",
        )
    if phase not in accepted_phases(db, context.team):
        row = db.scalar(select(Phase).where(Phase.competition_id == competition_id, Phase.kind == phase))
        assert row is not None
        agreement = Agreement(
            team_id=context.team.id, phase_id=row.id, sha256=text_sha256, user_id=actor.id, at=context.now
        )
        db.add(agreement)
        db.flush()
    return team_view(db, context.team)


def agreement_digest(plan: PhasePlan) -> str:
    """Of a phase's agreement, by which a team says which text it accepted."""
    return bytes_sha256(plan.rules.agreement.encode())


def accepted_phases(db: Session, team: Team) -> list[str]:
    """Phases whose agreement the team has accepted as it is worded now."""
    current = {plan.kind.value: agreement_digest(plan) for plan in plans_of(db, team.competition_id)}
    rows = db.execute(
        select(Phase.kind, Agreement.sha256)
        .join(Agreement, Agreement.phase_id == Phase.id)
        .where(Agreement.team_id == team.id)
    )
    return sorted({kind for kind, digest in rows if current.get(kind) == digest})


def check_agreement(db: Session, context: CompetitionContext, phases: Sequence[PhasePlan]) -> None:
    """Before anything of these phases is fetched or handed in: texts of the competition, then those of the phases."""
    check_texts(db, context.team)
    asking = {phase.kind.value for phase in phases if phase.rules.agreement}
    if not asking or context.team is None:
        return
    if not asking <= set(accepted_phases(db, context.team)):
        raise NotAllowed(
            Words("请先接受本阶段的协议。", "Accept the agreement of this phase first."), code="agreement-needed"
        )


def team_view(db: Session, team: Team) -> TeamView:
    """Everything about a team, for itself and the organisers."""
    return TeamView(
        id=team.id,
        name=team.name,
        organisation=team.organisation,
        leader=team.leader,
        email=team.email,
        members=team.members,
        baseline=team.baseline,
        state=cast("TeamState", team.state),
        decided_reason=team.decided_reason,
        created_at=team.created_at,
        accepted=accepted_phases(db, team),
        affiliation=cast("Affiliation", team.affiliation),
        phone=team.phone,
        accepted_texts=accepted_texts(db, team),
        texts_due=texts_due(db, team),
    )


def masked_name(name: str) -> str:
    """张三 → 张*; the first character stays."""
    return name[:1] + "*" * min(len(name) - 1, 3) if name else ""


def masked_email(address: str) -> str:
    """The first letter and the kind of domain stay: l***@***.cn."""
    user, at, domain = address.rpartition("@")
    if not at:
        return masked_name(address)
    return f"{user[:1]}***@***.{domain.rpartition('.')[2]}"
