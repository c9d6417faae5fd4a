"""Making competitions and saying what holds in them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from pingce.leaderboard.competition.calendar import check_calendar
from pingce.leaderboard.competition.counting import RULES
from pingce.leaderboard.competition.phases import (
    PHASE_TITLES,
    PhaseKind,
    PhasePlan,
    check_schedule,
    current_phase,
    in_order,
    make_rules,
    next_change,
    open_phases,
    rules_json,
)
from pingce.leaderboard.competition.presets import preset_rules
from pingce.leaderboard.competition.tasks import task_info
from pingce.leaderboard.competition.views import CompetitionBrief, CompetitionDetail, PhaseView
from pingce.spec.task import EditionSpec, MeanGroup
from pingce.spec.words import Words
from pingce.store.database import clock, typed_number
from pingce.store.errors import Conflict, NotFound, Refused
from pingce.store.own_tasks import keep_task
from pingce.store.people import Actor
from pingce.store.tables.competition import Competition, Phase, Team
from pingce.store.tables.removal import DELETED, CompetitionRemoval
from pingce.tasks.catalog import find_edition, find_task

from .access import CompetitionContext, enter, is_organiser, manage, plans_of
from .calendar import preset_calendar, set_dates
from .dates import file_dates, note_moves
from .files import files
from .teams import agreement_digest, may_register, team_view
from .texts import current_texts


@dataclass(frozen=True)
class PhaseChange:
    """A phase as organisers give it; rules they do not name keep their value, or the usual one."""

    kind: PhaseKind
    starts_at: float
    ends_at: float | None
    rules: Mapping[str, object]


def create_competition(
    db: Session,
    actor: Actor,
    *,
    title: str,
    edition: str | None = None,
    tasks: Sequence[str] = (),
    about: str = "",
    ddof: int = 1,
    baseline_counts: bool = False,
    at: float | None = None,
) -> int:
    """An edition, or some of its tasks, or tasks of one's own choice; a draft until it is opened.

    ``ddof`` is that of the standard deviation in Z-scores (1: of a sample), ``baseline_counts`` whether the
    baseline's score is among those it is computed from. Returns the competition's number.
    """
    chosen = list(dict.fromkeys(tasks)) or (list(find_edition(edition).tasks) if edition is not None else [])
    if not chosen or not title.strip():
        raise Refused(Words("评测需要标题和至少一个任务。", "A competition needs a title and a task."), code="no-tasks")
    strangers = [task for task in map(find_task, chosen) if edition is not None and task.edition != edition]
    if strangers:
        raise Refused(
            Words(f"{strangers[0].id} 不属于 {edition}。", f"{strangers[0].id} is not of {edition}."),
            code="other-edition",
        )
    if edition is not None:
        find_edition(edition)
    for task in chosen:
        keep_task(db, task)
    made = Competition(
        title=title.strip(),
        about=about,
        edition=edition,
        tasks=chosen,
        ranking={"ddof": ddof, "baseline_counts": baseline_counts},
        open=False,
        created_by=actor.id,
        created_at=clock(db) if at is None else at,
    )
    try:
        with db.begin_nested():
            db.add(made)
    except IntegrityError as problem:
        raise Conflict(
            Words(f"已有名为“{title}”的评测。", f"There is a competition called '{title}'."), code="title-taken"
        ) from problem
    return made.id


def change_competition(
    db: Session,
    actor: Actor,
    competition_id: int,
    *,
    about: str | None = None,
    contact: str | None = None,
    open: bool | None = None,  # noqa: A002 (the name in the API)
) -> None:
    """What is left out stays; a closed competition is seen by its organisers only."""
    competition = manage(db, actor, competition_id).competition
    competition.about = competition.about if about is None else about
    competition.contact = competition.contact if contact is None else contact.strip()
    competition.open = competition.open if open is None else open
    db.flush()


def set_phases(
    db: Session, actor: Actor, competition_id: int, changes: Sequence[PhaseChange], *, reason: str = ""
) -> None:
    """Add or change phases; the others stay as they are. Dates that move are noted with the reason."""
    context = manage(db, actor, competition_id)
    plans = {plan.kind: plan for plan in context.plans}
    for change in changes:
        known = plans.get(change.kind)
        base = known.rules if known is not None else preset_rules(context.competition.edition, change.kind)
        plans[change.kind] = PhasePlan(change.kind, change.starts_at, change.ends_at, make_rules(change.rules, base))
    check_schedule(list(plans.values()))
    check_calendar(list(plans.values()), list(file_dates(db, competition_id).values()), (), context.competition.tasks)
    stored = {row.kind: row for row in db.scalars(select(Phase).where(Phase.competition_id == competition_id))}
    for change in changes:
        plan = plans[change.kind]
        row = stored.get(plan.kind)
        if row is None:
            row = Phase(competition_id=competition_id, kind=plan.kind.value)
            db.add(row)
        row.starts_at, row.ends_at, row.rules = plan.starts_at, plan.ends_at, rules_json(plan.rules)
    note_moves(db, context, actor, _moments(context.plans), _moments(plans.values()), reason=reason)
    db.flush()


def _moments(plans: Iterable[PhasePlan]) -> dict[Words, float | None]:
    moments: dict[Words, float | None] = {}
    for plan in plans:
        title = PHASE_TITLES[plan.kind]
        moments[Words(f"{title.zh}（开始）", f"{title.en} (start)")] = plan.starts_at
        moments[Words(f"{title.zh}（结束）", f"{title.en} (end)")] = plan.ends_at
    return moments


def apply_preset(
    db: Session, actor: Actor, competition_id: int, preset: str, *, year: int | None = None, reason: str = ""
) -> None:
    """Take over a published calendar: its phases, the dates of its files, and its other dates."""
    context = manage(db, actor, competition_id)
    calendar = preset_calendar(preset, context.competition.tasks, year)
    check_calendar(
        [PhasePlan(*phase) for phase in calendar.phases], calendar.files, calendar.events, context.competition.tasks
    )
    before = file_dates(db, competition_id)
    kept = [file for name, file in before.items() if name not in {(file.task, file.what) for file in calendar.files}]
    phases = [PhaseChange(kind, starts, ends, {}) for kind, starts, ends in calendar.phases]
    set_phases(db, actor, competition_id, phases, reason=reason)
    set_dates(db, actor, competition_id, [*kept, *calendar.files], calendar.events, reason=reason)


def competitions(db: Session, actor: Actor | None, *, at: float | None = None) -> list[CompetitionBrief]:
    """Those the visitor may see, newest first."""
    now = clock(db) if at is None else at
    put_away = select(CompetitionRemoval.competition_id)
    rows = db.scalars(select(Competition).where(Competition.id.not_in(put_away)).order_by(Competition.id.desc()))
    return [_brief(db, row, now) for row in rows if row.open or is_organiser(actor, row)]


def competition_detail(
    db: Session, actor: Actor | None, competition_id: int, *, at: float | None = None
) -> CompetitionDetail:
    """A competition with everything its page shows, as far as the visitor may see it."""
    context = enter(db, actor, competition_id, at=at)
    return CompetitionDetail(
        **vars(_brief(db, context.competition, context.now)),
        about=context.competition.about,
        contact=context.competition.contact,
        tasks=[task_info(task) for task in context.competition.tasks],
        phases=[_phase(plan, context) for plan in in_order(context.plans)],
        files=files(db, context),
        organiser=context.viewer == "organiser",
        archived=context.archived,
        registration=may_register(context),
        team=team_view(db, context.team) if context.team is not None else None,
        texts=current_texts(db, context.id),
    )


def competition_named(db: Session, actor: Actor, name: str) -> int:
    """By number or title, for the command line."""
    competition = db.scalar(select(Competition).where(Competition.id == typed_number(name)))
    if competition is None:
        competition = db.scalar(select(Competition).where(Competition.title == name))
    removed = db.get(CompetitionRemoval, competition.id) if competition is not None else None
    gone = removed is not None and removed.status == DELETED
    if competition is None or gone or not (competition.open or is_organiser(actor, competition)):
        raise NotFound(Words(f"评测“{name}”", f"competition '{name}'"))
    return competition.id


def ranking_rules(competition: Competition) -> EditionSpec:
    """How the overall ranking is made: the edition's way, or what the organisers chose."""
    tasks = tuple(competition.tasks)
    if competition.edition is not None:
        edition = find_edition(competition.edition)
        ranked = tuple(task for task in edition.ranked if task in tasks)
        return replace(edition, tasks=tasks, ranked=ranked, means=_means_of(edition, tasks))
    ddof = competition.ranking.get("ddof")
    return EditionSpec(
        id=f"competition-{competition.id}",
        title=Words(competition.title, competition.title),
        tasks=tasks,
        ranked=tasks,
        ddof=0 if ddof == 0 else 1,
        baseline_counts=bool(competition.ranking.get("baseline_counts")),
        note=CUSTOM_NOTE,
    )


