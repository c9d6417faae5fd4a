"""The page of a large campaign: how long its numbers take, and whether they are those of a full recount.

    python -m benchmarks.figures                        # 1,000,000 items, SQLite
    python -m benchmarks.figures --items 100000 --no-recount

The campaign is written straight into the database: seven tenths of the items with two answers (four in five agree, the
others are with reviewers), a tenth with one, the rest fresh. The sums are stored as the server's thread does it, then a
real server answers the three requests of the page: first, again, and after people did something about some hundred
items. At last everything is counted anew and compared.
"""

import argparse
import json
import random
import resource
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.annotate import World, build, serving

LABELS = ("fine", "someFine", "someBad", "bad")
PEOPLE = 50
CHUNK = 20_000
START = 1_700_000_000.0
TABLES = ("jobs", "turns", "answers", "decisions", "events")
PAGE = ("", "/progress", "/figures")


def add_items(world: World, more: int) -> None:
    """Copies of the one item there is, in the database itself."""
    from sqlalchemy import text

    from pingce.store.database import open_database, transaction

    engine = open_database(world.database)
    names = (
        "campaign_id", "texts", "extra", "control", "state", "asked", "alone", "answers", "claims", "skips", "queue",
        "early", "suggested", "created_at", "updated_at",
    )  # fmt: skip
    listed = ", ".join(names)
    with transaction(engine) as db:
        db.execute(
            text(
                f"INSERT INTO items (ref, position, {listed}) "  # noqa: S608 # names from above
                "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :more) "
                f"SELECT 'j' || n, (n * 7919) % 1000003 * 1000, {listed} FROM numbers, items"
            ),
            {"more": more},
        )
        db.execute(text("UPDATE campaigns SET size = size + :more"), {"more": more})
    engine.dispose()


def fill(world: World, seed: int = 7) -> None:
    """Jobs, answers, decisions and events of a campaign whose items are there."""
    from sqlalchemy import insert, select, text

    from pingce.store.database import open_database, transaction
    from pingce.store.tables import all_tables
    from pingce.store.tables.annotate import Item, Member

    engine, tables, chance = open_database(world.database), all_tables().tables, random.Random(seed)  # noqa: S311 # made-up answers
    with transaction(engine) as db:
        people = list(db.scalars(select(Member.user_id).where(Member.roles == "annotator")))
        ids = list(db.scalars(select(Item.id).order_by(Item.id)))
    numbers = dict.fromkeys(("jobs", "answers"), 0)
    for start in range(0, len(ids), CHUNK):
        rows: dict[str, list[dict[str, Any]]] = {
            name: [] for name in ("jobs", "answers", "decisions", "turns", "events")
        }
        states: list[dict[str, Any]] = []
        for item in ids[start : start + CHUNK]:
            kind = chance.random()
            if kind < 0.2:
                continue
            users = chance.sample(people, 2 if kind < 0.9 else 1)
            first = chance.choice(LABELS)
            said = [first, first if chance.random() < 0.8 else chance.choice(LABELS)]
            agreed = len(users) == 2 and said[0] == said[1]
            at = START + item
            for user, label in zip(users, said, strict=False):
                numbers["jobs"] += 1
                numbers["answers"] += 1
                job = numbers["jobs"]
                rows["jobs"].append(
                    {
                        "id": job, "campaign_id": world.campaign, "item_id": item, "user_id": user, "serial": job,
                        "state": "done" if agreed else "submitted", "version": 1, "lease_until": None,
                        "claimed_at": at, "seen_at": at, "seconds": chance.expovariate(1 / 30), "submitted_at": at + 30,
                        "number": job, "audit": None, "right": None,
                    }
                )  # fmt: skip
                hits = [{"rule": "no-change"}] if chance.random() < 0.05 else []
                rows["answers"].append(
                    {
                        "id": numbers["answers"], "item_id": item, "job_id": job, "turn_id": None, "author_id": user,
                        "kind": "submitted", "version": 1, "content": {"rating": label}, "hits": hits, "system": None,
                        "at": at,
                    }
                )  # fmt: skip
                rows["events"] += [_event(world, item, step, user, job, at) for step in ("claimed", "submit")]
            state = "decided" if agreed else "review" if len(users) == 2 else "open"
            if agreed:
                rows["decisions"].append(
                    {
                        "item_id": item, "answer_id": numbers["answers"], "turn_id": None,
                        "accepted_job_id": numbers["jobs"], "actor_id": None, "outcome": "agreed", "about_item": True,
                        "reason_code": "", "reason": "", "at": at,
                    }
                )  # fmt: skip
            elif len(users) == 2:
                rows["turns"].append(
                    {
                        "campaign_id": world.campaign, "item_id": item, "kind": "review", "job_id": None, "round": 1,
                        "state": "waiting", "version": 0, "created_at": at,
                    }
                )  # fmt: skip
            if len(users) == 2:
                rows["events"].append(_event(world, item, "agreed" if agreed else "differ", None, None, at))
            states.append(
                {
                    "item": item, "state": state, "answers": len(users), "queue": 2 if state == "open" else 0,
                    "first": users[0], "decided": at if agreed else None, "outcome": "agreed" if agreed else None,
                }
            )  # fmt: skip
        with transaction(engine) as db:
            for name in TABLES:
                if rows[name]:
                    db.execute(insert(tables[name]), rows[name])
            db.connection().execute(
                text(
                    "UPDATE items SET state = :state, answers = :answers, queue = :queue, first_by = :first,"
                    " decided_at = :decided, outcome = :outcome WHERE id = :item"
                ),
                states,
            )
    engine.dispose()


