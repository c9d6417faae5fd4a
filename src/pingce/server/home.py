"""What the first page shows somebody who is signed in: one section for each thing they do here.

Composed of what the stages' services say, in one request. Counts are made by the database, a few queries per section,
however many items there are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session

from pingce.annotate.services.campaign_views import CampaignBrief
from pingce.annotate.services.campaigns import campaigns_of
from pingce.annotate.workflow import ANSWERED_JOBS, ItemState, JobState, TurnState
from pingce.flow import registry
from pingce.flow.benchmark import Benchmark
from pingce.leaderboard.competition.result_views import LeftView, SubmissionView
from pingce.leaderboard.competition.services.access import is_organiser
from pingce.leaderboard.competition.services.competitions import competitions
from pingce.leaderboard.competition.services.results import submissions
from pingce.leaderboard.competition.services.submissions import submissions_left
from pingce.leaderboard.competition.views import CompetitionBrief, TeamState
from pingce.spec.words import Words
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Campaign, Item, Job, Turn
from pingce.store.tables.competition import Competition, Submission, Team
from pingce.store.tables.flow import RunRow
from pingce.store.tables.glosses import GlossReport
from pingce.store.tables.organising import CompetitionQuestion
from pingce.store.tables.removal import DELETED
from pingce.tasks.catalog import find_task

from .benchmarks import OpenedBenchmarks

WEEK = 7 * 86_400.0
LATEST_BOARDS = 5
WaitKind = Literal["draft", "finished", "glosses", "failed"]


@dataclass(frozen=True, slots=True)
class AnnotatorHome:
    """`resume`: the campaign to go on with; the rest are one's own numbers, of all campaigns that are still there."""

    resume: int | None
    held: int
    """Items begun and not handed in."""
    inbox: int
    """Answers that came back and wait for a reply."""
    answered: int
    week: int
    """Answers handed in during the last seven days."""
    upheld: int
    dismissed: int


@dataclass(frozen=True, slots=True)
class ReviewerHome:
    """What waits, in all campaigns together, and what one has decided."""

    to_review: int
    to_appeal: int
    decided: int
    week: int


@dataclass(frozen=True, slots=True)
class WaitView:
    """Something that goes on only when a builder does something."""

    kind: WaitKind
    title: str
    place: str
    count: int


@dataclass(frozen=True, slots=True)
class BenchmarkStanding:
    """A benchmark one builds, with what runs now."""

    name: str
    running: int
    failed: int


@dataclass(frozen=True, slots=True)
class BuilderHome:
    """What somebody who builds benchmarks sees first: how each stands, and what waits for them."""

    benchmarks: Sequence[BenchmarkStanding]
    waits: Sequence[WaitView]


@dataclass(frozen=True, slots=True)
class OrganisedCompetition:
    """A competition one organises: `pending` teams wait to be admitted, `questions` to be answered."""

    brief: CompetitionBrief
    pending: int
    submissions: int
    week: int
    questions: int


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """One's team in a competition, what it may still hand in, and what it handed in last."""

    brief: CompetitionBrief
    team: str
    state: TeamState
    left: Sequence[LeftView]
    last: SubmissionView | None
    titles: Mapping[str, Words]
    """Of the subtasks."""


@dataclass(frozen=True, slots=True)
class HomeView:
    """A section is null for whoever does not do that here."""

    campaigns: Sequence[CampaignBrief]
    annotator: AnnotatorHome | None
    reviewer: ReviewerHome | None
    builder: BuilderHome | None
    organiser: Sequence[OrganisedCompetition] | None
    team: Sequence[TeamStanding] | None
    boards: Sequence[CompetitionBrief]
    """The latest competitions, for whoever takes part in none."""


def home_view(db: Session, actor: Actor, opened: OpenedBenchmarks, *, now: float) -> HomeView:
    """All sections of a person."""
    campaigns = campaigns_of(db, actor)
    listed = competitions(db, actor, at=now) if actor.is_any(Role.ADMIN, Role.BUILDER, Role.TEAM) else []
    builds = actor.is_any(Role.ADMIN, Role.BUILDER)
    return HomeView(
        campaigns=campaigns,
        annotator=_annotator(db, actor, campaigns, now) if actor.is_any(Role.ANNOTATOR) else None,
        reviewer=_reviewer(db, actor, campaigns, now) if actor.is_any(Role.ADMIN, Role.REVIEWER) else None,
        builder=_builder(db, actor, campaigns, opened) if builds else None,
        organiser=_organised(db, actor, listed, now) if builds else None,
        team=_teams(db, actor, listed, now) if actor.is_any(Role.TEAM) else None,
        boards=listed[:LATEST_BOARDS] if actor.is_any(Role.TEAM) else (),
    )


def _counted(db: Session, query: Select[str, int] | Select[int, int]) -> Mapping[object, int]:
    return {row[0]: row[1] for row in db.execute(query)}


def _annotator(db: Session, actor: Actor, campaigns: Sequence[CampaignBrief], now: float) -> AnnotatorHome:
    gone = select(Campaign.id).where(Campaign.status == DELETED)
    mine: tuple[ColumnElement[bool], ...] = (Job.user_id == actor.id, Job.campaign_id.not_in(gone))
    states = _counted(db, select(Job.state, func.count()).where(*mine).group_by(Job.state))
    open_ids = [brief.id for brief in campaigns if brief.status == "open" and Role.ANNOTATOR in brief.roles]
    latest = select(Job.campaign_id).where(*mine, Job.campaign_id.in_(open_ids)).order_by(Job.seen_at.desc()).limit(1)
    return AnnotatorHome(
        resume=db.scalar(latest) or next(iter(open_ids), None),
        held=states.get(JobState.CLAIMED, 0),
        inbox=states.get(JobState.RETURNED, 0) + states.get(JobState.REJECTED, 0),
        answered=sum(states.get(state, 0) for state in ANSWERED_JOBS),
        week=db.scalar(select(func.count()).where(*mine, Job.submitted_at > now - WEEK)) or 0,
        upheld=states.get(JobState.UPHELD, 0),
        dismissed=states.get(JobState.DISMISSED, 0),
    )


