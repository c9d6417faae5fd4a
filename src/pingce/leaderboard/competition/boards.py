"""Boards: from the scores that count to rows, places, Zs and what has to be said about them.

Pure: what counts was chosen before, what may be seen is decided here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from pingce.leaderboard.ranking import ranking
from pingce.leaderboard.table import Z_MEAN, TeamScores, read_table, short_name
from pingce.leaderboard.zscore import places
from pingce.spec.task import EditionSpec
from pingce.spec.words import Words

from .phases import PhaseKind
from .tasks import task_info
from .views import AwardRow, Board, BoardRow, Numbers, OverallRow, TaskBoard, TaskInfo

DIGITS = 4


@dataclass(frozen=True)
class BoardEntry:
    """A submission that counts, for one subtask."""

    team: str
    baseline: bool
    system: str
    submission: int
    score: int
    value: float | None
    interval: tuple[float, float] | None
    numbers: Numbers
    at: float
    scores: int


def task_board(
    task: TaskInfo, standings: Sequence[BoardEntry], groups: Mapping[int, int], table: Sequence[TeamScores]
) -> TaskBoard:
    """Rows from best to worst; those without a value (people have yet to rate them) come last."""
    rows = [_row(task, one, groups.get(one.score)) for one in standings]
    rows += [_table_row(task, one) for one in table if one.scores.get(task.id) is not None or _further(task, one)]
    rows.sort(key=lambda row: (row.value is None, -(row.value or 0.0), row.baseline, row.at or 0.0))
    placed = _placed(rows)
    return TaskBoard(task.id, task.title, task.number, placed, list(_notes(task, placed)))


def _row(task: TaskInfo, one: BoardEntry, group: int | None) -> BoardRow:
    low, high = one.interval if one.interval is not None else (None, None)
    numbers = {f"{measure}.{name}": value for measure, found in one.numbers.items() for name, value in found.items()}
    return BoardRow(
        place=None,
        team=one.team,
        baseline=one.baseline,
        system=one.system,
        submission=one.submission,
        value=one.value,
        shown=shown(one.value, 2 if task.human_rated else DIGITS),
        low=low,
        high=high,
        group=group,
        numbers=numbers,
        at=one.at,
        scores=one.scores,
    )


def _table_row(task: TaskInfo, one: TeamScores) -> BoardRow:
    score = one.scores.get(task.id)
    value = None if score is None else float(score)
    return BoardRow(
        place=None,
        team=one.team,
        baseline=one.baseline,
        system="",
        submission=None,
        value=value,
        shown=one.printed.get(task.id) or shown(value),
        low=None,
        high=None,
        group=None,
        numbers=_further(task, one),
        at=None,
        scores=1,
    )


def _further(task: TaskInfo, one: TeamScores) -> dict[str, float]:
    start = f"{short_name(task.id)}."
    return {name.removeprefix(start): float(text) for name, text in one.printed.items() if name.startswith(start)}


def _placed(rows: Sequence[BoardRow]) -> list[BoardRow]:
    """Equal values share a place; a baseline takes none."""
    ranked = [row for row in rows if not row.baseline and row.value is not None]
    found = dict(zip((row.team for row in ranked), places([row.value or 0.0 for row in ranked]), strict=True))
    return [row if row.baseline else replace(row, place=found.get(row.team)) for row in rows]


def _notes(task: TaskInfo, rows: Sequence[BoardRow]) -> list[Words]:
    found = []
    taken = [row.place for row in rows if row.place is not None]
    if len(set(taken)) < len(taken):
        found.append(Words("得分相同的队伍名次并列。", "Teams with the same score share a place."))
    if any(row.baseline for row in rows):
        found.append(Words("基线不占名次。", "A baseline takes no place."))
    if task.human_rated and any(row.value is None for row in rows):
        found.append(
            Words(
                "官方分由人评（0–100），尚未评完的没有得分。",
                "The official score is given by people (0–100); those without one have yet to be rated.",
            )
        )
    if any(row.group is not None for row in rows):
        found.append(
            Words(
                "同组的系统与该组第一名没有显著差异（成对自助法，1000 次重采样，p ≥ 0.05）。",
                "Systems of one group do not differ significantly from the group's first (paired bootstrap, 1,000 "
                "resamples, p ≥ 0.05).",
            )
        )
    if any(row.low is not None for row in rows):
        found.append(Words("区间为 95 % 自助法区间。", "Intervals are 95 % bootstrap intervals over the items."))
    return found


def coarse(value: float) -> float:
    """With the digits that boards print."""
    return round(value, DIGITS)


def coarse_board(board: Board) -> Board:
    """A board of answers that are held back: places and Zs come from the whole numbers, what is told has few digits."""
    tasks = [replace(one, rows=[_coarse_row(row) for row in one.rows]) for one in board.tasks]
    return replace(board, tasks=tasks, overall=[_coarse_overall(row) for row in board.overall])


def _coarse_row(row: BoardRow) -> BoardRow:
    low, high = (None if one is None else coarse(one) for one in (row.low, row.high))
    numbers = {name: coarse(value) for name, value in row.numbers.items()}
    value = None if row.value is None else coarse(row.value)
    return replace(row, value=value, low=low, high=high, numbers=numbers)


def _coarse_overall(row: OverallRow) -> OverallRow:
    def few(values: Mapping[str, float | None]) -> dict[str, float | None]:
        return {name: None if value is None else coarse(value) for name, value in values.items()}

    mean = None if row.z_mean is None else coarse(row.z_mean)
    return replace(row, scores=few(row.scores), z=few(row.z), z_mean=mean)


def shown(value: float | None, digits: int = DIGITS) -> str:
    return "–" if value is None else f"{value:z.{digits}f}"


def overall(
    edition: EditionSpec, boards: Sequence[TaskBoard], table: Sequence[TeamScores]
) -> tuple[list[OverallRow], list[AwardRow], list[Words]]:
    """The ranking over all subtasks by the edition's rule."""
    result = ranking(edition, team_scores(edition, boards, table))
    printed = {row.team: row.printed for row in table}
    rows, differing = [], []
    for standing in result.standings:
        row = OverallRow(
            rank=standing.rank,
            team=standing.team,
            baseline=standing.baseline,
            scores={task: None if score is None else float(score) for task, score in standing.scores.items()},
            z=dict(standing.z),
            z_mean=standing.z_mean,
            z_shown={task: shown(value) for task, value in standing.z.items()},
            z_mean_shown=shown(standing.z_mean),
        )
        row, changed = _as_printed(row, printed.get(standing.team, {}))
        rows.append(row)
        differing += changed
    awards = [AwardRow(one.rank, one.team, one.evaluation, one.jury, one.final) for one in result.prizes]
    return rows, awards, [*result.notes, *_about_printed(differing)]


