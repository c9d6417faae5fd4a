"""A real server process with its pool, killed while it scores: nothing is lost, nothing is counted twice."""

import http.client
import json
import os
import signal
import time
import uuid
import zlib
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pingce.leaderboard.competition.phases import PhaseKind
from pingce.leaderboard.competition.scoring_jobs import score_submission
from pingce.leaderboard.competition.services import competitions, files, queue, teams
from pingce.leaderboard.competition.services.competitions import PhaseChange
from pingce.server.people.accounts import create_user
from pingce.server.people.tokens import create_token
from pingce.server.scoring_thread import Pool
from pingce.store.database import migrate, open_database, reading, transaction
from pingce.store.people import Actor, Role
from pingce.store.tables.competition import Entry, ScoreRow, Submission
from tests.waiting import PATIENCE, free_port, wait_until

from .builders import quick_password
from .crowd import kill, start_server
from .shared_task import EDITION, TASKS, answers, example

HANDED_IN = 6


def build(database: str) -> tuple[int, str]:
    """A competition in its dev phase and the token of its only team."""
    engine = open_database(database)
    migrate(engine)
    now = time.time()
    with transaction(engine) as db:
        made = create_user(db, "boss", roles=[Role.ADMIN], password=quick_password(), now=now)
        boss = Actor(made.id, made.name, frozenset(made.roles))
        person = create_user(db, "li", roles=[Role.TEAM], password=quick_password(), now=now)
        li = Actor(person.id, person.name, frozenset(person.roles))
        competition = competitions.create_competition(db, boss, title="评测", edition=EDITION)
        for task in TASKS:
            for content, name in (("questions", f"{task}_dev_input.jsonl"), ("gold", f"{task}_dev.jsonl")):
                files.add_file(db, boss, competition, files.prepare(task, "dev", content, name, example(name)))
        phases = [
            PhaseChange(PhaseKind.REGISTRATION, now - 100, None, {}),
            PhaseChange(PhaseKind.DEV, now - 50, None, {"per_day": None, "counts": "last"}),
        ]
        competitions.set_phases(db, boss, competition, phases)
        competitions.change_competition(db, boss, competition, open=True)
        team = teams.register(db, li, competition, teams.NewTeam("李队"))
        teams.decide(db, boss, competition, team.id, state="approved")
        token = create_token(db, li, title="t", scopes=["submit", "read"], days=1, now=now).token
    engine.dispose()
    return competition, token


def submit(port: int, competition: int, token: str, key: str) -> int:
    mark = uuid.uuid4().hex
    parts = [("key", None, key.encode()), ("system", None, b"s"), ("file", "a.zip", answers("a"))]
    body = b""
    for name, file, data in parts:
        named = f'; filename="{file}"' if file else ""
        body += f'--{mark}\r\nContent-Disposition: form-data; name="{name}"{named}\r\n\r\n'.encode() + data + b"\r\n"
    body += f"--{mark}--\r\n".encode()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": f"multipart/form-data; boundary={mark}"}
    connection.request("POST", f"/api/competitions/{competition}/submissions", body, headers)
    answer = connection.getresponse()
    found = json.loads(answer.read())
    connection.close()
    assert answer.status == 201, found
    return int(found["id"])


def queued(db: Session, competition: int, key: str, data: bytes, *, attempts: int = 0) -> None:
    """Answers to the first subtask that wait to be scored."""
    submission = Submission(
        competition_id=competition, team_id=1, user_id=2, phase="dev", key=key, system="s", created_at=1.0
    )
    db.add(submission)
    db.flush()
    db.add(
        Entry(
            submission_id=submission.id, task=TASKS[0], name="p.jsonl", sha256="x", size=len(data), records=20,
            data=zlib.compress(data), state="queued", attempts=attempts,
        )
    )  # fmt: skip


