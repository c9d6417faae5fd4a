"""Boards and histories from the database, as far as the visitor may see them.

Which entries count, what the visitor may see of them, places and groups that cannot be told apart; the pure part is
:mod:`pingce.leaderboard.competition.boards`.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, undefer

from pingce.leaderboard.competition.boards import BoardEntry, coarse, coarse_board, group_titles, overall, task_board
from pingce.leaderboard.competition.counting import ScoredEntry, best_by_system, counting
from pingce.leaderboard.competition.phases import PHASE_TITLES, PhaseKind, part_of
from pingce.leaderboard.competition.result_views import Board, HistoryPoint
from pingce.leaderboard.competition.tasks import task_info
from pingce.leaderboard.competition.visibility import Sight, holds_back, may_see_intervals, sight
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import NotFound
from pingce.store.people import Actor, Role
from pingce.store.tables.competition import Entry, ScoreRow, SignificanceGroups, Submission, Team

from ..result_views import ScoredKind
from .access import CompetitionContext, enter
from .competitions import ranking_rules
from .tables import table_rows

HIDDEN = Words(
    "本阶段的成绩在结果公布之前不公开。", "The scores of this phase are hidden until the results are published."
)
OWN = Words("本阶段只能看到自己的成绩。", "In this phase one sees one's own scores only.")


@dataclass(frozen=True)
class _Scored:
    """A scored entry that was not withdrawn."""

    entry: int
    score: ScoreRow
    submission: Submission
    team: Team


def board(db: Session, actor: Actor | None, competition_id: int, kind: PhaseKind, *, at: float | None = None) -> Board:
    """All boards of a phase as ``actor`` may see them now: subtasks, overall ranking, awards and notes."""
    context = enter(db, actor, competition_id, at=at)
    if part_of(kind) is None:
        raise NotFound(Words(f"{PHASE_TITLES[kind].zh}的榜单", f"board of the {PHASE_TITLES[kind].en}"))
    seen = sight(context.plans, kind, context.viewer, context.now)
    infos = [task_info(task) for task in context.competition.tasks]
    table = table_rows(db, competition_id, kind) if seen == "all" else []
    boards = []
    for info in infos:
        standings = [] if seen == "none" else _standings(db, context, kind, info.id, seen)
        boards.append(task_board(info, standings, _groups(db, context, kind, info.id, seen), table))
    notes = {"none": [HIDDEN], "own": [OWN], "all": []}[seen]
    rules = ranking_rules(context.competition)
    rows, awards, more = overall(rules, boards, table) if seen == "all" else ([], [], [])
    phase = cast("ScoredKind", kind.value)
    all_notes = [*notes, *(more if rows else [])]
    full = Board(phase, seen, boards, rows, awards, all_notes, context.now, group_titles(rules))
    return coarse_board(full) if holds_back(context.plans, kind, context.viewer, context.now) else full


def _standings(db: Session, context: CompetitionContext, kind: PhaseKind, task: str, seen: Sight) -> list[BoardEntry]:
    entries = counted(db, context, kind, task)
    own = context.team.id if context.team is not None else 0
    chosen = [entry for entry in entries if seen == "all" or entry.team.id == own]
    rows = db.execute(
        select(ScoreRow.entry_id, func.count(ScoreRow.id))
        .where(ScoreRow.entry_id.in_([entry.entry for entry in chosen]))
        .group_by(ScoreRow.entry_id)
    )
    times = {entry: count for entry, count in rows}  # noqa: C416 (rows, not pairs, to the type checker)
    number = task_info(task).number
    wide = may_see_intervals(context.plans, kind, context.viewer, context.now)
    return [
        _standing(entry, _interval(entry.score, number) if wide else None, scores=times[entry.entry])
        for entry in chosen
    ]


def _standing(scored: _Scored, interval: tuple[float, float] | None, *, scores: int) -> BoardEntry:
    return BoardEntry(
        team=scored.team.name,
        baseline=scored.team.baseline,
        system=scored.submission.system,
        submission=scored.submission.id,
        score=scored.score.id,
        value=scored.score.value,
        interval=interval,
        numbers=cast("Mapping[str, Mapping[str, float]]", scored.score.numbers),
        at=scored.submission.created_at,
        scores=scores,
        disqualified=scored.team.disqualified_reason,
    )


def _interval(score: ScoreRow, number: str) -> tuple[float, float] | None:
    measure, _, name = number.partition(".")
    intervals = cast("Mapping[str, Mapping[str, Sequence[float]]]", score.intervals)
    ends = intervals.get(measure, {}).get(name) if score.value is not None else None
    return (ends[0], ends[1]) if ends is not None else None


def counted(db: Session, context: CompetitionContext, kind: PhaseKind, task: str) -> list[_Scored]:
    """The submission of every team that counts for a subtask."""
    scored = _scored(db, context.id, kind, task)
    plan = context.plan(kind)
    rule = plan.rules.counts if plan is not None else "last"
    dev = _scored(db, context.id, PhaseKind.DEV, task) if kind is PhaseKind.TEST and rule == "best-on-dev" else None
    by_team: dict[int, list[_Scored]] = {}
    for entry in scored:
        by_team.setdefault(entry.team.id, []).append(entry)
    entries = set()
    for team, ones in by_team.items():
        best = None if dev is None else best_by_system(_candidate(entry) for entry in dev if entry.team.id == team)
        entries.add(counting([_candidate(entry) for entry in ones], rule, best))
    return [entry for entry in scored if entry.entry in entries]


def _candidate(scored: _Scored) -> ScoredEntry:
    return ScoredEntry(scored.entry, scored.score.value, scored.submission.system)


def _scored(db: Session, competition_id: int, kind: PhaseKind, task: str) -> list[_Scored]:
    rows = db.execute(
        select(Entry.id, ScoreRow, Submission, Team)
        .join(ScoreRow, ScoreRow.id == Entry.score_id)
        .join(Submission, Submission.id == Entry.submission_id)
        .join(Team, Team.id == Submission.team_id)
        .where(
            Submission.competition_id == competition_id,
            Submission.phase == kind.value,
            Submission.withdrawn_at.is_(None),
            Entry.task == task,
            Team.state == "approved",
        )
        .order_by(Entry.id)
    )
    return [_Scored(entry, score, submission, team) for entry, score, submission, team in rows]


def _groups(db: Session, context: CompetitionContext, kind: PhaseKind, task: str, seen: Sight) -> dict[int, int]:
    """Only while they speak of exactly the scores that count now; otherwise they are being computed."""
    if seen != "all":
        return {}
    stored = db.scalar(
        select(SignificanceGroups).where(
            SignificanceGroups.competition_id == context.id,
            SignificanceGroups.phase == kind.value,
            SignificanceGroups.task == task,
        )
    )
    if stored is None:
        return {}
    groups = {int(score): cast("int", group) for score, group in stored.groups.items()}
    return groups if set(groups) == set(_ranked_scores(db, context, kind, task)) else {}


def _ranked_scores(db: Session, context: CompetitionContext, kind: PhaseKind, task: str) -> list[int]:
    """Scores that count, the best first."""
    valued = [
        (entry.score.value, entry.score.id)
        for entry in counted(db, context, kind, task)
        if entry.score.value is not None
    ]
    return [score for _, score in sorted(valued, key=lambda pair: -pair[0])]


def rows_to_compare(db: Session, competition_id: int, kind: PhaseKind, task: str) -> list[tuple[int, bytes]]:
    """For the significance groups: the rows of every score that counts, the best first."""
    context = enter(db, _WORKBENCH, competition_id)
    ids = _ranked_scores(db, context, kind, task)
    rows_of = {
        row.id: row.rows
        for row in db.scalars(select(ScoreRow).options(undefer(ScoreRow.rows)).where(ScoreRow.id.in_(ids)))
    }
    return [(score, rows_of[score]) for score in ids]


def store_groups(db: Session, competition_id: int, kind: PhaseKind, task: str, groups: Mapping[int, int]) -> None:
    """In place of those of before; of two servers that were at it together the first has said it."""
    now = clock(db)
    row = db.scalar(
        select(SignificanceGroups)
        .where(
            SignificanceGroups.competition_id == competition_id,
            SignificanceGroups.phase == kind.value,
            SignificanceGroups.task == task,
        )
        .with_for_update()
    )
    stored: dict[str, object] = {str(score): group for score, group in groups.items()}
    if row is not None:
        row.groups, row.at = stored, now
        db.flush()
        return
    with suppress(IntegrityError), db.begin_nested():
        db.add(SignificanceGroups(competition_id=competition_id, phase=kind.value, task=task, groups=stored, at=now))


def boards_to_compare(db: Session) -> list[tuple[int, PhaseKind, str]]:
    """Boards whose groups do not speak of the scores that count now."""
    rows = db.execute(
        select(Submission.competition_id, Submission.phase, Entry.task)
        .join(Entry, Entry.submission_id == Submission.id)
        .where(Entry.score_id.is_not(None))
        .distinct()
    )
    waiting = []
    for competition, phase, task in rows:
        context, kind = enter(db, _WORKBENCH, competition), PhaseKind(phase)
        if _groups(db, context, kind, task, "all").keys() != set(_ranked_scores(db, context, kind, task)):
            waiting.append((competition, kind, task))
    return waiting


def history(
    db: Session, actor: Actor | None, competition_id: int, kind: PhaseKind, *, task: str = "", at: float | None = None
) -> list[HistoryPoint]:
    """Every scored submission in the order in which they came, as far as the visitor may see them."""
    context = enter(db, actor, competition_id, at=at)
    seen = sight(context.plans, kind, context.viewer, context.now)
    if seen == "none":
        return []
    own = context.team.id if context.team is not None else 0
    few = holds_back(context.plans, kind, context.viewer, context.now)
    points = []
    for one_task in [task] if task else context.competition.tasks:
        counts = {entry.entry for entry in counted(db, context, kind, one_task)}
        points += [
            HistoryPoint(
                team=entry.team.name,
                baseline=entry.team.baseline,
                task=one_task,
                submission=entry.submission.id,
                system=entry.submission.system,
                at=entry.submission.created_at,
                value=coarse(entry.score.value) if few else entry.score.value,
                counts=entry.entry in counts,
            )
            for entry in _scored(db, competition_id, kind, one_task)
            if entry.score.value is not None and (seen == "all" or entry.team.id == own)
        ]
    return sorted(points, key=lambda point: point.at)


_WORKBENCH = Actor(0, "pingce", frozenset({Role.ADMIN}))
"""Computes groups of drafts as well."""
