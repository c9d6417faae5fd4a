"""Putting competitions away: archived ones take nothing and stand in no list, deleted ones are gone for everybody.

Organisers can take back both, a deletion for thirty days. Scores and submissions stay in the database either way, seen
by nobody. What others rely on cannot be deleted: a competition that a benchmark made, one whose certificates were
issued, one whose explanations are rated in a campaign. One with teams or a published board goes only if its title is
typed, so that nobody loses it by a slip.
"""

from dataclasses import dataclass

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from pingce.leaderboard.competition.phases import PhaseKind
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import NotFound, Refused
from pingce.store.people import Actor
from pingce.store.removals import PutAway, is_over, kept_by_benchmark, list_put_away, refuse_deletion
from pingce.store.tables.competition import NAME_LENGTH, Competition, RatingCampaign, Submission, Team
from pingce.store.tables.flow import BenchmarkPart
from pingce.store.tables.organising import Certificate
from pingce.store.tables.removal import ARCHIVED, DELETED, CompetitionRemoval

from .access import CompetitionContext, is_organiser, manage


@dataclass(frozen=True, slots=True)
class CompetitionRemovalPreview:
    """What deleting a competition would take along, whether its title has to be typed, and why it cannot be deleted."""

    teams: int
    submissions: int
    published: bool
    """Its results are public."""
    confirm: bool
    refused: Words | None


def removal_preview(
    db: Session, actor: Actor, competition_id: int, *, at: float | None = None
) -> CompetitionRemovalPreview:
    """What would be gone; nothing is changed."""
    context = manage(db, actor, competition_id, at=at)
    teams = select(func.count()).where(Team.competition_id == competition_id, Team.baseline.is_(False))
    handed_in = select(func.count()).where(Submission.competition_id == competition_id)
    n_teams, n_submissions = db.scalar(teams) or 0, db.scalar(handed_in) or 0
    published = _is_published(context)
    return CompetitionRemovalPreview(
        teams=n_teams,
        submissions=n_submissions,
        published=published,
        confirm=published or n_teams > 0 or n_submissions > 0,
        refused=_relied_on(db, competition_id),
    )


def _is_published(context: CompetitionContext) -> bool:
    plan = context.plan(PhaseKind.PUBLISHED)
    return context.competition.open and plan is not None and plan.starts_at <= context.now


def _relied_on(db: Session, competition_id: int) -> Words | None:
    """Who needs a competition, so that it must stay."""
    by_benchmark = kept_by_benchmark(db, BenchmarkPart.competition_id == competition_id)
    if by_benchmark is not None:
        return by_benchmark
    if db.scalar(select(exists().where(Certificate.competition_id == competition_id))):
        return Words("它的证书已经发出，要能查验。", "Its certificates were issued and have to be verifiable.")
    if db.scalar(select(exists().where(RatingCampaign.competition_id == competition_id))):
        return Words("有标注活动在给它的解释评分。", "A campaign rates its explanations.")
    return None


def archive_competition(db: Session, actor: Actor, competition_id: int, *, at: float | None = None) -> None:
    """No more registrations and submissions, out of the lists, still there to be read by its address."""
    context = manage(db, actor, competition_id, at=at)
    _put_away(db, actor, context, ARCHIVED)


def delete_competition(
    db: Session, actor: Actor, competition_id: int, *, confirm: str = "", at: float | None = None
) -> None:
    """Gone for everybody; its organisers can take that back for thirty days."""
    context = manage(db, actor, competition_id, at=at)
    seen = removal_preview(db, actor, competition_id, at=at)
    refuse_deletion(seen.refused)
    if seen.confirm and confirm.strip() != context.competition.title:
        raise Refused(
            Words(
                f"这次评测有 {seen.teams} 支队伍、{seen.submissions} 次提交；要删除，请写出它的标题。",
                f"It has {seen.teams} teams and {seen.submissions} submissions; to delete it, type its title.",
            ),
            code="title-not-typed",
        )
    _put_away(db, actor, context, DELETED)


def _put_away(db: Session, actor: Actor, context: CompetitionContext, status: str) -> None:
    competition = context.competition
    kept = db.get(CompetitionRemoval, competition.id)
    if kept is None:
        kept = CompetitionRemoval(
            competition_id=competition.id,
            title=competition.title,
            open=competition.open,
            status=status,
            by=actor.id,
            at=context.now,
        )
        db.add(kept)
    kept.status, kept.by, kept.at = status, actor.id, context.now
    if status == DELETED:  # its title is free for another
        mark = f" ✕{competition.id}"
        competition.title = kept.title[: NAME_LENGTH - len(mark)] + mark
        competition.open = False
    db.flush()


def restore_competition(db: Session, actor: Actor, competition_id: int, *, at: float | None = None) -> None:
    """As it was before it was put away."""
    at = clock(db) if at is None else at
    competition, kept = db.get(Competition, competition_id), db.get(CompetitionRemoval, competition_id)
    if competition is None or kept is None or not is_organiser(actor, competition) or is_over(kept.status, kept.at, at):
        raise NotFound(Words(f"编号为 {competition_id} 的评测", f"competition {competition_id}"))
    taken = exists().where(Competition.title == kept.title, Competition.id != competition_id)
    if not db.scalar(select(taken)):
        competition.title = kept.title
    competition.open = kept.open
    db.delete(kept)
    db.flush()


def put_away_competitions(db: Session, actor: Actor, *, at: float | None = None) -> list[PutAway]:
    """What one could bring back, the latest first."""
    rows = db.execute(
        select(Competition, CompetitionRemoval).join(
            CompetitionRemoval, CompetitionRemoval.competition_id == Competition.id
        )
    )
    own = [(competition.id, kept.title, kept) for competition, kept in rows if is_organiser(actor, competition)]
    return list_put_away(db, own, clock(db) if at is None else at)