def _event(world: World, item: int, step: str, user: int | None, job: int | None, at: float) -> dict[str, Any]:
    return {
        "campaign_id": world.campaign, "item_id": item, "job_id": job, "turn_id": None, "actor_id": user, "step": step,
        "details": {}, "at": at,
    }  # fmt: skip


def store_sums(world: World) -> dict[str, object]:
    from pingce.annotate.services.kept import catch_up
    from pingce.store.database import open_database

    engine, start, cpu, longest = open_database(world.database), time.perf_counter(), time.process_time(), 0.0
    more = True
    while more:
        before = time.perf_counter()
        more = catch_up(engine, world.campaign)
        longest = max(longest, time.perf_counter() - before)
    engine.dispose()
    return {
        "sums stored, seconds": round(time.perf_counter() - start, 1),
        "CPU seconds": round(time.process_time() - cpu, 1),
        "longest step ms": round(longest * 1000),
    }


def ask(port: int, token: str, path: str) -> float:
    """Milliseconds of a request."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/campaigns/{path}", headers={"Authorization": f"Bearer {token}"}
    )
    start = time.perf_counter()
    with urllib.request.urlopen(request, timeout=600) as answer:  # noqa: S310 # our own server
        answer.read()
    return (time.perf_counter() - start) * 1000


def page(port: int, token: str, campaign: int) -> dict[str, float]:
    return {name or "/": round(ask(port, token, f"{campaign}{name}"), 1) for name in PAGE}


def work(world: World, items: int) -> None:
    """People hand in so many answers, through the services."""
    from sqlalchemy import select

    from pingce.annotate.services import queue, submit
    from pingce.store.database import open_database, transaction
    from pingce.store.people import Actor, Role
    from pingce.store.tables.people import User

    engine = open_database(world.database)
    with transaction(engine) as db:
        worker = db.scalars(select(User).where(User.name == "worker0")).one()
        actor = Actor(worker.id, worker.name, frozenset({Role.ANNOTATOR}))
    for _ in range(items):
        with transaction(engine) as db:
            job = queue.next_job(db, actor, world.campaign)
        assert job is not None, "some are left"
        with transaction(engine) as db:
            submit.submit(db, actor, job.job, {"rating": "fine"}, key=f"work-{time.time_ns()}", version=job.version)
    engine.dispose()


def compare(world: World) -> dict[str, object]:
    from sqlalchemy import select

    from pingce.annotate.services.recount import differences
    from pingce.store.database import open_database, reading
    from pingce.store.people import Actor, Role
    from pingce.store.tables.people import User

    engine, start = open_database(world.database), time.perf_counter()
    with reading(engine) as db:
        boss = db.scalars(select(User.id).where(User.name == "boss")).one()
        found = differences(db, Actor(boss, "boss", frozenset({Role.ADMIN, Role.BUILDER})), world.campaign)
    engine.dispose()
    return {
        "recount, seconds": round(time.perf_counter() - start, 1),
        "differences": len(found),
        "first": [str(one) for one in islice(found, 3)],
        "MB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def boss_token(world: World) -> str:
    from sqlalchemy import select

    from pingce.server.people.tokens import create_token
    from pingce.store.database import open_database, transaction
    from pingce.store.people import Actor, Role
    from pingce.store.tables.people import User

    engine = open_database(world.database)
    with transaction(engine) as db:
        boss = db.scalars(select(User.id).where(User.name == "boss")).one()
        actor = Actor(boss, "boss", frozenset({Role.ADMIN, Role.BUILDER}))
        token = create_token(db, actor, title="page", scopes=["read"], days=1, now=time.time()).token
    engine.dispose()
    return token


def steps(folder: Path, *, items: int, recount: bool) -> Iterator[dict[str, object]]:
    database = folder / "work.db"
    start = time.perf_counter()
    world = build(str(database), items=1, clients=PEOPLE)
    add_items(world, items - 1)
    fill(world)
    yield {"items": items, "made, seconds": round(time.perf_counter() - start, 1), "MB": database.stat().st_size >> 20}
    yield store_sums(world) | {"MB with sums": database.stat().st_size >> 20}
    token = boss_token(world)
    with serving(str(database), folder, workers=1) as (port, _):
        yield {"page, ms": "first", **page(port, token, world.campaign)}
        for _ in range(3):
            yield {"page, ms": "again", **page(port, token, world.campaign)}
        for changed in (100, 400):
            work(world, changed)
            yield {"page, ms": f"after {changed} answers", **page(port, token, world.campaign)}
    if recount:
        yield compare(world)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=1_000_000)
    parser.add_argument("--no-recount", action="store_true", help="Leave out the recount, which takes minutes.")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        for row in steps(Path(name), items=args.items, recount=not args.no_recount):
            print(json.dumps(row, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
