"""Who may annotate in a campaign: admitted by its test, by how they did in an earlier campaign, or by a builder.

The published word-sense set did it so: everybody answered a hundred random items, their answers were compared with what
was decided, and the best went on to the second phase. ``admit_from`` does that between two campaigns. Whoever is not
admitted stays in the list with their result, so that one can say why.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pingce.annotate.figures import RateView
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import NotFound, Refused
from pingce.store.people import Actor, Role, split_roles
from pingce.store.tables.annotate import Member
from pingce.store.tables.people import User
from pingce.store.tables.qualification import Admission

from .access import CampaignContext, enter
from .figures import figures
from .members import MemberChange, set_members
from .record import note
from .show import shown_names


@dataclass(frozen=True, slots=True)
class AdmissionView:
    """What was last said about a person's admission."""

    user: int
    name: str
    admitted: bool
    by: str
    source: int | None
    """The earlier campaign, where it was one."""
    right: int | None
    total: int | None
    reason: str
    at: float


@dataclass(frozen=True, slots=True)
class RankedAnnotator:
    """An annotator of an earlier campaign: how many of their answers were as decided, and whether they go on."""

    user: int
    name: str
    accuracy: RateView
    rank: int
    """From 1; those with equal shares have the same."""
    admitted: bool


def is_admitted(db: Session, context: CampaignContext, user_id: int) -> bool:
    """Whether somebody may annotate here, by the campaign's own rule."""
    if context.settings.admits == "everybody":
        return True
    newest = (
        select(Admission.admitted)
        .where(Admission.campaign_id == context.id, Admission.user_id == user_id)
        .order_by(Admission.id.desc())
        .limit(1)
    )
    return db.scalar(newest) is True


def admissions(db: Session, actor: Actor, campaign_id: int) -> list[AdmissionView]:
    """The newest word about everybody, best results first."""
    enter(db, actor, campaign_id, Role.BUILDER)
    newest = select(func.max(Admission.id)).where(Admission.campaign_id == campaign_id).group_by(Admission.user_id)
    rows = db.scalars(select(Admission).where(Admission.id.in_(newest))).all()
    who = shown_names(db, (row.user_id for row in rows))
    views = [
        AdmissionView(
            row.user_id, who[row.user_id], row.admitted, row.by, row.source_id, row.right, row.total, row.reason, row.at
        )
        for row in rows
    ]
    return sorted(views, key=lambda view: (not view.admitted, -(view.right or 0) / (view.total or 1), view.name))


def admit_by_test(
    db: Session, context: CampaignContext, actor: Actor, *, admitted: bool, right: int, total: int, at: float
) -> None:
    """The result of the campaign's own test, which counts where the campaign admits by it."""
    db.add(
        Admission(
            campaign_id=context.id,
            user_id=actor.id,
            admitted=admitted,
            by="test",
            right=right,
            total=total,
            reason="",
            at=at,
        )
    )


def admit(
    db: Session,
    actor: Actor,
    campaign_id: int,
    users: Sequence[int],
    *,
    admitted: bool,
    reason: str,
    at: float | None = None,
) -> None:
    """Admit people, or take it back, by hand and with a reason."""
    enter(db, actor, campaign_id, Role.BUILDER)
    at = clock(db) if at is None else at
    if not reason.strip():
        raise Refused(Words("请写明理由。", "Say why."), code="reason-missing")
    known = set(db.scalars(select(User.id).where(User.id.in_(users))))
    for user in users:
        if user not in known:
            raise NotFound(Words(f"用户 {user}", f"user {user}"))
        db.add(
            Admission(
                campaign_id=campaign_id,
                user_id=user,
                admitted=admitted,
                by="builder",
                reason=reason,
                actor_id=actor.id,
                at=at,
            )
        )
    step = "admitted" if admitted else "not-admitted"
    note(db, step, at=at, campaign=campaign_id, actor=actor, users=list(users), reason=reason)
    db.flush()


def candidates(
    db: Session,
    actor: Actor,
    source: int,
    *,
    best: int | None = None,
    at_least: float | None = None,
    least_answers: int = 1,
) -> list[RankedAnnotator]:
    """Everybody who annotated in ``source``, by the share of their first answers that were as decided.

    Admitted are those with ``least_answers`` decided answers who are among the ``best`` and reach ``at_least``; people
    with the same share as the last of the best go on with them.
    """
    if best is None and at_least is None:
        raise Refused(
            Words("请说明取前几名（best）或最低正确率（at_least）。", "Say how many (best) or how good (at_least)."),
            code="no-rule",
        )
    rates = [
        (person.user, person.name, person.accuracy)
        for person in figures(db, actor, source).people
        if person.accuracy.whole
    ]
    ranked = sorted(rates, key=lambda rate: (-(rate[2].share or 0), rate[1]))
    eligible = [rate.share or 0.0 for _, _, rate in ranked if rate.whole >= least_answers]
    cut = eligible[best - 1] if best is not None and 0 < best <= len(eligible) else 0.0
    return [
        RankedAnnotator(
            user,
            name,
            rate,
            1 + sum((other.share or 0) > (rate.share or 0) for _, _, other in ranked),
            rate.whole >= least_answers and best != 0 and (rate.share or 0) >= max(cut, at_least or 0.0),
        )
        for user, name, rate in ranked
    ]


def admit_from(
    db: Session,
    actor: Actor,
    source: int,
    target: int,
    *,
    best: int | None = None,
    at_least: float | None = None,
    least_answers: int = 1,
    at: float | None = None,
) -> list[RankedAnnotator]:
    """Admit the best annotators of one campaign to another, as members of it; every result is kept.

    ``best``: so many at most; ``at_least``: the share of their answers that decisions kept; ``least_answers``: so
    many decided answers it takes to be ranked at all.
    """
    first, second = (enter(db, actor, number, Role.BUILDER) for number in (source, target))
    if first.id == second.id:
        raise Refused(Words("应为两个不同的活动。", "Expected two different campaigns."), code="same-campaign")
    if first.form.id != second.form.id:
        raise Refused(Words("两个活动的表单不同。", "The two campaigns have different forms."), code="different-forms")
    at = clock(db) if at is None else at
    people = candidates(db, actor, source, best=best, at_least=at_least, least_answers=least_answers)
    members = {member.user_id: member for member in db.scalars(select(Member).where(Member.campaign_id == target))}
    changes = []
    for person in people:
        db.add(
            Admission(
                campaign_id=target,
                user_id=person.user,
                admitted=person.admitted,
                by="campaign",
                source_id=source,
                right=int(person.accuracy.part),
                total=person.accuracy.whole,
                reason="",
                actor_id=actor.id,
                at=at,
            )
        )
        member = members.get(person.user)
        roles = split_roles(member.roles) if member is not None else frozenset()
        if person.admitted and Role.ANNOTATOR not in roles:
            rate = member.audit_rate if member is not None else None
            changes.append(MemberChange(person.user, roles | {Role.ANNOTATOR}, rate))
    set_members(db, actor, target, changes, at=at)
    admitted = [person.name for person in people if person.admitted]
    note(
        db, "admitted-from", at=at, campaign=target, actor=actor, source=first.campaign.title, people=len(people),
        admitted=len(admitted), best=best, at_least=at_least,
    )  # fmt: skip
    db.flush()
    return people
