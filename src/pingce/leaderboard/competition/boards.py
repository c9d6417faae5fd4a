"""Boards: from the scores that count to rows, places, Zs and what has to be said about them.

Pure: what counts was chosen before, what may be seen is decided here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from pingce.leaderboard.ranking import ranking
from pingce.leaderboard.table import TOTAL, Z_MEAN, TeamScores, mean_column, read_table, short_name
from pingce.leaderboard.zscore import places
from pingce.spec.task import EditionSpec
from pingce.spec.words import Words

from .phases import PhaseKind
from .result_views import AwardRow, Board, BoardRow, MeanGroupTitle, Numbers, OverallRow, TaskBoard
from .tasks import task_info
from .views import TaskInfo

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
    disqualified: str = ""


def task_board(
    task: TaskInfo, standings: Sequence[BoardEntry], groups: Mapping[int, int], table: Sequence[TeamScores]
) -> TaskBoard:
    """Rows from best to worst; those without a value (people have yet to rate them) come last."""
    rows = [_row(task, standing, groups.get(standing.score)) for standing in standings]
    rows += [
        _table_row(task, team_scores)
        for team_scores in table
        if team_scores.scores.get(task.id) is not None or _further(task, team_scores)
    ]
    rows.sort(
        key=lambda row: (bool(row.disqualified), row.value is None, -(row.value or 0.0), row.baseline, row.at or 0.0)
    )
    placed = _placed(rows)
    return TaskBoard(task.id, task.title, task.number, placed, list(_notes(task, placed)))


def _row(task: TaskInfo, standing: BoardEntry, group: int | None) -> BoardRow:
    low, high = standing.interval if standing.interval is not None else (None, None)
    numbers = {
        f"{measure}.{name}": value for measure, values in standing.numbers.items() for name, value in values.items()
    }
    return BoardRow(
        place=None,
        team=standing.team,
        baseline=standing.baseline,
        system=standing.system,
        submission=standing.submission,
        value=standing.value,
        shown=shown(standing.value, 2 if task.human_rated else DIGITS),
        low=low,
        high=high,
        group=group,
        numbers=numbers,
        at=standing.at,
        scores=standing.scores,
        disqualified=standing.disqualified,
    )


def _table_row(task: TaskInfo, team_scores: TeamScores) -> BoardRow:
    score = team_scores.scores.get(task.id)
    value = None if score is None else float(score)
    return BoardRow(
        place=None,
        team=team_scores.team,
        baseline=team_scores.baseline,
        system="",
        submission=None,
        value=value,
        shown=team_scores.printed.get(task.id) or shown(value),
        low=None,
        high=None,
        group=None,
        numbers=_further(task, team_scores),
        at=None,
        scores=1,
    )


def _further(task: TaskInfo, team_scores: TeamScores) -> dict[str, float]:
    start = f"{short_name(task.id)}."
    return {
        name.removeprefix(start): float(text) for name, text in team_scores.printed.items() if name.startswith(start)
    }


def _placed(rows: Sequence[BoardRow]) -> list[BoardRow]:
    """Equal values share a place; a baseline takes none, nor does a team that was disqualified."""
    ranked = [row for row in rows if not row.baseline and not row.disqualified and row.value is not None]
    place_of = dict(zip((row.team for row in ranked), places([row.value or 0.0 for row in ranked]), strict=True))
    return [row if row.baseline else replace(row, place=place_of.get(row.team)) for row in rows]


def _notes(task: TaskInfo, rows: Sequence[BoardRow]) -> list[Words]:
    notes = []
    taken = [row.place for row in rows if row.place is not None]
    if len(set(taken)) < len(taken):
        notes.append(Words("得分相同的队伍名次并列。", "Teams with the same score share a place."))
    if any(row.baseline for row in rows):
        notes.append(Words("基线不占名次。", "A baseline takes no place."))
    notes += [
        Words(f"{row.team} 被取消资格：{row.disqualified}", f"{row.team} was disqualified: {row.disqualified}")
        for row in rows
        if row.disqualified
    ]
    if task.human_rated and any(row.value is None for row in rows):
        notes.append(
            Words(
                "官方分由人评（0–100），尚未评完的没有得分。",
                "The official score is given by people (0–100); those without one have yet to be rated.",
            )
        )
    if any(row.group is not None for row in rows):
        notes.append(
            Words(
                "同组的系统与该组第一名没有显著差异（成对自助法，1000 次重采样，p ≥ 0.05）。",
                "Systems of one group do not differ significantly from the group's first (paired bootstrap, 1,000 "
                "resamples, p ≥ 0.05).",
            )
        )
    if any(row.low is not None for row in rows):
        notes.append(Words("区间为 95 % 自助法区间。", "Intervals are 95 % bootstrap intervals over the items."))
    return notes


def coarse(value: float) -> float:
    """With the digits that boards print."""
    return round(value, DIGITS)


def coarse_board(board: Board) -> Board:
    """A board of answers that are held back: places and Zs come from the whole numbers, what is told has few digits."""
    tasks = [replace(task, rows=[_coarse_row(row) for row in task.rows]) for task in board.tasks]
    return replace(board, tasks=tasks, overall=[_coarse_overall(row) for row in board.overall])


def _coarse_row(row: BoardRow) -> BoardRow:
    low, high = (None if bound is None else coarse(bound) for bound in (row.low, row.high))
    numbers = {name: coarse(value) for name, value in row.numbers.items()}
    value = None if row.value is None else coarse(row.value)
    return replace(row, value=value, low=low, high=high, numbers=numbers)


def _coarse_overall(row: OverallRow) -> OverallRow:
    def few(values: Mapping[str, float | None]) -> dict[str, float | None]:
        return {name: None if value is None else coarse(value) for name, value in values.items()}

    mean, total = (None if value is None else coarse(value) for value in (row.z_mean, row.total))
    return replace(row, scores=few(row.scores), z=few(row.z), z_mean=mean, means=few(row.means), total=total)


def shown(value: float | None, digits: int = DIGITS) -> str:
    """A number as boards print it: a fixed number of digits, never −0."""
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
            means={group: None if mean is None else float(mean) for group, mean in standing.means.items()},
            means_shown={group: shown(None if mean is None else float(mean)) for group, mean in standing.means.items()},
            total=standing.total,
            total_shown=shown(standing.total),
        )
        row, changed = _as_printed(row, printed.get(standing.team, {}))
        rows.append(row)
        differing += changed
    awards = [AwardRow(prize.rank, prize.team, prize.evaluation, prize.jury, prize.final) for prize in result.prizes]
    return rows, awards, [*result.notes, *_about_printed(differing)]


def team_scores(edition: EditionSpec, boards: Sequence[TaskBoard], table: Sequence[TeamScores]) -> list[TeamScores]:
    """Every team once, with its score in each ranked subtask; table rows keep their exact fractions."""
    exact = {row.team: row for row in table}
    scores_of: dict[str, dict[str, Fraction | None]] = {}
    baselines: dict[str, bool] = {}
    for board in boards:
        for row in board.rows:
            if row.disqualified:
                continue
            baselines[row.team] = row.baseline
            own = scores_of.setdefault(row.team, dict.fromkeys(edition.ranked))
            if board.task in own and row.value is not None:
                given = exact[row.team].scores.get(board.task) if row.team in exact else None
                own[board.task] = given if given is not None else Fraction(row.value)
    return [
        replace(exact[team], scores=scores) if team in exact else TeamScores(team, scores, baseline=baselines[team])
        for team, scores in scores_of.items()
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
        row = replace(row, total=z_mean, total_shown=z_mean_shown)
    row = replace(row, z=z, z_mean=z_mean, z_shown=z_shown, z_mean_shown=z_mean_shown)
    return _means_as_printed(row, printed, differing), differing


def _means_as_printed(row: OverallRow, printed: Mapping[str, str], differing: list[str]) -> OverallRow:
    means, means_shown = dict(row.means), dict(row.means_shown)
    for group in means:
        text = printed.get(mean_column(group))
        if text is not None:
            means[group], means_shown[group] = _figure(means[group], text, f"{row.team} {group}", differing), text
    total, total_shown = row.total, row.total_shown
    if TOTAL in printed:
        total_shown = printed[TOTAL]
        total = _figure(total, total_shown, f"{row.team} {TOTAL}", differing)
    return replace(row, means=means, means_shown=means_shown, total=total, total_shown=total_shown)


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
            f"表中是公布的数；用公布的（四舍五入后的）得分重算，末位不同的有：{listed}（公布 / 重算）。",
            f"Figures are shown as published; computed from the published, rounded scores these differ in the last "
            f"digit: {listed} (published / computed).",
        )
    ]


def published_board(edition: EditionSpec, path: Path) -> Board:
    """The boards and the ranking of a past year from its published score table, without a competition."""
    table = read_table(path, edition)
    boards = [task_board(task_info(task), [], {}, table) for task in edition.ranked]
    rows, awards, notes = overall(edition, boards, table)
    return Board(PhaseKind.TEST.value, "all", boards, rows, awards, notes, at=0.0, groups=group_titles(edition))


def group_titles(edition: EditionSpec) -> list[MeanGroupTitle]:
    """The columns of means; a single group is what ranks and needs none of its own."""
    return [MeanGroupTitle(group.id, group.title) for group in edition.means]
