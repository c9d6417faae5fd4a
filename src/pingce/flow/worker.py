"""A worker process: carries out one order and ends. ``python -m pingce.flow.worker NUMBER``

It is started by the server but belongs to nobody: it goes on when the server stops, and another one takes its place
when it is killed. The database comes from the environment, where no list of processes shows its password.
"""

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Engine

from pingce.spec.errors import UserError
from pingce.store.database import open_database, reading, transaction
from pingce.store.people import Actor, Role, split_roles
from pingce.store.tables.flow import BenchmarkRow, MakeOrder
from pingce.store.tables.people import User

from .benchmark import open_benchmark
from .keeping import lease_kept
from .make import Maker
from .orders import claim_order, finish_order, renew_order

DATABASE_VARIABLE = "PINGCE_DATABASE"
STAND_BACK = 10
"""Pages and scoring come first."""

log = logging.getLogger("pingce.flow")


def carry_out(engine: Engine, number: int) -> bool:
    """Whether there was anything to do. An order that was cancelled meanwhile stays cancelled."""
    with transaction(engine) as db:
        lease = claim_order(db, number)
    if lease is None:
        return False

    def still_ours() -> bool:
        with transaction(engine) as db:
            return renew_order(db, number, lease)

    problem = ""
    with lease_kept(still_ours) as gone:
        try:
            _make(engine, number, gone.is_set)
        except UserError as refused:
            problem = refused.say("zh") + "\n" + refused.say("en")
        except Exception as broken:
            log.exception("order")
            problem = f"{type(broken).__name__}: {broken}"
    with transaction(engine) as db:
        finish_order(db, number, lease, problem=problem)
    return True


def _make(engine: Engine, number: int, cancelled: Callable[[], bool]) -> None:
    with reading(engine) as db:
        order = db.get_one(MakeOrder, number)
        folder = Path(db.get_one(BenchmarkRow, order.benchmark_id).folder)
        user = db.get_one(User, order.user_id)
        actor = Actor(user.id, user.name, split_roles(user.roles) | {Role.BUILDER})
        target = order.target
    Maker(open_benchmark(folder), engine, actor, cancelled=cancelled).make(target)


def run() -> None:
    """The process: carries out the order whose number it was started with, behind everything more urgent."""
    if sys.platform != "win32":
        os.nice(STAND_BACK)
    engine = open_database(os.environ[DATABASE_VARIABLE])
    try:
        carry_out(engine, int(sys.argv[1]))
    finally:
        engine.dispose()


if __name__ == "__main__":
    run()