def _means_of(edition: EditionSpec, tasks: Sequence[str]) -> tuple[MeanGroup, ...]:
    """The groups of an edition with only those subtasks that the competition has."""
    groups = (replace(group, tasks=tuple(task for task in group.tasks if task in tasks)) for group in edition.means)
    return tuple(group for group in groups if group.tasks)


CUSTOM_NOTE = Words(
    "按平均 Z 排名；标准差由组织者选定。", "Ranked by mean Z; the organisers chose the standard deviation."
)


def _brief(db: Session, competition: Competition, now: float) -> CompetitionBrief:
    plans = in_order(plans_of(db, competition.id))
    phase = current_phase(plans, now)
    teams = db.scalar(
        select(func.count(Team.id)).where(
            Team.competition_id == competition.id, Team.state == "approved", Team.baseline.is_(False)
        )
    )
    return CompetitionBrief(
        id=competition.id,
        title=competition.title,
        edition=competition.edition,
        phase=phase.kind.value if phase is not None else None,
        starts_at=plans[0].starts_at if plans else None,
        changes_at=next_change(plans, now),
        open=competition.open,
        teams=teams or 0,
        created_at=competition.created_at,
    )


def _phase(plan: PhasePlan, context: CompetitionContext) -> PhaseView:
    current = context.phase
    return PhaseView(
        kind=plan.kind.value,
        title=PHASE_TITLES[plan.kind],
        starts_at=plan.starts_at,
        ends_at=plan.ends_at,
        current=current is not None and current.kind is plan.kind,
        open=plan in open_phases(context.plans, context.now),
        agreement_sha256=agreement_digest(plan),
        counts_text=RULES.get((plan.kind, plan.rules.counts)),
        **rules_json(plan.rules),  # type: ignore[arg-type] # the same names
    )