def team_scores(edition: EditionSpec, boards: Sequence[TaskBoard], table: Sequence[TeamScores]) -> list[TeamScores]:
    """Every team once, with its score in each ranked subtask; table rows keep their exact fractions."""
    exact = {row.team: row for row in table}
    found: dict[str, dict[str, Fraction | None]] = {}
    baselines: dict[str, bool] = {}
    for board in boards:
        for row in board.rows:
            baselines[row.team] = row.baseline
            own = found.setdefault(row.team, dict.fromkeys(edition.ranked))
            if board.task in own and row.value is not None:
                given = exact[row.team].scores.get(board.task) if row.team in exact else None
                own[board.task] = given if given is not None else Fraction(row.value)
    return [
        replace(exact[team], scores=scores) if team in exact else TeamScores(team, scores, baseline=baselines[team])
        for team, scores in found.items()
    ]


def _as_printed(row: OverallRow, printed: Mapping[str, str]) -> tuple[OverallRow, list[str]]:
    """Published Zs as they were published; which of them the scores as printed would give otherwise."""
    differing: list[str] = []
    z, z_shown = dict(row.z), dict(row.z_shown)
    for task in z:
        text = printed.get(f"z_{short_name(task)}")
        if text is not None:
            z[task], z_shown[task] = _figure(z[task], text, f"{row.team} {short_name(task)}", differing), text
    z_mean, z_mean_shown = row.z_mean, row.z_mean_shown
    if Z_MEAN in printed:
        z_mean_shown = printed[Z_MEAN]
        z_mean = _figure(row.z_mean, z_mean_shown, f"{row.team} Z", differing)
    return replace(row, z=z, z_mean=z_mean, z_shown=z_shown, z_mean_shown=z_mean_shown), differing


def _figure(computed: float | None, printed: str, what: str, differing: list[str]) -> float | None:
    digits = len(printed.partition(".")[2])
    again = shown(computed, digits)
    if again != f"{float(printed):z.{digits}f}":
        differing.append(f"{what} {printed} / {again}")
        return float(printed)
    return computed


def _about_printed(differing: Sequence[str]) -> list[Words]:
    if not differing:
        return []
    listed = "; ".join(differing)
    return [
        Words(
            f"表中是公布的 Z；用公布的（四舍五入后的）得分重算，末位不同的有：{listed}（公布 / 重算）。",
            f"Zs are shown as published; computed from the published, rounded scores these differ in the last digit: "
            f"{listed} (published / computed).",
        )
    ]


def published_board(edition: EditionSpec, path: Path) -> Board:
    """The boards and the ranking of a past year from its published score table, without a competition."""
    table = read_table(path, edition)
    boards = [task_board(task_info(task), [], {}, table) for task in edition.ranked]
    rows, awards, notes = overall(edition, boards, table)
    return Board(PhaseKind.TEST.value, "all", boards, rows, awards, notes, at=0.0)
