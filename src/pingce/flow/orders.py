"""Orders to bring a benchmark up to date, given on a page and carried out by a worker process with a lease.

A worker that is killed leaves an order whose lease runs out; another one is started and goes on. What it makes is
what ``pingce make`` makes: the stages themselves are taken with leases of their own.
"""

from collections.abc import Sequence

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import NotFound
from pingce.store.leases import FAILED, LEASE_SECONDS, ORDERS, QUEUED, begin_attempt, lease_holds
from pingce.store.notifications import NotificationKind, notify
from pingce.store.people import Actor
from pingce.store.tables.flow import BenchmarkRow, MakeOrder, RunRow

from .benchmark import Benchmark
from .plan import wanted

MOST_ATTEMPTS = 5
OPEN = (QUEUED, ORDERS.held)


def order_make(db: Session, actor: Actor, benchmark: Benchmark, benchmark_id: int, target: str | None) -> MakeOrder:
    """A new order; the same one that is not done yet is given back instead."""
    wanted(benchmark, target)  # a stage that is not there is told now
    same = select(MakeOrder).where(MakeOrder.benchmark_id == benchmark_id, MakeOrder.state.in_(OPEN))
    for order in db.scalars(same.with_for_update()):
        if order.target == target:
            return order
    order = MakeOrder(
        benchmark_id=benchmark_id,
        target=target,
        state=QUEUED,
        user_id=actor.id,
        asked_at=clock(db),
        attempts=0,
        problem="",
    )
    db.add(order)
    db.flush()
    return order


def orders_of(db: Session, benchmark_id: int, *, most: int = 20) -> Sequence[MakeOrder]:
    """The orders to make a benchmark, newest first, at most so many."""
    query = select(MakeOrder).where(MakeOrder.benchmark_id == benchmark_id).order_by(MakeOrder.id.desc()).limit(most)
    return db.scalars(query).all()


def find_order(db: Session, benchmark_id: int, number: int) -> MakeOrder:
    """An order of a benchmark by its number; refuses one of another benchmark."""
    order = db.get(MakeOrder, number)
    if order is None or order.benchmark_id != benchmark_id:
        raise NotFound(Words(f"任务单 {number}", f"order {number}"), code="no-order")
    return order


def cancel_order(db: Session, benchmark_id: int, number: int) -> MakeOrder:
    """Its worker hears of it within seconds, also in the middle of a run."""
    order = find_order(db, benchmark_id, number)
    if order.state in OPEN:
        running = order.state == ORDERS.held
        _end(db, order, "cancelled")
        if running:
            db.execute(
                update(RunRow)
                .where(RunRow.benchmark_id == benchmark_id, RunRow.state == "running", RunRow.user_id == order.user_id)
                .values(stop=True)
            )
    return order


def waiting_orders(db: Session) -> list[MakeOrder]:
    """Those nobody works on: new ones, and those whose worker is gone. One of a benchmark at a time."""
    query = select(MakeOrder).where(ORDERS.waiting(clock(db))).order_by(MakeOrder.id)
    first: dict[int, MakeOrder] = {}
    for order in db.scalars(query):
        first.setdefault(order.benchmark_id, order)
    return list(first.values())


def claim_order(db: Session, number: int) -> str | None:
    """The lease under which the order is carried out; None if there is nothing to do."""
    order = db.scalar(select(MakeOrder).where(MakeOrder.id == number).with_for_update())
    if order is None or order.state not in OPEN:
        return None
    now = clock(db)
    if order.state == ORDERS.held and lease_holds(order.lease_until, now):
        return None
    if not begin_attempt(order, MOST_ATTEMPTS):
        _end(db, order, FAILED)
        return None
    lease = ORDERS.take(order, now + LEASE_SECONDS)
    db.flush()
    return lease


def renew_order(db: Session, number: int, lease: str) -> bool:
    return ORDERS.renew(db, number, lease)


def finish_order(db: Session, number: int, lease: str, *, problem: str = "") -> None:
    """Close an order if its lease is still held; ``problem`` says why it failed."""
    order = ORDERS.own(db, number, lease)
    if order is not None:
        order.problem = problem[:4000]
        _end(db, order, FAILED if problem else "done")


def _end(db: Session, order: MakeOrder, state: str) -> None:
    order.finished_at = clock(db)
    ORDERS.release(db, order, state)
    if state != "cancelled":
        _tell(db, order, order.finished_at)


def _tell(db: Session, order: MakeOrder, at: float) -> None:
    """Whoever asked for it: with the run that failed, or that was the last."""
    name = db.get_one(BenchmarkRow, order.benchmark_id).name
    run = db.scalar(
        select(RunRow)
        .where(RunRow.benchmark_id == order.benchmark_id, RunRow.started_at >= order.asked_at)
        .order_by(RunRow.id.desc())
        .limit(1)
    )
    place = f"/benchmarks/{name}" if run is None else f"/benchmarks/{name}/runs/{run.id}"
    kind = NotificationKind.RUN_FAILED if order.state == FAILED else NotificationKind.RUN_DONE
    notify(db, [order.user_id], kind, place, at=at, title=name, stage=order.target or "")
