"""How many annotators does a server carry, and does it lose or hand out too much?

    python benchmarks/annotate.py                                     # SQLite; PostgreSQL too, if initdb is there
    python benchmarks/annotate.py --clients 8 --items 50000 --engines sqlite --seconds 15

A real `pingce serve` process (four of them on PostgreSQL), a crowd of clients in another (benchmarks/load.py): each
asks for the next job and hands in an answer, as fast as it can. Items wanted by two people each. Items per second are
pairs of claim and submission; latencies are what the clients see. Afterwards the database is read: no item may have
more jobs than people were asked for, every acknowledged answer must be there. Then the CPU time until an empty server
answers, and the size of an installation.
"""

import argparse
import json
import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
PINGCE = (sys.executable, "-m", "pingce.cli.main")
WARM_UP = 2.0
WANTED = 2
"""Answers per item."""
SENTENCE = "清晨，老人推着小车走出院门，沿着河边的石板路慢慢往东走，车上放着两筐刚摘的黄瓜，第{}天也是这样。"
ANSWER = {"rating": "fine"}
CLIENTS, ITEMS = (1, 8, 64), (1_000, 50_000)
PROCESSES = {"sqlite": 1, "postgresql": 4}


@dataclass(frozen=True)
class World:
    """A campaign ready to be worked on."""

    database: str
    campaign: int
    tokens: list[str]


def build(database: str, *, items: int, clients: int) -> World:
    """Straight through the services: importing is not what is measured."""
    from pingce.annotate.items import NewItem
    from pingce.annotate.services import campaigns, imports, members
    from pingce.server.people.accounts import create_user
    from pingce.server.people.secrets import make_password
    from pingce.server.people.tokens import create_token
    from pingce.store.database import migrate, open_database, transaction
    from pingce.store.people import Actor, Role

    engine = open_database(database)
    migrate(engine)
    now = time.time()
    with transaction(engine) as db:
        boss = create_user(db, "boss", roles=[Role.ADMIN, Role.BUILDER], password=make_password(), now=now)
        actor = Actor(boss.id, boss.name, frozenset(boss.roles))
        settings = {"answers": WANTED, "audit_rate": 0.0, "audit_rate_first": 0.0, "control_rate": 0.0}
        campaign = campaigns.create_campaign(db, actor, title="load", preset="space-rating", settings=settings)
        new = (NewItem(f"i{i}", {"text": SENTENCE.format(i)}) for i in range(items))
        imports.import_items(db, actor, campaign, new)
        tokens, changes = [], []
        for i in range(clients):
            made = create_user(db, f"worker{i}", roles=[Role.ANNOTATOR], password=make_password(), now=now)
            worker = Actor(made.id, made.name, frozenset(made.roles))
            tokens.append(create_token(db, worker, title="load", scopes=["annotate"], days=1, now=now).token)
            changes.append(members.MemberChange(made.id, frozenset({Role.ANNOTATOR})))
        members.set_members(db, actor, campaign, changes)
        campaigns.change_campaign(db, actor, campaign, status="open")
    engine.dispose()
    return World(database, campaign, tokens)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def serving(database: str, folder: Path, *, workers: int) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """A server that answers."""
    port = free_port()
    command = [*PINGCE, "serve", "--port", str(port), "--database", database, "--workers", str(workers)]
    with (folder / "server.log").open("ab") as log:
        server = subprocess.Popen([*command, "--log-level", "warning"], cwd=folder, stderr=log, stdout=log)
    try:
        wait_for(port)
        yield port, server
    finally:
        server.terminate()
        server.wait(30)


def wait_for(port: int) -> None:
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=5):
                return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("the server did not answer")


def load(port: int, world: World, seconds: float) -> dict[str, list[object]]:
    plan = {
        "host": "127.0.0.1",
        "port": port,
        "campaign": world.campaign,
        "tokens": world.tokens,
        "answer": ANSWER,
        "seconds": seconds,
    }
    done = subprocess.run(
        [sys.executable, str(HERE / "load.py")], input=json.dumps(plan).encode(), capture_output=True, check=True
    )
    result: dict[str, list[object]] = json.loads(done.stdout)
    return result


def verify(world: World, acknowledged: list[list[int]]) -> tuple[int, int]:
    """Items that too many people hold or answered; acknowledged answers that are not there."""
    from sqlalchemy import func, select

    from pingce.store.database import open_database, reading
    from pingce.store.tables.annotate import Job
    from pingce.store.tables.history import AnswerVersion

    engine = open_database(world.database)
    with reading(engine) as db:
        holding = select(Job.item_id).where(Job.state.not_in(("expired", "skipped"))).group_by(Job.item_id)
        crowded = db.execute(holding.having(func.count() > WANTED)).all()
        stored = {
            (row.job_id, row.id)
            for row in db.execute(
                select(AnswerVersion.id, AnswerVersion.job_id).where(AnswerVersion.kind == "submitted")
            )
        }
    engine.dispose()
    return len(crowded), sum((job, answer) not in stored for job, answer in acknowledged)


