"""The rules of leases, for every lane whose rows need nobody else: taken once, renewed, taken over, given up."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from pingce.server.people.accounts import create_user
from pingce.server.people.secrets import Password
from pingce.store.database import clock, migrate, open_database, transaction
from pingce.store.leases import (
    FAILED,
    LEASE_SECONDS,
    LONGEST_LEASE,
    ORDERS,
    QUEUED,
    RUNS,
    SCORING,
    STOPPED,
    Lane,
    begin_attempt,
    lease_holds,
)
from pingce.store.people import Role
from pingce.store.tables.flow import BenchmarkRow, MakeOrder, RunRow


def order() -> MakeOrder:
    return MakeOrder(benchmark_id=1, target=None, state=QUEUED, user_id=1, asked_at=1.0, attempts=0, problem="")


def run() -> RunRow:
    empty: dict[str, object] = {}
    return RunRow(
        benchmark_id=1, stage="a", kind="screen", state=QUEUED, fingerprint="", inputs=empty, outputs=empty,
        settings=empty, result=empty, version="", user_id=1, who="", host="", process=1, started_at=1.0, stop=False,
    )  # fmt: skip


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Session]:
    engine = open_database(str(tmp_path / "work.db"), flush=False)
    migrate(engine)
    with transaction(engine) as session:
        create_user(session, "root", roles=[Role.ADMIN], password=Password(""), now=1.0)
        session.add(BenchmarkRow(id=1, name="b", folder="b", opened_at=1.0))
        session.flush()
        yield session
    engine.dispose()


@pytest.mark.parametrize(("lane", "make"), [(ORDERS, order), (RUNS, run)])
def test_a_row_is_held_by_one_lease_until_it_runs_out(
    db: Session, lane: "Lane[MakeOrder] | Lane[RunRow]", make: Callable[[], MakeOrder | RunRow]
) -> None:
    row = make()
    db.add(row)
    db.flush()
    now = clock(db)
    table, number = lane.table, row.id

    def waiting(at: float) -> bool:
        return db.query(table).where(lane.waiting(at)).count() == 1

    assert waiting(now)
    lease = lane.take(row, now + LEASE_SECONDS)  # type: ignore[arg-type] # the row is of the lane
    db.flush()
    assert not waiting(now)
    assert lease_holds(row.lease_until, now)
    assert (lane.renew(db, number, lease), lane.renew(db, number, "another")) == (True, False)
    assert (lane.own(db, number, lease) is row, lane.own(db, number, "another")) == (True, None)
    later = now + LONGEST_LEASE
    assert waiting(later)
    assert not lease_holds(row.lease_until, later)
    assert waiting(now - 2 * LONGEST_LEASE), "the clock was set back: nobody has to wait until it is where it was"
    second = lane.take(row, later + LEASE_SECONDS)  # type: ignore[arg-type] # the row is of the lane
    db.flush()
    assert (lane.renew(db, number, lease), lane.own(db, number, lease)) == (False, None), "what comes late is dropped"
    lane.release(db, row, QUEUED)  # type: ignore[arg-type] # the row is of the lane
    assert waiting(now)
    assert lane.own(db, number, second) is None


def test_a_run_that_is_not_wanted_any_more_is_not_renewed(db: Session) -> None:
    row = run()
    lease = RUNS.take(row, clock(db) + LEASE_SECONDS)
    db.add(row)
    db.flush()
    wanted = RunRow.stop.is_(False)
    assert RUNS.renew(db, row.id, lease, wanted=wanted)
    row.stop = True
    db.flush()
    assert not RUNS.renew(db, row.id, lease, wanted=wanted)


def test_work_is_given_up_after_so_many_attempts() -> None:
    row = order()
    assert [begin_attempt(row, 2) for _ in range(3)] == [True, True, False]
    assert row.problem == STOPPED
    told = order()
    told.problem = "why"
    assert not begin_attempt(told, 0)
    assert told.problem == "why"
    assert not lease_holds(None, 1.0)


def test_no_two_lanes_share_a_table() -> None:
    """A worker of one lane can never take what waits in another."""
    assert len({lane.table for lane in (SCORING, ORDERS, RUNS)}) == 3
    assert FAILED not in {lane.held for lane in (SCORING, ORDERS, RUNS)}
