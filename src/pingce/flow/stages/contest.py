"""The competition on the benchmark's own pack, and its board once the results are public."""

from datetime import date, datetime, time, timedelta, timezone
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.flow.benchmark import RecipeStage
from pingce.formats.checksum import file_sha256
from pingce.formats.encode import Json
from pingce.formats.write import write_text
from pingce.leaderboard.competition.phases import PhaseKind
from pingce.leaderboard.competition.services import competitions, queue, submissions, teams
from pingce.leaderboard.competition.services import files as file_services
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.database import clock, reading, transaction
from pingce.store.tables.competition import Team

from .context import StageContext, StageCounts, StageResult

BEIJING = timezone(timedelta(hours=8))
BASELINE = "基线"


def competition(context: StageContext) -> StageResult:
    """MakeOutcome once; files, phases and answers of baselines follow the recipe."""
    from pingce.flow.packs import files_of_folder
    from pingce.release.manifest import read_manifest

    pack = next(stage for stage in context.earlier() if stage.kind.name == "pack")
    folder = context.benchmark.output(pack)
    tasks = sorted(read_manifest(folder / "public").items)
    new = [file_services.prepare(*file) for file in files_of_folder(folder, tasks)]
    given = context.settings
    with transaction(context.database) as db:
        number = _competition(context, db, tasks)
        for file in new:
            file_services.add_file(db, context.actor, number, file)
        if "phases" in given:
            competitions.set_phases(db, context.actor, number, [_phase(phase) for phase in given["phases"]])
        if given["open"]:
            competitions.change_competition(db, context.actor, number, open=True)
    handed_in = 0
    for stage in context.earlier():
        if stage.kind.name == "predict":
            handed_in += _hand_in(context, number, stage)
    queue.score_waiting(context.database)  # a benchmark may be made where no server runs
    write_text(context.out, f'{{"competition": {number}}}\n')
    return StageResult(None, {"competition": number, "files": len(new), "baselines": handed_in})


def _competition(context: StageContext, db: Session, tasks: list[str]) -> int:
    part = context.part(db, context.stage)
    if part is not None:
        assert part.competition_id is not None
        return part.competition_id
    given = context.settings
    number = competitions.create_competition(
        db,
        context.actor,
        title=str(given.get("title", f"{context.benchmark.name} {context.stage.name}")),
        edition=given.get("edition"),
        tasks=tasks,
        about=str(given["about"]),
    )
    context.add_part(db, competition=number)
    return number


def _phase(phase: dict[str, Any]) -> competitions.PhaseChange:
    ends = phase.get("ends")
    return competitions.PhaseChange(
        PhaseKind(phase["kind"]),
        _moment(phase["starts"]),
        _moment(ends) if ends is not None else None,
        dict(phase.get("settings", {})),
    )


def _moment(value: object) -> float:
    """A day or a moment, as TOML has them or as text; Beijing time unless it has a zone."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError as problem:
            raise _no_moment(value) from problem
    elif isinstance(value, date) and not isinstance(value, datetime):
        value = datetime.combine(value, time(), BEIJING)
    if not isinstance(value, datetime):
        raise _no_moment(value)
    return (value if value.tzinfo is not None else value.replace(tzinfo=BEIJING)).timestamp()


def _no_moment(value: object) -> UserError:
    return UserError(
        Words(f"看不懂时间“{value}”。", f"'{value}' is no time."),
        hint=Words("例如 2026-12-01 或 2026-12-01T09:00。", "For example 2026-12-01 or 2026-12-01T09:00."),
        code="bad-time",
    )


def _hand_in(context: StageContext, number: int, stage: RecipeStage) -> int:
    """A baseline's answers, once for the same file; 1 if they were not there yet."""
    from pingce.leaderboard.competition.scoring_jobs import check_answers
    from pingce.leaderboard.competition.uploads import TaskAnswers

    training = context.benchmark.by_name[stage.inputs[0]]
    task, path = str(training.settings["task"]), context.benchmark.output(stage)
    part = str(stage.effective["part"])
    key = f"{stage.name}-{file_sha256(path)[:32]}"
    with transaction(context.database) as db:
        team = _baseline(context, db, number, f"{BASELINE} {training.name}")
        now = clock(db)
        try:
            intake = submissions.open_intake(db, context.actor, number, key=key, team=team, phase=part, at=now)
        except submissions.AlreadyReceived:
            return 0
        given = TaskAnswers(task, path.name, path.read_bytes())
        asked = submissions.asked(db, intake, [given], at=now)[task]
        checked = check_answers(task, given.name, given.data, asked.questions, asked.inventory)
        submissions.refuse_invalid([checked])
        submissions.hand_in(
            db,
            context.actor,
            intake,
            {task: checked},
            key=key,
            system=str(training.settings["system"]),
            description=f"{context.benchmark.name} {stage.name}",
            at=now,
        )
    return 1


def _baseline(context: StageContext, db: Session, number: int, name: str) -> int:
    team = db.scalar(select(Team.id).where(Team.competition_id == number, Team.name == name))
    if team is not None:
        return team
    return teams.add_baseline(db, context.actor, number, teams.NewTeam(name, context.benchmark.name)).id


def board(context: StageContext) -> StageResult:
    """The board as everybody may see it now."""
    from pingce.leaderboard.competition.export import export_board
    from pingce.leaderboard.competition.services import boards

    (contest,) = context.earlier()
    phase = PhaseKind(str(context.settings["phase"]))
    with reading(context.database) as db:
        part = context.part(db, contest)
        assert part is not None, "the stages before have run"
        assert part.competition_id is not None
        shown = boards.board(db, context.actor, part.competition_id, phase)
    write_text(context.out, export_board(shown, "csv"))
    write_text(context.out.with_suffix(".json"), export_board(shown, "json"))
    rows: dict[str, Json] = {task.task: [row.team for row in task.rows] for task in shown.tasks}
    total = sum(len(task.rows) for task in shown.tasks)
    return StageResult(StageCounts(total, total), {"rows": rows})
