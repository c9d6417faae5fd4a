"""Do visitors get their pages, and the right people in, while somebody floods the sign-up?

    python -m benchmarks.signup [--connections 120] [--seconds 20] [--addresses 1]

A real `pingce serve` on SQLite. A process beside it keeps --connections open and signs up on each of them as fast as
it is answered, for a competition that takes teams and for one that does not exist, from --addresses addresses of the
loopback. Meanwhile a visitor asks for GET /api/competitions again and again; somebody signs in and somebody signs up,
each from an address of their own, trying again when the server asks them to. Waits of the visitor are printed with and
without the flood. Everything stays on this machine, and one run ends after a minute at most.
"""

import argparse
import asyncio
import http.client
import json
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from benchmarks.leaderboard import SIZES, ask, build, draw, lines, questions, serving
from benchmarks.load import post

NAME, PASSWORD = "zhang", "correct horse"
PAGE = "/api/competitions"
IDLE_SECONDS = 5.0
PAUSE = 0.02
MOST_TRIES = 10


async def _sign_up_again_and_again(port: int, number: int, addresses: int, until: float, seen: Counter[int]) -> None:
    source = f"127.0.1.{1 + number % addresses}"
    headers = b"Host: 127.0.0.1\r\nContent-Type: application/json\r\n"
    competition = 1 if number % 2 else 999_999
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    turn = 0
    try:
        while time.time() < until:
            turn += 1
            name = f"f{number}-{turn}"
            body = json.dumps({"account": name, "password": PASSWORD, "team": {"name": name}}).encode()
            status, _ = await post(reader, writer, f"/api/competitions/{competition}/signup", headers, body)
            seen[status] += 1
    finally:
        writer.close()


async def _flood(port: int, connections: int, addresses: int, until: float) -> Counter[int]:
    seen: Counter[int] = Counter()
    crowd = (_sign_up_again_and_again(port, i, addresses, until, seen) for i in range(connections))
    await asyncio.wait([asyncio.ensure_future(one) for one in crowd], timeout=until - time.time() + 30)
    return seen


def flood(port: int, connections: int, addresses: int, until: float) -> Counter[int]:
    """How often which answer was given."""
    return asyncio.run(_flood(port, connections, addresses, until))


@dataclass
class Attempt:
    """A person at the door, who comes back when asked to."""

    port: int
    source: str
    path: str
    body: Mapping[str, object]
    answers: list[int] = field(default_factory=list)
    seconds: float = 0.0

    def run(self) -> None:
        started = time.perf_counter()
        while not self._try() and len(self.answers) < MOST_TRIES:
            pass
        self.seconds = time.perf_counter() - started

    def _try(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(self.source, 0))
        connection.request("POST", self.path, json.dumps(self.body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        self.answers.append(answer.status)
        if answer.status == 429:
            time.sleep(min(10.0, float(answer.headers.get("Retry-After", 1))))
        return answer.status in (200, 201)

    def told(self) -> str:
        return f"{self.answers[-1]} after {len(self.answers)} tries and {self.seconds:.1f} s"


def watch(port: int, until: float) -> list[float]:
    """What the visitor waits, in milliseconds."""
    waits = []
    while time.time() < until:
        waits.append(ask(port, PAGE))
        time.sleep(PAUSE)
    return sorted(waits)


def said(waits: list[float]) -> str:
    p95 = waits[int(len(waits) * 0.95)]
    median = statistics.median(waits)
    return f"{len(waits)} requests, median {median:.0f} ms, p95 {p95:.0f} ms, slowest {waits[-1]:.0f} ms"


def prepare(database: str) -> None:
    """A competition that takes teams, and somebody with a password."""
    from pingce.server.people.accounts import create_user
    from pingce.server.people.secrets import hash_password
    from pingce.store.database import open_database, transaction
    from pingce.store.people import Role

    drawn = {name: draw(Path(__file__).parents[1] / "examples" / "space2022", name, 20) for name in SIZES}
    gold = {name: lines(records) for name, records in drawn.items()}
    build(database, gold, {name: lines(questions(records)) for name, records in drawn.items()}, 0)
    engine = open_database(database)
    with transaction(engine) as db:
        create_user(db, NAME, roles=[Role.TEAM], password=hash_password(PASSWORD), now=time.time())
    engine.dispose()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--connections", type=int, default=120)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--addresses", type=int, default=1)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="pingce-bench-") as place,
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as beside,
    ):
        database = str(Path(place) / "work.db")
        prepare(database)
        beside.submit(flood, 0, 0, 1, 0.0).exception()  # its process has started
        with serving(database, Path(place)) as port:
            print(f"idle: {said(watch(port, time.time() + IDLE_SECONDS))}", flush=True)
            until = time.time() + options.seconds
            crowd = beside.submit(flood, port, options.connections, options.addresses, until)
            time.sleep(min(3.0, options.seconds / 4))
            team = {"account": "yuan", "password": PASSWORD, "team": {"name": "远山"}}
            people = {
                "sign-in": Attempt(port, "127.0.0.2", "/api/login", {"name": NAME, "password": PASSWORD}),
                "sign-up": Attempt(port, "127.0.0.3", "/api/competitions/1/signup", team),
            }
            threads = [threading.Thread(target=one.run) for one in people.values()]
            for thread in threads:
                thread.start()
            waits = watch(port, until)
            seen = crowd.result()
            for thread in threads:
                thread.join()
    print(f"{options.connections} connections from {options.addresses} addresses signed up for {options.seconds:g} s:")
    print(f"  answered: {', '.join(f'{count} × {status}' for status, count in sorted(seen.items()))}")
    print(f"  {PAGE} meanwhile: {said(waits)} (wanted: p95 < 300)")
    for what, one in people.items():
        print(f"  {what} of the right person: {one.told()}")


if __name__ == "__main__":
    main()
