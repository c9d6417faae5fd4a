"""The ranking of a past year from its published table, without a competition."""

from pathlib import Path

from pingce.leaderboard.table import read_table
from pingce.spec.task import EditionSpec

from .boards import overall, task_board
from .phases import PhaseKind
from .services.competitions import task_info
from .views import Board


def published_board(edition: EditionSpec, path: Path) -> Board:
    table = read_table(path, edition)
    boards = [task_board(task_info(task), [], {}, table) for task in edition.ranked]
    rows, awards, notes = overall(edition, boards, table)
    return Board(PhaseKind.TEST.value, "all", boards, rows, awards, notes, at=0.0)
