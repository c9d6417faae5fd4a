"""Items per second beside doccano: the same clients, sentences and machine, in turns, in one run.

    python -m venv DIR && DIR/bin/pip install doccano 'marshmallow<4' 'setuptools<81' 'numpy<2'
    python -m benchmarks.doccano --doccano DIR

Both run as their own command starts them, on SQLite. A client of pingce asks for the next job and hands it in. A client
of doccano does what its page does for an item: fetch the example and its labels, choose a label, mark the example as
done. In doccano nobody is handed anything, so everybody labels the same examples from the first on.
"""

import argparse
import asyncio
import json
import os
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from benchmarks.annotate import SENTENCE, WARM_UP, cpu_seconds, free_port, measure, percentile, show

SETUP = """
import json, sys
sys.path.insert(0, {backend!r})
import django
django.setup()
from django.contrib.auth.models import User
from rest_framework.authtoken.models import Token
from examples.models import Example
from label_types.models import CategoryType
from projects.models import Member, TextClassificationProject
from roles.models import Role
plan = json.load(sys.stdin)
people = [User.objects.create_user(f"worker{{i}}", password="none") for i in range(plan["clients"])]
project = TextClassificationProject.objects.create(
    name="load", project_type="DocumentClassification", created_by=people[0], single_class_classification=True
)
role = Role.objects.get(name="annotator")
for person in people:
    Member.objects.create(project=project, user=person, role=role)
label = CategoryType.objects.create(project=project, text="fine")
Example.objects.bulk_create([Example(project=project, text=text) for text in plan["texts"]])
tokens = [Token.objects.get_or_create(user=person)[0].key for person in people]
print(json.dumps({{"project": project.id, "label": label.id, "tokens": tokens}}))
"""
"""Straight into its database by its own models: importing is not what is measured."""


@dataclass
class Labelled:
    """What all clients together did."""

    item_ms: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


@contextmanager
def doccano(venv: Path, folder: Path, plan: dict[str, object]) -> Iterator[tuple[int, int, dict[str, object]]]:
    """Its server with a project in it: port, process, and what clients have to know."""
    environment = {
        **os.environ,
        "DOCCANO_HOME": str(folder),
        "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "STANDALONE": "True",
        "MEDIA_ROOT": str(folder / "media"),
    }
    environment.pop("PYTHONPATH", None)
    program, python = str(venv / "bin" / "doccano"), str(venv / "bin" / "python")
    subprocess.run([program, "init"], env=environment, check=True, capture_output=True)
    backend = next(venv.glob("lib/python3*/site-packages/backend"))
    made = subprocess.run(
        [python, "-c", SETUP.format(backend=str(backend))],
        input=json.dumps(plan),
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    port = free_port()
    with (folder / "server.log").open("ab") as log:
        server = subprocess.Popen(
            [program, "webserver", "--port", str(port)], env=environment, stdout=log, stderr=subprocess.STDOUT
        )
    try:
        wait_for(f"http://127.0.0.1:{port}/v1/auth/login/")
        yield port, server.pid, json.loads(made.stdout.splitlines()[-1])
    finally:
        server.terminate()
        server.wait(30)


def wait_for(address: str) -> None:
    for _ in range(600):
        try:
            with urllib.request.urlopen(address, timeout=5):  # noqa: S310 (an address of our own)
                return
        except urllib.error.HTTPError:
            return  # it answers, if not to this
        except OSError:
            time.sleep(0.1)
    raise SystemExit("doccano did not answer")


async def request(port: int, token: str, method: str, path: str, body: object = None) -> tuple[int, bytes]:
    """One request on a connection of its own: its server keeps none."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        content = b"" if body is None else json.dumps(body).encode()
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Token {token}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n".encode()
            + content
        )
        head, _, answer = (await reader.read(-1)).partition(b"\r\n\r\n")
        return int(head[9:12]), answer
    finally:
        writer.close()


async def label_all(port: int, token: str, known: dict[str, object], until: float, first: int, done: Labelled) -> None:
    """One person, from example to example."""
    project, offset = f"/v1/projects/{known['project']}", first
    while time.perf_counter() < until:
        started = time.perf_counter()
        status, body = await request(port, token, "GET", f"{project}/examples?limit=1&offset={offset}&q=&confirmed=")
        results = json.loads(body)["results"] if status == 200 else []
        if not results:
            done.problems += [f"examples: {status}"] if status != 200 else []
            return
        example = f"{project}/examples/{results[0]['id']}"
        for method, path, sent in (
            ("GET", f"{example}/categories", None),
            ("POST", f"{example}/categories", {"label": known["label"]}),
            ("POST", f"{example}/states", {}),
        ):
            status, body = await request(port, token, method, path, sent)
            if status not in (200, 201):
                done.problems.append(f"{method} {path}: {status} {body[:100]!r}")
        done.item_ms.append((time.perf_counter() - started) * 1000)
        offset += 1


async def crowd(port: int, known: dict[str, object], seconds: float, first: int) -> Labelled:
    done = Labelled()
    until = time.perf_counter() + seconds
    tokens: list[str] = known["tokens"]  # type: ignore[assignment] # JSON of our own
    await asyncio.gather(*(label_all(port, token, known, until, first, done) for token in tokens))
    return done


def measure_doccano(venv: Path, folder: Path, *, clients: int, items: int, seconds: float) -> dict[str, object]:
    texts = [SENTENCE.format(i) for i in range(items)]
    with doccano(venv, folder, {"clients": clients, "texts": texts}) as (port, server, known):
        warm = asyncio.run(crowd(port, known, WARM_UP, 0))
        cpu = cpu_seconds(server)
        done = asyncio.run(crowd(port, known, seconds, len(warm.item_ms) + 1))
        cpu = cpu_seconds(server) - cpu
    busy = sum(done.item_ms) / 1000 / clients
    return {
        "engine": "doccano on sqlite",
        "clients": clients,
        "items": items,
        "done": len(done.item_ms),
        "items/s": round(len(done.item_ms) / busy, 1) if busy else 0,
        "CPU ms/item": round(cpu * 1000 / max(1, len(done.item_ms)), 2),
        "item p50": round(percentile(done.item_ms, 0.5), 1),
        "item p95": round(percentile(done.item_ms, 0.95), 1),
        "problems": len(done.problems),
        "first problem": done.problems[0] if done.problems else "",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--doccano", type=Path, required=True, help="environment in which it is installed")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--items", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=2)
    args = parser.parse_args()
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as name:
        for turn in range(args.rounds):
            for place in (Path(name) / f"{turn}-pingce", Path(name) / f"{turn}-doccano"):
                place.mkdir()
            place = Path(name) / f"{turn}-doccano"
            row = measure_doccano(
                args.doccano.resolve(), place, clients=args.clients, items=args.items, seconds=args.seconds
            )
            show(row)
            theirs.append(float(str(row["items/s"])))
            place = Path(name) / f"{turn}-pingce"
            row = measure(
                "sqlite", str(place / "work.db"), place, clients=args.clients, items=args.items, seconds=args.seconds
            )
            show(row)
            ours.append(float(str(row["items/s"])))
    show({"pingce, times doccano": round(median(ours) / median(theirs), 2)})


if __name__ == "__main__":
    main()
