"""Work that processes take from a table: claimed with a lease, renewed, given back, given up after so many attempts.

One set of rules for everything that is queued here. Each kind of work is a lane of its own in a table of its own:
answers to be scored, orders to make a benchmark, runs of its stages. Workers of one lane never take work of another, so
a training of hours delays no submission.

A lease is a secret of whoever holds a row, and a moment. Until that moment nobody else takes the row; the holder moves
the moment on while it works. Whoever is killed moves nothing, and the row is free again. A result counts only under the
lease that holds when it is stored: what comes late is thrown away, and nothing is counted twice.
"""

import secrets
from dataclasses import dataclass
from typing import Generic, TypeVar

from sqlalchemy import BindParameter, ColumnElement, and_, or_, select, true, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from .database import clock
from .tables.competition import Entry
from .tables.flow import MakeOrder, RunRow

LEASE_SECONDS = 30.0
LONGEST_LEASE = 10 * LEASE_SECONDS
"""Whoever gave it."""
QUEUED, FAILED = "queued", "failed"
STOPPED = "stopped"
"""The problem of work whose processes ended without saying why."""

Row = TypeVar("Row", Entry, MakeOrder, RunRow)
Bound = float | BindParameter[float]


def lease_over(until: InstrumentedAttribute[float | None], at: Bound, longest: Bound) -> ColumnElement[bool]:
    """A lease has run out; or reaches further than any could: the clock has been set back since it was given.

    Without the second, whatever somebody held would be lost to all others until the clock is where it was.
    """
    return or_(until < at, until > at + longest)


def lease_holds(until: float | None, at: float, longest: float = LONGEST_LEASE) -> bool:
    """The opposite of ``lease_over``, for a row that was read; without a moment nobody holds it."""
    return until is not None and at <= until <= at + longest


@dataclass(frozen=True)
class Lane(Generic[Row]):
    """The rows of one table as work for processes."""

    table: type[Row]
    held: str
    """The state of a row while somebody works on it."""

    def waiting(self, at: float, longest: float = LONGEST_LEASE) -> ColumnElement[bool]:
        """Rows that are queued, or whose holder is gone."""
        gone = and_(self.table.state == self.held, lease_over(self.table.lease_until, at, longest))
        return or_(self.table.state == QUEUED, gone)

    def take(self, row: Row, until: float) -> str:
        """The row is held from now on; the lease to hold it by."""
        row.state, row.lease, row.lease_until = self.held, secrets.token_hex(16), until
        return row.lease

    def renew(
        self,
        db: Session,
        number: int,
        lease: str,
        *,
        seconds: float = LEASE_SECONDS,
        wanted: ColumnElement[bool] | None = None,
    ) -> bool:
        """Whether the row is still held by this lease and, if that is asked, still wanted; if so it stays held."""
        table = self.table
        done = db.execute(
            update(table)
            .where(
                table.id == number,
                table.lease == lease,
                table.state == self.held,
                true() if wanted is None else wanted,
            )
            .values(lease_until=clock(db) + seconds)
        )
        return bool(done.rowcount)  # type: ignore[attr-defined] # an update has it

    def own(self, db: Session, number: int, lease: str) -> Row | None:
        """The row, locked, if this lease still holds it."""
        table = self.table
        query = select(table).where(table.id == number, table.lease == lease, table.state == self.held)
        return db.scalar(query.with_for_update())

    def release(self, db: Session, row: Row, state: str) -> None:
        """Nobody holds the row any more: it is done, failed, cancelled, or queued again."""
        row.state, row.lease, row.lease_until = state, None, None
        db.flush()


SCORING = Lane(Entry, "scoring")
ORDERS = Lane(MakeOrder, "running")
RUNS = Lane(RunRow, "running")


def begin_attempt(row: Entry | MakeOrder, most: int) -> bool:
    """Count one more attempt; False: it was tried too often already, and is to be given up."""
    row.attempts += 1
    if row.attempts > most:
        row.problem = row.problem or STOPPED
        return False
    return True
