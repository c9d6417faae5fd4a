"""How long does a submission take, and do pages wait for it?

    python benchmarks/leaderboard.py --data DIR [--at-once 20]

DIR holds the official training data as published (space2022/). From it a test part of the size of 2022 is drawn (3,152,
1,402 and 396 items; training items are repeated under new ids where there are too few) and answers to it that are valid
and not all right. Measured are the CPU seconds of checking and scoring one submission of all three subtasks, reading
questions and answers included; then a real `pingce serve` takes --at-once submissions at the same moment while a
visitor asks for pages, and what the visitor waits is printed. Without DIR the examples are used, repeated.
"""

import argparse
import hashlib
import http.client
import io
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SIZES = {"task1": 3152, "task2": 1402, "task3": 396}
ANSWER_KEYS = {"task1": ("judge",), "task2": ("reasons",), "task3": ("outputs",)}
SEED = 7
PAGES = ("/api/competitions", "/api/competitions/1", "/api/competitions/1/board?phase=dev", "/api/health")
Records = list[dict[str, Any]]


def draw(folder: Path, name: str, size: int) -> Records:
    """Items whose own answers are valid as a submission, repeated until there are enough."""
    from pingce.formats.check import check_file
    from pingce.tasks.catalog import find_task

    records = [json.loads(line) for line in (folder / f"{name}_train.jsonl").open(encoding="utf-8")]
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "all.jsonl"
        path.write_text("\n".join(json.dumps(one, ensure_ascii=False) for one in records), encoding="utf-8")
        findings = check_file(find_task(f"space2022/{name}"), str(path), role="submission").findings
    wrong = {problem.qid for problem in findings.errors}
    good = [one for one in records if one["qid"] not in wrong]
    return [{**good[i % len(good)], "qid": f"{name}-test-{i}"} for i in range(size)]


def guesses(name: str, gold: Records, seed: int) -> Records:
    """Valid answers with mistakes: judgements turned, reasons taken away, tuples lost."""
    chance = random.Random(seed)  # noqa: S311 (not for secrets)
    made = []
    for one in gold:
        answer: dict[str, Any] = {"qid": one["qid"], **{key: one[key] for key in ANSWER_KEYS[name]}}
        if name == "task1" and chance.random() < 0.25:
            answer["judge"] = 1 - one["judge"]
        elif name != "task1":
            [key] = ANSWER_KEYS[name]
            kept = [part for part in one[key] if chance.random() > 0.3]
            answer[key] = kept or one[key][:1]
        made.append(answer)
    return made


def lines(records: Records) -> bytes:
    return "\n".join(json.dumps(one, ensure_ascii=False) for one in records).encode()


def questions(records: Records) -> Records:
    return [{"qid": one["qid"], "context": one["context"]} for one in records]


