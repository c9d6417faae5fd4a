"""Do people who annotate notice that many items are coming in?

    python -m benchmarks.imports                                   # 1,000,000 items, 8 clients, SQLite
    python -m benchmarks.imports --items 100000 --clients 8 --skip-one-transaction

A real server and a crowd of clients as in benchmarks/annotate.py, in one run: without an import, while `pingce annotate
import` brings the items in, and while another process brings as many in with one transaction, as small imports do. Of
each: what `next` takes, how long the import takes, and its CPU time. At last the items are counted.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.annotate import PINGCE, SENTENCE, World, build, load, percentile, serving

AT_ONCE = 5.0
"""Seconds that a crowd works before it is seen whether the import has ended."""


TIMED = """
import resource, subprocess, sys, time
start = time.monotonic()
done = subprocess.run(sys.argv[1:]).returncode
took, used = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime, used.ru_stime, used.ru_maxrss, took)
sys.exit(done)
"""


def crowd(port: int, world: World, import_: subprocess.Popen[bytes] | None, *, seconds: float) -> dict[str, object]:
    """What the clients saw for so long, or until the import ended."""
    next_ms: list[float] = []
    problems = 0
    until = time.monotonic() + seconds
    while (time.monotonic() < until) if import_ is None else (import_.poll() is None):
        found = load(port, world, AT_ONCE)
        next_ms += found["next_ms"]  # type: ignore[arg-type] # JSON of our own
        problems += len(found["problems"])
    return {
        "claims": len(next_ms),
        "next p50": round(percentile(next_ms, 0.5), 1),
        "next p95": round(percentile(next_ms, 0.95), 1),
        "next p99": round(percentile(next_ms, 0.99), 1),
        "longest": round(max(next_ms, default=0.0)),
        "problems": problems,
        "load": round(os.getloadavg()[0], 1),
    }


def importing(port: int, world: World, command: Sequence[str], items: int) -> dict[str, object]:
    """What the clients saw while a command brought items in, and what the command took."""
    timed = [sys.executable, "-c", TIMED, *command]
    with subprocess.Popen(timed, stdout=subprocess.PIPE) as one:
        seen = crowd(port, world, one, seconds=0)
        assert one.stdout is not None
        told = one.stdout.read().decode().splitlines()
    assert one.returncode == 0, told
    user, system, kilobytes, took = map(float, told[-1].split())
    return {
        "seconds": round(took, 1), "items/s": round(items / took), "CPU seconds": round(user + system, 1),
        "MB": round(kilobytes / 1024), **seen,
    }  # fmt: skip


def written(path: Path, start: int, items: int) -> Path:
    with path.open("w", encoding="utf-8") as file:
        for i in range(start, start + items):
            file.write(json.dumps({"qid": f"j{i}", "context": SENTENCE.format(i)}, ensure_ascii=False) + "\n")
    return path


def in_one_transaction(database: str, campaign: int, file: str) -> None:
    """As `pingce annotate import` does with few items."""
    from sqlalchemy import select

    from pingce.annotate.files.items import read_new_items
    from pingce.annotate.forms import form_of
    from pingce.annotate.services import imports
    from pingce.store.database import open_database, reading, transaction
    from pingce.store.people import Actor, Role
    from pingce.store.tables.annotate import Campaign
    from pingce.store.tables.people import User

    engine = open_database(database)
    with reading(engine) as db:
        boss = Actor(db.scalars(select(User.id).where(User.name == "boss")).one(), "boss", frozenset({Role.ADMIN}))
        form = form_of(db.get_one(Campaign, campaign).form)
    with transaction(engine) as db:
        imports.import_items(db, boss, campaign, read_new_items(form, file))


def count(database: str) -> int:
    from sqlalchemy import func, select

    from pingce.store.database import open_database, reading
    from pingce.store.tables.annotate import Item

    with reading(open_database(database)) as db:
        return db.scalar(select(func.count()).where(Item.queue >= 0)) or 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=1_000_000)
    parser.add_argument("--before", type=int, default=50_000, help="Items that are there already.")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=20.0, help="How long the crowd works without an import.")
    parser.add_argument("--skip-one-transaction", action="store_true")
    parser.add_argument("--one-transaction", nargs=3, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one_transaction:
        database, campaign, file = args.one_transaction
        in_one_transaction(database, int(campaign), file)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = str(folder / "work.db")
        world = build(database, items=args.before, clients=args.clients)
        number = str(world.campaign)
        file = written(folder / "items.jsonl", 0, args.items)
        with serving(database, folder, workers=1) as (port, _):
            load(port, world, 2.0)
            print(json.dumps({"import": "none", **crowd(port, world, None, seconds=args.seconds)}), flush=True)
            command = [*PINGCE, "annotate", "import", number, str(file), "--database", database]
            print(json.dumps({"import": "batches", **importing(port, world, command, args.items)}), flush=True)
            total = args.before + args.items
            if not args.skip_one_transaction:
                file, total = written(file, args.items, args.items), total + args.items
                command = [sys.executable, "-m", "benchmarks.imports", "--one-transaction", database, number, str(file)]
                print(
                    json.dumps({"import": "one transaction", **importing(port, world, command, args.items)}), flush=True
                )
        print(json.dumps({"items wanted": total, "there": count(database)}))


if __name__ == "__main__":
    main()