def states(database: str) -> tuple[list[str], int, int]:
    """States of the entries, how many scores there are, and of how many entries."""
    engine = open_database(database)
    with reading(engine) as db:
        found = sorted(db.scalars(select(Entry.state)))
        count = db.scalar(select(func.count(ScoreRow.id))) or 0
        entries = db.scalar(select(func.count(func.distinct(ScoreRow.entry_id)))) or 0
    engine.dispose()
    return found, count, entries


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_server_killed_while_scoring_leaves_everything_to_the_next(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = str(tmp_path / "work.db") if kind == "sqlite" else request.getfixturevalue("postgres_url")
    competition, token = build(database)
    port = free_port()
    server = start_server(database, tmp_path, port)
    numbers = [submit(port, competition, token, f"key-number-{i}") for i in range(HANDED_IN)]
    kill(server)  # the last ones are queued or being scored
    engine = open_database(database)
    with transaction(engine) as db:
        assert db.scalar(select(func.count(Submission.id))) == HANDED_IN == len(set(numbers))
        # As if the server had died in the middle of these, and long enough ago.
        for entry in db.scalars(select(Entry).where(Entry.state != "scored")):
            entry.state, entry.lease, entry.lease_until = "scoring", "dead", time.time() - 1
    engine.dispose()
    server = start_server(database, tmp_path, port)
    try:
        wait_until(lambda: set(states(database)[0]) == {"scored"}, said=lambda: states(database))
    finally:
        kill(server)
    found, scores, entries = states(database)
    assert (len(found), scores, entries) == (3 * HANDED_IN, 3 * HANDED_IN, 3 * HANDED_IN)


def test_a_result_without_its_lease_is_thrown_away_and_leases_run_out(tmp_path: Path) -> None:
    database = str(tmp_path / "work.db")
    competition, _ = build(database)
    engine = open_database(database)
    with transaction(engine) as db:
        queued(db, competition, "k", example(f"{EDITION}/pred-a-task1.jsonl"))
    file = files.prepare(TASKS[0], "dev", "gold", "p.jsonl", example(f"{TASKS[0]}_dev.jsonl")).file
    with transaction(engine) as db:
        [first] = queue.claim(db, most=5, seconds=-1)
        assert queue.claim(db, most=5, seconds=60)[0].lease != first.lease
    scored = score_submission(first.task, first.answers, file)
    with transaction(engine) as db:
        assert queue.store_score(db, first, scored) is None
        assert queue.claim(db, most=5) == []
        assert db.scalar(select(func.count(ScoreRow.id))) == 0
    with transaction(engine) as db:  # as if the clock had been set back by a day since
        db.query(Entry).update({"lease_until": Entry.lease_until + 86_400})
        assert len(queue.claim(db, most=5)) == 1
    engine.dispose()


def test_what_is_given_up_keeps_nothing_behind_it_from_being_scored(tmp_path: Path) -> None:
    database = str(tmp_path / "work.db")
    competition, _ = build(database)
    engine = open_database(database)
    data = example(f"{EDITION}/pred-a-task1.jsonl")
    with transaction(engine) as db:
        queued(db, competition, "spent", data, attempts=queue.MOST_ATTEMPTS)
        queued(db, competition, "fine", data)
    assert queue.score_waiting(engine) == 1
    assert states(database)[0] == ["failed", "scored"]
    engine.dispose()


def test_what_cannot_be_scored_is_given_up_after_three_attempts(tmp_path: Path) -> None:
    database = str(tmp_path / "work.db")
    competition, _ = build(database)
    engine = open_database(database)
    with transaction(engine) as db:
        queued(db, competition, "k", b"")
    for _ in range(3):
        with transaction(engine) as db:
            [claim] = queue.claim(db, most=5)
            queue.give_back(db, claim, "broken")
    with transaction(engine) as db:
        assert queue.claim(db, most=5) == []
        assert db.execute(select(Entry.state, Entry.problem)).one() == ("failed", "broken")
    engine.dispose()


def test_a_job_that_takes_too_long_is_stopped_and_its_process_goes_on() -> None:
    pool = Pool(1)
    try:
        process = pool.submit(os.getpid).result()
        with pytest.raises(TimeoutError):
            pool.submit(signal.raise_signal, signal.SIGALRM).result()  # as when the time is over
        assert pool.submit(os.getpid).result() == process
    finally:
        pool.stop()
