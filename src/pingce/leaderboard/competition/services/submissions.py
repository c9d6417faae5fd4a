"""Handing in: what is needed to check a file, and storing it once it has been checked.

In three steps, because checking takes time and no transaction should wait for it: ``open_intake`` (may this team hand
in now), the check in a pool, ``hand_in`` (store it, if nothing changed meanwhile).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from sqlalchemy import func, select
from sqlalchemy.orm import Session, undefer

from pingce.leaderboard.competition.calendar import DatedFile
from pingce.leaderboard.competition.files import StoredFile
from pingce.leaderboard.competition.limits import check_left, left
from pingce.leaderboard.competition.phases import Part, PhaseKind, PhasePlan, open_phases, part_of
from pingce.leaderboard.competition.result_views import LeftView, ScoredKind
from pingce.leaderboard.competition.scoring_jobs import CheckedAnswers
from pingce.leaderboard.competition.uploads import TaskAnswers
from pingce.spec.errors import PlacedProblem
from pingce.spec.words import Words
from pingce.store.errors import Conflict, NotAllowed, NotFound, Refused
from pingce.store.people import Actor
from pingce.store.tables.competition import Entry, Submission, Team

from .access import CompetitionContext, enter, enter_for_team
from .dates import file_dates
from .files import newest, stored
from .teams import check_agreement, team_of


@dataclass(frozen=True)
class SubmissionIntake:
    """Where a submission is handed in: whose it is, in which phase, and what is asked there."""

    competition: int
    team: int
    phase: PhasePlan
    tasks: tuple[str, ...]
    organiser: bool
    opened_at: float


@dataclass(frozen=True)
class TaskQuestions:
    """What a file of answers is checked against."""

    questions: StoredFile
    inventory: StoredFile | None


class InvalidAnswers(Refused):
    """A file with errors: nothing is stored, and it costs the team nothing."""

    def __init__(self, problems: Sequence[PlacedProblem], errors: int) -> None:
        super().__init__(
            Words(
                f"答案有 {errors} 处错误；没有提交，不占次数。",
                f"The answers have {errors} error{'s' * (errors != 1)}; nothing was handed in, nothing was counted.",
            ),
            code="invalid-answers",
        )
        self.problems = tuple(problems)


class AlreadyReceived(Conflict):
    """The same request again: it is the same submission, not another one."""

    def __init__(self, submission_id: int) -> None:
        super().__init__(
            Words(f"这次提交已经收到，编号 {submission_id}。", f"This was received before, as number {submission_id}."),
            hint=Words("若要再交一次，请换一个 key。", "To hand in once more, use another key."),
            code="already-received",
        )
        self.submission = submission_id
        self.location = f"/api/submissions/{submission_id}"


def open_intake(
    db: Session,
    actor: Actor,
    competition_id: int,
    *,
    key: str,
    team: int | None = None,
    phase: str | None = None,
    at: float | None = None,
) -> SubmissionIntake:
    """Everything that can be refused before the file is looked at.

    Organisers name a team (a baseline, or one whose file came by mail) and a phase; neither limits nor dates hold for
    them.
    """
    context = enter(db, actor, competition_id, at=at)
    if context.viewer == "organiser" and team is not None:
        plan = context.plan(PhaseKind(phase)) if phase is not None else context.phase
        if plan is None or part_of(plan.kind) is None:
            raise NotAllowed(NOT_TAKING, code="phase-closed")
        team_row = team_of(db, competition_id, team)
    else:
        if team is not None and (context.team is None or team != context.team.id):
            raise NotAllowed(Words("这不是你的队伍。", "This is not your team."), code="not-your-team")
        team_row, plan = _own_team(context, phase)
        check_agreement(db, context, [plan])
    _check_key(db, team_row, key)
    tasks, organises = tuple(context.competition.tasks), context.viewer == "organiser"
    return SubmissionIntake(competition_id, team_row.id, plan, tasks, organises, context.now)


NOT_TAKING = Words("本阶段不接受提交。", "This phase takes no submissions.")


def _own_team(context: CompetitionContext, phase: str | None) -> tuple[Team, PhasePlan]:
    if context.team is None:
        raise NotAllowed(Words("请先报名。", "Register first."), code="not-registered")
    if context.team.state != "approved":
        raise NotAllowed(Words("报名还没有通过。", "The registration has not been approved."), code="not-approved")
    plans = [plan for plan in _taking(context) if phase in (None, plan.kind.value)]
    if not plans:
        raise NotAllowed(NOT_TAKING, code="phase-closed")
    return context.team, plans[-1]


def _taking(context: CompetitionContext) -> list[PhasePlan]:
    """Phases that take answers now; where two do, whoever hands in names one, or means the later."""
    if context.archived:
        return []
    return [plan for plan in open_phases(context.plans, context.now) if part_of(plan.kind) is not None]


def _check_key(db: Session, team: Team, key: str) -> None:
    earlier = db.scalar(select(Submission.id).where(Submission.team_id == team.id, Submission.key == key))
    if earlier is not None:
        raise AlreadyReceived(earlier)


def asked(
    db: Session, intake: SubmissionIntake, answers: Sequence[TaskAnswers], *, at: float
) -> dict[str, TaskQuestions]:
    """The questions of each task, as far as the team may hand in for it."""
    split = part_of(intake.phase.kind)
    assert split is not None, "the intake is open"
    questions, dates, now = {}, file_dates(db, intake.competition), intake.opened_at
    for given in answers:
        if not intake.organiser:
            _check_out(dates.get((given.task, "dev questions" if split == "dev" else "test questions")), now)
            check_left(intake.phase.rules, given.task, _times(db, intake, given.task), at)
        questions[given.task] = _asked(db, intake.competition, given.task, split)
    return questions


def _check_out(date: DatedFile | None, now: float) -> None:
    """Nobody can have answered questions that are not out."""
    if date is not None and now < date.at:
        raise NotAllowed(
            Words(f"{date.task} 的题目还没有发布。", f"The questions of {date.task} are not published yet."),
            code="not-yet",
        )


def _asked(db: Session, competition_id: int, task: str, split: Part) -> TaskQuestions:
    questions = newest(db, competition_id, task, split, "questions")
    gold = newest(db, competition_id, task, split, "gold")
    if questions is None or gold is None:
        raise Refused(
            Words(f"{task} 的 {split} 数据还没有放好。", f"The {split} data of {task} are not in place yet."),
            code="no-data-yet",
        )
    glosses = next(
        (row for p in (split, "train", "dev", "test") if (row := newest(db, competition_id, task, p, "inventory"))),
        None,
    )
    return TaskQuestions(stored(db, questions), stored(db, glosses) if glosses is not None else None)


def to_check_again(db: Session, actor: Actor, submission_id: int, task: str) -> tuple[StoredFile, TaskQuestions]:
    """The answers to a subtask as they were handed in, and the questions as they are now."""
    submission, _ = submission_of(db, actor, submission_id)
    entry = db.scalar(
        select(Entry).options(undefer(Entry.data)).where(Entry.submission_id == submission_id, Entry.task == task)
    )
    split = part_of(PhaseKind(submission.phase))
    if entry is None or split is None:
        raise NotFound(Words(f"这次提交里 {task} 的答案", f"answers to {task} in this submission"))
    file = StoredFile(entry.name, entry.sha256, entry.data)
    return file, _asked(db, submission.competition_id, task, split)


def _times(db: Session, intake: SubmissionIntake, task: str) -> list[float]:
    return list(
        db.scalars(
            select(Submission.created_at)
            .join(Entry, Entry.submission_id == Submission.id)
            .where(
                Submission.team_id == intake.team,
                Submission.phase == intake.phase.kind.value,
                Entry.task == task,
            )
        )
    )


def refuse_invalid(checked: Sequence[CheckedAnswers]) -> None:
    """All problems of all files at once."""
    errors = sum(answers.errors for answers in checked)
    if errors:
        raise InvalidAnswers([told for answers in checked if answers.errors for told in answers.problems], errors)


def hand_in(
    db: Session,
    actor: Actor,
    intake: SubmissionIntake,
    checked: dict[str, CheckedAnswers],
    *,
    key: str,
    system: str,
    description: str = "",
    at: float,
) -> int:
    """Store what was found valid; key and limits are looked at again, with the team locked: no race passes them.

    ``intake`` is what was looked up before the files were read, ``checked`` the files by task. The same ``key`` twice
    gives the same submission, whose number is returned.
    """
    team = db.execute(select(Team).where(Team.id == intake.team).with_for_update()).scalar_one()
    _check_key(db, team, key)
    if not intake.organiser:
        for task in checked:
            check_left(intake.phase.rules, task, _times(db, intake, task), at)
    submission = Submission(
        competition_id=intake.competition,
        team_id=intake.team,
        user_id=actor.id,
        phase=intake.phase.kind.value,
        key=key,
        system=system.strip(),
        description=description,
        created_at=at,
    )
    db.add(submission)
    db.flush()
    for task, answers in checked.items():
        db.add(
            Entry(
                submission_id=submission.id,
                task=task,
                name=answers.file.name,
                sha256=answers.file.sha256,
                size=answers.size,
                records=answers.records,
                warnings=answers.warnings,
                data=answers.file.packed,
                state="queued",
                attempts=0,
            )
        )
    db.flush()
    return submission.id


def withdraw(db: Session, actor: Actor, submission_id: int, reason: str, *, at: float | None = None) -> int:
    """Take a submission off the board while its phase lasts; what it cost is not given back."""
    submission, context = submission_of(db, actor, submission_id, at=at)
    goes_on = submission.phase in [plan.kind.value for plan in _taking(context)]
    if context.viewer != "organiser" and not goes_on:
        raise NotAllowed(Words("这个阶段已经结束。", "The phase is over."), code="phase-closed")
    if submission.withdrawn_at is not None:
        raise Conflict(Words("已经撤回。", "It was withdrawn already."), code="withdrawn-already")
    submission.withdrawn_at, submission.withdrawn_reason = context.now, reason.strip()
    db.flush()
    return context.id


def describe(db: Session, actor: Actor, submission_id: int, *, description: str) -> None:
    """The description may be written later: papers are."""
    submission, _ = submission_of(db, actor, submission_id)
    submission.description = description
    db.flush()


def submission_of(
    db: Session, actor: Actor, submission_id: int, *, at: float | None = None
) -> tuple[Submission, CompetitionContext]:
    """One's own; organisers find all. Somebody else's does not exist."""
    missing = NotFound(Words(f"编号为 {submission_id} 的提交", f"submission {submission_id}"))
    submission = db.get(Submission, submission_id)
    if submission is None:
        raise missing
    return submission, enter_for_team(db, actor, submission.competition_id, submission.team_id, missing, at=at)


def submissions_left(db: Session, actor: Actor, competition_id: int, *, at: float | None = None) -> list[LeftView]:
    """What the team may still hand in, by subtask; nothing in phases that take none."""
    context = enter(db, actor, competition_id, at=at)
    if context.team is None or context.team.state != "approved":
        return []
    views = []
    for plan in _taking(context):
        tasks, phase = tuple(context.competition.tasks), cast("ScoredKind", plan.kind.value)
        intake = SubmissionIntake(competition_id, context.team.id, plan, tasks, organiser=False, opened_at=context.now)
        remaining = {task: left(plan.rules, _times(db, intake, task), context.now) for task in tasks}
        views += [LeftView(task, left.today, left.in_all, phase) for task, left in remaining.items()]
    return views


def waiting_before(db: Session, entry: Entry) -> int:
    """How many entries are scored before this one."""
    return (
        db.scalar(select(func.count(Entry.id)).where(Entry.state.in_(("queued", "scoring")), Entry.id < entry.id)) or 0
    )