def _reviewer(db: Session, actor: Actor, campaigns: Sequence[CampaignBrief], now: float) -> ReviewerHome:
    decided = (Turn.reviewer_id == actor.id, Turn.state == TurnState.DONE)
    return ReviewerHome(
        to_review=sum(brief.to_review or 0 for brief in campaigns),
        to_appeal=sum(brief.to_appeal or 0 for brief in campaigns),
        decided=db.scalar(select(func.count()).where(*decided)) or 0,
        week=db.scalar(select(func.count()).where(*decided, Turn.decided_at > now - WEEK)) or 0,
    )


def _builder(db: Session, actor: Actor, campaigns: Sequence[CampaignBrief], opened: OpenedBenchmarks) -> BuilderHome:
    own = [(benchmark, number) for benchmark, number in opened.opened(db) if registry.is_member(db, actor, number)]
    latest = select(func.max(RunRow.id)).where(RunRow.benchmark_id.in_([number for _, number in own]))
    runs = db.scalars(select(RunRow).where(RunRow.id.in_(latest.group_by(RunRow.benchmark_id, RunRow.stage)))).all()
    standings = [_standing(benchmark, [run for run in runs if run.benchmark_id == number]) for benchmark, number in own]
    names = {number: benchmark.name for benchmark, number in own}
    failed = [
        WaitView(
            "failed",
            f"{names[run.benchmark_id]} · {run.stage}",
            f"/benchmarks/{names[run.benchmark_id]}/runs/{run.id}",
            1,
        )
        for run in runs
        if run.state == "failed"
    ]
    return BuilderHome(standings, [*failed, *_campaign_waits(db, campaigns)])


def _standing(benchmark: Benchmark, runs: Sequence[RunRow]) -> BenchmarkStanding:
    return BenchmarkStanding(
        benchmark.name,
        running=sum(run.state == "running" for run in runs),
        failed=sum(run.state == "failed" for run in runs),
    )


def _campaign_waits(db: Session, campaigns: Sequence[CampaignBrief]) -> list[WaitView]:
    """Drafts to open, finished campaigns to export, glosses somebody complained about."""
    built = [brief for brief in campaigns if not {Role.ADMIN, Role.BUILDER}.isdisjoint(brief.roles)]
    ids = [brief.id for brief in built]
    reports = _counted(
        db,
        select(GlossReport.campaign_id, func.count())
        .where(GlossReport.campaign_id.in_(ids), GlossReport.change_id.is_(None))
        .group_by(GlossReport.campaign_id),
    )
    out = (ItemState.WITHDRAWN, ItemState.CONTROL)
    done = _counted(
        db,
        select(Item.campaign_id, func.count())
        .where(Item.campaign_id.in_(ids), Item.state.in_((*out, ItemState.DECIDED)))
        .group_by(Item.campaign_id),
    )
    waits = []
    for brief in built:
        if brief.status == "draft":
            waits.append(WaitView("draft", brief.title, f"/manage/{brief.id}", brief.items))
        if brief.id in reports:
            waits.append(WaitView("glosses", brief.title, f"/manage/{brief.id}/glosses", reports[brief.id]))
        if brief.status == "open" and brief.decided and done.get(brief.id) == brief.items:
            waits.append(WaitView("finished", brief.title, f"/manage/{brief.id}/export", brief.decided))
    return waits


def _organised(
    db: Session, actor: Actor, listed: Sequence[CompetitionBrief], now: float
) -> Sequence[OrganisedCompetition]:
    rows = db.scalars(select(Competition).where(Competition.id.in_([brief.id for brief in listed])))
    own = {row.id for row in rows if is_organiser(actor, row)}
    by_team, by_submission = Team.competition_id, Submission.competition_id
    pending = _counted(
        db, select(by_team, func.count()).where(by_team.in_(own), Team.state == "pending").group_by(by_team)
    )
    everything = select(by_submission, func.count()).where(by_submission.in_(own)).group_by(by_submission)
    total, week = _counted(db, everything), _counted(db, everything.where(Submission.created_at > now - WEEK))
    asked = CompetitionQuestion.competition_id
    questions = _counted(
        db,
        select(asked, func.count()).where(asked.in_(own), CompetitionQuestion.answered_at.is_(None)).group_by(asked),
    )
    return [
        OrganisedCompetition(
            brief, pending.get(brief.id, 0), total.get(brief.id, 0), week.get(brief.id, 0), questions.get(brief.id, 0)
        )
        for brief in listed
        if brief.id in own
    ]


def _teams(db: Session, actor: Actor, listed: Sequence[CompetitionBrief], now: float) -> Sequence[TeamStanding]:
    briefs = {brief.id: brief for brief in listed}
    teams = db.scalars(
        select(Team)
        .where(Team.user_id == actor.id, Team.baseline.is_(False), Team.competition_id.in_(briefs))
        .order_by(Team.id.desc())
    )
    standings = []
    for team in teams:
        handed_in = submissions(db, actor, team.competition_id, limit=1)[1]
        standings.append(
            TeamStanding(
                brief=briefs[team.competition_id],
                team=team.name,
                state=team.state,  # type: ignore[arg-type] # written by teams.py alone
                left=submissions_left(db, actor, team.competition_id, at=now),
                last=handed_in[0] if handed_in else None,
                titles={task: find_task(task).title for task in db.get_one(Competition, team.competition_id).tasks},
            )
        )
    return standings
