"""Do queued runs slow annotation down? ``python -m benchmarks.beside_training [--clients 4] [--orders 20]``

A real ``pingce serve`` with so many benchmarks, each of them ordered to be split, packed and trained; a crowd asks for
jobs and hands in answers meanwhile (benchmarks/load.py), as fast as it can. Told are latencies of *next* before
anything was ordered and while trainings run, in how many looks at the database (two a second) a live process was
training, and how many orders were under way at the end. Nobody training in most of them: exit code 1, for then
nothing was measured. The aim is p95 < 50 ms.
"""

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import select

from benchmarks.annotate import build, load, serving
from pingce.flow import orders, registry
from pingce.flow.leases import is_alive
from pingce.flow.new import new_benchmark
from pingce.server.settings import HOME
from pingce.store.database import open_database, reading, transaction
from pingce.store.people import Actor, Role
from pingce.store.tables.flow import MakeOrder, RunRow

RECIPE = """
name = "{name}"
tasks = ["space2022/task1"]
[[sources]]
name = "gold"
path = "gold.jsonl"
task = "space2022/task1"
[[stages]]
name = "split"
run = "split"
from = ["gold"]
[[stages]]
name = "pack"
run = "pack"
from = ["split"]
settings = {{ about = "release.toml" }}
[[stages]]
name = "linear"
run = "train"
from = ["pack"]
settings = {{ task = "space2022/task1", system = "linear" }}
"""
TRAINING = "linear"
LOOK_SECONDS = 0.5
MOST = 0.5
WARM_UP = 3.0
COMMON = [chr(code) for code in range(0x4E00, 0x5200)]


def _item(chance: random.Random, number: int) -> dict[str, object]:
    """A sentence like no other, so that nothing is taken for the same original."""
    text = "".join(chance.choice(COMMON) for _ in range(40)) + "。"
    return {"qid": f"1-{number}", "context": text, "judge": number % 2}


def make_benchmarks(home: Path, count: int, items: int) -> None:
    for number in range(count):
        name = f"b{number}"
        folder = new_benchmark(home / name, "empty").folder
        chance = random.Random(number)  # noqa: S311 (texts, no secrets)
        lines = [json.dumps(_item(chance, i), ensure_ascii=False) for i in range(items)]
        (folder / "gold.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        (folder / "benchmark.toml").write_text(RECIPE.format(name=name), encoding="utf-8")


def order_all(database: str, home: Path, count: int) -> None:
    from pingce.flow.benchmark import open_benchmark

    engine = open_database(database)
    boss = Actor(1, "boss", frozenset({Role.ADMIN, Role.BUILDER}))
    for number in range(count):
        with transaction(engine) as db:
            benchmark = open_benchmark(home / f"b{number}")
            orders.order_make(db, boss, benchmark, registry.register(db, benchmark), None)
    engine.dispose()


def told(result: dict[str, list[Any]]) -> str:
    times = sorted(result["next_ms"])
    if not times:
        return "no answers"
    p95 = times[int(0.95 * (len(times) - 1))]
    numbers = f"n {len(times)}, median {statistics.median(times):.1f} ms, p95 {p95:.1f} ms"
    return f"next: {numbers}, problems {len(result['problems'])}"


def order_states(database: str) -> dict[str, int]:
    engine = open_database(database)
    with reading(engine) as db:
        rows = list(db.scalars(select(MakeOrder)))
        states, problems = [order.state for order in rows], {order.problem for order in rows if order.problem}
    engine.dispose()
    for problem in problems:
        print("          ", problem)
    return {state: states.count(state) for state in sorted(set(states))}


def is_training(database: str) -> bool:
    engine = open_database(database)
    with reading(engine) as db:
        rows = db.scalars(select(RunRow).where(RunRow.stage == TRAINING, RunRow.state == "running")).all()
        found = any(is_alive(db, row) for row in rows)
    engine.dispose()
    return found


@contextmanager
def watched(database: str) -> Iterator[list[bool]]:
    """Whether somebody was training, at every look meanwhile."""
    looks: list[bool] = []
    done = threading.Event()

    def watch() -> None:
        while not done.wait(LOOK_SECONDS):
            looks.append(is_training(database))

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield looks
    finally:
        done.set()
        thread.join()


def cancel_all(database: str) -> None:
    """Workers outlive the server, so they are told to end, and waited for."""
    engine = open_database(database)
    with transaction(engine) as db:
        for order in db.scalars(select(MakeOrder)).all():
            orders.cancel_order(db, order.benchmark_id, order.id)
    running = True
    while running:
        time.sleep(0.5)
        with reading(engine) as db:
            rows = db.scalars(select(RunRow).where(RunRow.state == "running")).all()
            running = any(is_alive(db, row) for row in rows)
    engine.dispose()


def run() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--orders", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--items", type=int, default=2000, help="items of each benchmark that is trained on")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pingce-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        database = str(folder / "work.db")
        world = build(database, items=20_000, clients=options.clients)
        make_benchmarks(folder / HOME, options.orders, options.items)
        with serving(database, folder, workers=1) as (port, _):
            load(port, world, WARM_UP)
            print(f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores, {options.clients} clients")
            print("alone    ", told(load(port, world, options.seconds)))
            order_all(database, folder / HOME, options.orders)
            while not is_training(database):
                time.sleep(LOOK_SECONDS)
            print("orders   ", order_states(database))
            with watched(database) as looks:
                result = load(port, world, options.seconds)
            print("training ", told(result))
            print("          ", f"somebody was training in {sum(looks)} of {len(looks)} looks")
            print("orders   ", order_states(database))
            cancel_all(database)
    if sum(looks) < MOST * len(looks):
        sys.exit("Nobody was training most of the time: give --items more.")


if __name__ == "__main__":
    run()