def cpu_seconds(pid: int) -> float:
    """CPU time of a server and its processes so far: what a busy machine cannot distort much."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(cpu_seconds(int(child)) for child in children)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def measure(engine: str, database: str, folder: Path, *, clients: int, items: int, seconds: float) -> dict[str, object]:
    world = build(database, items=items, clients=clients)
    with serving(database, folder, workers=PROCESSES[engine]) as (port, server):
        first = load(port, world, WARM_UP)  # the tagger is loaded, statements are compiled
        started, cpu = time.perf_counter(), cpu_seconds(server.pid)
        found = load(port, world, seconds)
        took, cpu = time.perf_counter() - started, cpu_seconds(server.pid) - cpu
    acknowledged: list[list[int]] = found["acknowledged"]  # type: ignore[assignment] # JSON of our own
    next_ms: list[float] = found["next_ms"]  # type: ignore[assignment] # as above
    submit_ms: list[float] = found["submit_ms"]  # type: ignore[assignment] # as above
    crowded, lost = verify(world, acknowledged + first["acknowledged"])  # type: ignore[operator] # as above
    busy = (sum(next_ms) + sum(submit_ms)) / 1000 / clients
    return {
        "engine": engine,
        "processes": PROCESSES[engine],
        "clients": clients,
        "items": items,
        "done": len(acknowledged),
        "items/s": round(len(acknowledged) / busy, 1) if busy else 0,
        "CPU ms/item": round(cpu * 1000 / max(1, len(acknowledged)), 2),
        "seconds": round(took, 1),
        "next p50": round(percentile(next_ms, 0.5), 1),
        "next p95": round(percentile(next_ms, 0.95), 1),
        "submit p50": round(percentile(submit_ms, 0.5), 1),
        "submit p95": round(percentile(submit_ms, 0.95), 1),
        "too many": crowded,
        "lost": lost,
        "problems": len(found["problems"]),
        "first problem": str(found["problems"][0]) if found["problems"] else "",
    }


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """A PostgreSQL of our own on a socket in a folder of our own."""
    data, run = folder / "pg", folder / "run"
    run.mkdir()
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if as_user:
        shutil.chown(folder, "postgres")
        shutil.chown(run, "postgres")
        folder.chmod(0o755)
    subprocess.run(
        [*as_user, "initdb", "-D", str(data), "-A", "trust", "-U", "pingce"], check=True, stdout=subprocess.DEVNULL
    )
    options = f"-k {run} -c listen_addresses='' -c max_connections=200"
    subprocess.run(
        [*as_user, "pg_ctl", "-D", str(data), "-o", options, "-l", str(data / "log"), "-w", "start"],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    try:
        yield f"postgresql+psycopg://pingce@/postgres?host={run}"
    finally:
        subprocess.run(
            [*as_user, "pg_ctl", "-D", str(data), "-m", "immediate", "stop"], check=True, stdout=subprocess.DEVNULL
        )


def fresh_database(url: str) -> str:
    """Another empty database of the same PostgreSQL."""
    import psycopg

    name = f"load{time.time_ns()}"
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return url.replace("/postgres?", f"/{name}?")


def start_cpu(folder: Path) -> float:
    """CPU seconds of a server on an empty folder until its first answer; what it needs to stop is in it, too."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with serving("new/pingce.db", folder, workers=1):
        pass
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def install_size() -> dict[str, float]:
    """Megabytes of the package, and of everything it needs (without extras)."""
    import importlib.metadata as metadata

    import pingce

    seen: set[str] = set()
    queue, total = ["pingce"], 0
    while queue:
        name = queue.pop().lower()
        if name in seen:
            continue
        seen.add(name)
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        if name != "pingce":
            total += sum(
                path.stat().st_size for file in found.files or () if (path := Path(str(file.locate()))).is_file()
            )
        wanted = [one for one in found.requires or () if "extra ==" not in one]
        queue += [
            "".join(char for char in one.split(";")[0] if char not in " ()").split("[")[0].split("=")[0].rstrip("<>!~")
            for one in wanted
        ]
    own = sum(
        path.stat().st_size
        for path in Path(pingce.__file__).parent.rglob("*")
        if path.suffix != ".pyc" and path.is_file()
    )
    return {"pingce": round(own / 2**20, 1), "with what it needs": round((own + total) / 2**20, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clients", type=int, nargs="*", default=CLIENTS)
    parser.add_argument("--items", type=int, nargs="*", default=ITEMS)
    parser.add_argument("--engines", nargs="*", choices=list(PROCESSES), default=list(PROCESSES))
    parser.add_argument("--seconds", type=float, default=10.0, help="How long each crowd works at most.")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        for items in args.items:
            for clients in args.clients:
                if "sqlite" in args.engines:
                    path = folder / f"{clients}-{items}" / "work.db"
                    path.parent.mkdir()
                    show(measure("sqlite", str(path), path.parent, clients=clients, items=items, seconds=args.seconds))
        if "postgresql" in args.engines and shutil.which("initdb"):
            (folder / "postgres").mkdir()
            with postgres(folder / "postgres") as url:
                for items in args.items:
                    for clients in args.clients:
                        database = fresh_database(url)
                        show(
                            measure("postgresql", database, folder, clients=clients, items=items, seconds=args.seconds)
                        )
        show({"CPU seconds until an empty server answers (and stops)": round(start_cpu(folder), 2)})
        show({"megabytes": install_size()})


def show(row: dict[str, object]) -> None:
    print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
