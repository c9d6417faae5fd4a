"""Boards that were published elsewhere, taken in from a score table."""

from fractions import Fraction

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from pingce.leaderboard.competition.files import on_disk
from pingce.leaderboard.competition.phases import PhaseKind
from pingce.leaderboard.table import TeamScores, read_table
from pingce.spec.words import Words
from pingce.store.errors import Conflict
from pingce.store.people import Actor
from pingce.store.tables.competition import TableRow, Team

from .access import manage
from .competitions import ranking_rules


def import_table(db: Session, actor: Actor, competition_id: int, *, phase: PhaseKind, name: str, data: bytes) -> int:
    """Rows of a CSV or JSON table for a phase's board, in place of those imported before."""
    context = manage(db, actor, competition_id)
    with on_disk(name, data) as path:
        rows = read_table(path, ranking_rules(context.competition))
    teams = set(db.scalars(select(Team.name).where(Team.competition_id == competition_id)))
    both = [row.team for row in rows if row.team in teams]
    if both:
        raise Conflict(
            Words(f"“{both[0]}”已是报名的队伍。", f"'{both[0]}' is a team that registered."), code="name-taken"
        )
    db.execute(delete(TableRow).where(TableRow.competition_id == competition_id, TableRow.phase == phase.value))
    for row in rows:
        db.add(
            TableRow(
                competition_id=competition_id,
                phase=phase.value,
                team=row.team,
                baseline=row.baseline,
                finalist=row.finalist,
                jury=None if row.jury is None else str(row.jury),
                scores={task: None if score is None else str(score) for task, score in row.scores.items()},
                printed=dict(row.printed),
            )
        )
    db.flush()
    return len(rows)


def table_rows(db: Session, competition_id: int, phase: PhaseKind) -> list[TeamScores]:
    """The rows of a board that was taken in, as the ranking wants them."""
    rows = db.scalars(
        select(TableRow)
        .where(TableRow.competition_id == competition_id, TableRow.phase == phase.value)
        .order_by(TableRow.id)
    )
    return [
        TeamScores(
            team=row.team,
            scores={task: None if text is None else Fraction(str(text)) for task, text in row.scores.items()},
            baseline=row.baseline,
            finalist=row.finalist,
            jury=None if row.jury is None else Fraction(row.jury),
            printed={column: str(text) for column, text in row.printed.items()},
        )
        for row in rows
    ]