def packed(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, data in files.items():
            pack.writestr(f"{name}.jsonl", data)
    return out.getvalue()


def cpu_seconds(
    gold: dict[str, bytes], asked: dict[str, bytes], said: dict[str, bytes]
) -> dict[str, tuple[float, float]]:
    """Checking and scoring by subtask, in a process that has read nothing before."""
    import zlib

    from pingce.formats.checksum import bytes_sha256
    from pingce.leaderboard.competition.files import StoredFile
    from pingce.leaderboard.competition.scoring_jobs import check_answers, score_submission

    def file(data: bytes) -> StoredFile:
        return StoredFile("data.jsonl", bytes_sha256(data), zlib.compress(data))

    found = {}
    for name in SIZES:
        task, given, right = f"space2022/{name}", file(asked[name]), file(gold[name])
        started = time.process_time()
        checked = check_answers(task, f"{name}.jsonl", said[name], given, None)
        assert not checked.errors, checked.problems[:3]
        middle = time.process_time()
        score_submission(task, checked.file, right)
        found[name] = (middle - started, time.process_time() - middle)
    return found


def build(
    database: str, gold: dict[str, bytes], asked: dict[str, bytes], teams: int, rules: dict[str, object] | None = None
) -> list[str]:
    """A competition in its dev phase, and a token per team."""
    from pingce.leaderboard.competition.phases import PhaseKind
    from pingce.leaderboard.competition.services import competitions, files
    from pingce.leaderboard.competition.services import teams as team_services
    from pingce.leaderboard.competition.services.competitions import PhaseChange
    from pingce.server.people.accounts import create_user
    from pingce.server.people.secrets import make_password
    from pingce.server.people.tokens import create_token
    from pingce.store.database import migrate, open_database, transaction
    from pingce.store.people import Actor, Role

    engine = open_database(database)
    migrate(engine)
    now = time.time()
    tokens = []
    with transaction(engine) as db:
        made = create_user(db, "boss", roles=[Role.ADMIN], password=make_password(), now=now)
        boss = Actor(made.id, made.name, frozenset(made.roles))
        competition = competitions.create_competition(db, boss, title="SpaCE2022", edition="space2022")
        for name in gold:
            for content, data in (("questions", asked[name]), ("gold", gold[name])):
                files.add_file(
                    db, boss, competition, files.prepare(f"space2022/{name}", "dev", content, f"{name}.jsonl", data)
                )
        competitions.set_phases(
            db,
            boss,
            competition,
            [
                PhaseChange(PhaseKind.REGISTRATION, now - 100, None, {}),
                PhaseChange(PhaseKind.DEV, now - 50, None, rules or {}),
            ],
        )
        competitions.change_competition(db, boss, competition, open=True)
        for i in range(teams):
            person = create_user(db, f"team{i}", roles=[Role.TEAM], password=make_password(), now=now)
            actor = Actor(person.id, person.name, frozenset(person.roles))
            team = team_services.register(db, actor, competition, team_services.NewTeam(f"队{i}"))
            team_services.decide(db, boss, competition, team.id, state="approved")
            tokens.append(create_token(db, actor, title="t", scopes=["submit", "read"], days=1, now=now).token)
    engine.dispose()
    return tokens


@contextmanager
def serving(database: str, folder: Path) -> Iterator[int]:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = int(one.getsockname()[1])
    command = [sys.executable, "-m", "pingce.cli.main", "serve", "--port", str(port), "--database", database]
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen([*command, "--log-level", "warning"], stdout=log, stderr=log, start_new_session=True)
    try:
        while not ask(port, "/api/health", quietly=True):
            time.sleep(0.1)
        yield port
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(20)


def ask(port: int, path: str, *, quietly: bool = False) -> float:
    """Milliseconds until the page is there; 0 if it is not."""
    started = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
    except OSError:
        if quietly:
            return 0.0
        raise
    finally:
        connection.close()
    assert answer.status == 200, (path, answer.status)
    return (time.perf_counter() - started) * 1000


def hand_in(port: int, token: str, data: bytes) -> int:
    status, found = send(port, token, "a.zip", data)
    assert status == 201, found
    return int(found["id"])


def send(port: int, token: str, file_name: str, data: bytes) -> tuple[int, Any]:
    """A submission; what the server says to it."""
    mark = uuid.uuid4().hex
    body = b""
    for name, value in (("key", uuid.uuid4().hex), ("system", "s")):
        body += f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
    body += f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{file_name}"\r\n\r\n'.encode()
    body += data + f"\r\n--{mark}--\r\n".encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": f"multipart/form-data; boundary={mark}"}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    connection.request("POST", "/api/competitions/1/submissions", body, headers)
    answer = connection.getresponse()
    found = json.loads(answer.read())
    connection.close()
    return answer.status, found


def scored(database: str) -> bool:
    from sqlalchemy import select

    from pingce.store.database import open_database, reading
    from pingce.store.tables.competition import Entry

    engine = open_database(database)
    with reading(engine) as db:
        states = set(db.scalars(select(Entry.state)))
    engine.dispose()
    return states == {"scored"}


def crowd(database: str, folder: Path, tokens: list[str], uploads: list[bytes]) -> tuple[list[float], float, float]:
    """Waits of the visitor in milliseconds; seconds until all are handed in, and until all are scored."""
    waits: list[float] = []
    with serving(database, folder) as port:
        hand_in(port, tokens[0], uploads[0])  # processes of the pool have started
        while not scored(database):
            time.sleep(0.2)
        started = time.perf_counter()
        pairs = zip(tokens, uploads, strict=True)
        threads = [threading.Thread(target=hand_in, args=(port, *pair)) for pair in pairs]
        for thread in threads:
            thread.start()
        handed_in = 0.0
        looked = time.perf_counter()
        while True:
            for page in PAGES:
                waits.append(ask(port, page))
                time.sleep(0.01)
            if not handed_in and not any(thread.is_alive() for thread in threads):
                handed_in = time.perf_counter() - started
            if handed_in and time.perf_counter() - looked > 1:
                looked = time.perf_counter()
                if scored(database):
                    return waits, handed_in, time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, help="folder of the official training data")
    parser.add_argument("--at-once", type=int, default=20)
    options = parser.parse_args()
    folder = (options.data or Path(__file__).parents[1] / "examples") / "space2022"
    drawn = {name: draw(folder, name, size) for name, size in SIZES.items()}
    gold = {name: lines(records) for name, records in drawn.items()}
    asked = {name: lines(questions(records)) for name, records in drawn.items()}
    said = {name: lines(guesses(name, records, SEED)) for name, records in drawn.items()}
    print(f"data: sha256 {hashlib.sha256(b''.join(gold.values())).hexdigest()[:16]}, {folder}")
    total = 0.0
    for name, (checking, scoring) in cpu_seconds(gold, asked, said).items():
        total += checking + scoring
        print(f"{name}: {SIZES[name]:5d} items  check {checking:.2f} s  score {scoring:.2f} s (CPU)")
    print(f"one submission, all subtasks: {total:.2f} s of CPU time (wanted: < 3)")
    with tempfile.TemporaryDirectory(prefix="pingce-bench-") as place:
        database = str(Path(place) / "work.db")
        tokens = build(database, gold, asked, options.at_once)
        uploads = [
            packed({name: lines(guesses(name, records, seed)) for name, records in drawn.items()})
            for seed in range(options.at_once)
        ]
        waits, handed_in, done = crowd(database, Path(place), tokens, uploads)
    waits.sort()
    p95 = waits[int(len(waits) * 0.95)]
    print(f"{options.at_once} at once: all checked after {handed_in:.1f} s, all scored after {done:.1f} s")
    print(
        f"pages meanwhile: {len(waits)} requests, median {statistics.median(waits):.0f} ms, "
        f"p95 {p95:.0f} ms (wanted: < 300), slowest {waits[-1]:.0f} ms"
    )


if __name__ == "__main__":
    main()
