"""A board as a file: CSV, JSON, Markdown, LaTeX. Names come from teams, so every format has its own escaping.

The board as its visitor sees it comes in, bytes come out; a team's name can neither start a formula in a spreadsheet
nor break a table.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Literal

from pingce.leaderboard.table import short_name
from pingce.spec.words import Lang, Words

from .boards import DIGITS, shown
from .result_views import Board, MeanGroupTitle, OverallRow, TaskBoard
from .tasks import task_named

ExportFormat = Literal["csv", "json", "md", "latex"]
MEDIA: dict[ExportFormat, str] = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "md": "text/markdown; charset=utf-8",
    "latex": "application/x-tex; charset=utf-8",
}
ENDINGS: dict[ExportFormat, str] = {"csv": "csv", "json": "json", "md": "md", "latex": "tex"}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
}
RANK, TEAM, Z_MEAN = Words("名次", "rank"), Words("队伍", "team"), Words("平均 Z", "mean Z")
TOTAL = Words("总分", "overall")
BASELINE = Words("（基线）", " (baseline)")
SCORE, INTERVAL, GROUP = Words("得分", "score"), Words("95 % 区间", "95% interval"), Words("组", "group")

Cells = Sequence[Sequence[str]]


def export_board(
    board: Board, kind: ExportFormat, *, task: str | None = None, lang: Lang = "zh", digits: int | None = None
) -> str:
    """The overall ranking, or the board of one subtask; without ``digits`` published figures stay as published."""
    by_task = {board_of_task.task: board_of_task for board_of_task in board.tasks}
    chosen = by_task[task_named(task, list(by_task))] if task is not None else None
    if kind == "json":
        value = asdict(chosen) if chosen is not None else asdict(board)
        return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    if chosen is not None:
        table = _task_cells(chosen, lang, DIGITS if digits is None else digits)
    else:
        table = _overall_cells(board, lang, digits)
    notes = [note.say(lang) for note in (chosen.notes if chosen is not None else board.notes)]
    writers: dict[str, Callable[[Cells, Sequence[str]], str]] = {"csv": _csv, "md": _markdown, "latex": _latex}
    return writers[kind](table, notes)


def _overall_cells(board: Board, lang: Lang, digits: int | None) -> Cells:
    tasks = [task for row in board.overall[:1] for task in row.scores]
    names = [short_name(task) for task in tasks]
    values = {board_of_task.task: {row.team: row.shown for row in board_of_task.rows} for board_of_task in board.tasks}
    leading = [RANK.say(lang), TEAM.say(lang), *names]
    if board.groups:
        head = [*leading, *(group.title.say(lang) for group in _mean_columns(board)), TOTAL.say(lang)]
    else:
        head = [*leading, *(f"Z {name}" for name in names), Z_MEAN.say(lang)]
    return [head, *(_overall_row(board, row, tasks, values, lang, digits) for row in board.overall)]


def _mean_columns(board: Board) -> Sequence[MeanGroupTitle]:
    """A single group is the total itself."""
    return board.groups if len(board.groups) > 1 else []


def _overall_row(
    board: Board,
    row: OverallRow,
    tasks: Sequence[str],
    values: dict[str, dict[str, str]],
    lang: Lang,
    digits: int | None,
) -> list[str]:
    leading = [
        _place(row.rank),
        row.team + (BASELINE.say(lang) if row.baseline else ""),
        *(values[task].get(row.team, "–") for task in tasks),
    ]
    if board.groups:
        columns = [group.id for group in _mean_columns(board)]
        return [
            *leading,
            *(row.means_shown[group] if digits is None else shown(row.means[group], digits) for group in columns),
            row.total_shown if digits is None else shown(row.total, digits),
        ]
    return [
        *leading,
        *(row.z_shown[task] if digits is None else shown(row.z[task], digits) for task in tasks),
        row.z_mean_shown if digits is None else shown(row.z_mean, digits),
    ]


def _task_cells(board: TaskBoard, lang: Lang, digits: int) -> Cells:
    names = list(dict.fromkeys(name for row in board.rows for name in row.numbers if name != board.number))
    head = [RANK.say(lang), TEAM.say(lang), f"{SCORE.say(lang)} ({board.number})"]
    head += [INTERVAL.say(lang), GROUP.say(lang), *names]
    return [
        head,
        *(
            [
                _place(row.place),
                row.team + (BASELINE.say(lang) if row.baseline else ""),
                row.shown,
                "–" if row.low is None else f"{shown(row.low, digits)}–{shown(row.high, digits)}",
                "–" if row.group is None else str(row.group),
                *(shown(row.numbers.get(name), digits) for name in names),
            ]
            for row in board.rows
        ),
    ]


def _place(rank: int | None) -> str:
    return "–" if rank is None else str(rank)


def _csv(cells: Cells, notes: Sequence[str]) -> str:
    """A name that a spreadsheet would take for a formula gets an apostrophe; numbers stay numbers."""
    del notes  # a table for programs
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in cells:
        writer.writerow([harmless(cell) for cell in row])
    return out.getvalue()


def harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    if cell.startswith(_FORMULA) and not re.fullmatch(r"[+-]?\d+(\.\d+)?", cell):
        return f"'{cell}"
    return cell


def _markdown(cells: Cells, notes: Sequence[str]) -> str:
    head, *rows = [[_markdown_text(cell) for cell in row] for row in cells]
    lines = ["| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *rows)]
    return "\n".join([*lines, "", *(f"- {_markdown_text(note)}" for note in notes)]).rstrip() + "\n"


def _markdown_text(text: str) -> str:
    safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\|`*_\[\]])", r"\\\1", safe)


def _latex(cells: Cells, notes: Sequence[str]) -> str:
    head, *rows = [[_latex_text(cell) for cell in row] for row in cells]
    lines = [
        rf"\begin{{tabular}}{{rl{'r' * (len(head) - 2)}}}",
        r"\hline",
        " & ".join(head) + r" \\",
        r"\hline",
        *(" & ".join(row) + r" \\" for row in rows),
        r"\hline",
        r"\end{tabular}",
        *(f"% {note}" for note in notes),
    ]
    return "\n".join(lines) + "\n"


def _latex_text(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)
