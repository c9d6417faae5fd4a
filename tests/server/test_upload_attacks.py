"""What a team may try: a clear refusal each time, and nothing stored."""

import io
import json
import multiprocessing
import re
import signal
import zipfile
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select

from pingce.leaderboard.competition import uploads
from pingce.server.http import middleware
from pingce.server.openapi import declared_actions
from pingce.server.request_context import Server
from pingce.server.scoring_thread import Pool
from pingce.store.database import migrate, open_database, reading
from pingce.store.errors import Refused
from pingce.store.people import Role
from pingce.store.tables.competition import Entry, Submission

from .builders import SECRET, Clients
from .shared_task import (
    EDITION,
    MARK,
    TASKS,
    SharedTask,
    answers,
    digest,
    example,
    make_shared_task,
    marked_gold,
    packed,
)

GOOD = example(f"{EDITION}/pred-a-task1.jsonl")


@pytest.fixture
def task(clients: Clients) -> SharedTask:
    return make_shared_task(clients)


@pytest.fixture
def li(task: SharedTask) -> TestClient:
    client = task.team("li")
    task.phase("dev")
    return client


def stored(task: SharedTask) -> tuple[int, int]:
    with reading(task.clients.server.engine) as db:
        return db.scalar(select(func.count(Submission.id))) or 0, db.scalar(select(func.count(Entry.id))) or 0


def bomb() -> bytes:
    """A hundred megabytes of blanks in a few kilobytes."""
    return packed({"task1.jsonl": b" " * (100 * 2**20)})


def lying_bomb() -> bytes:
    """The same, but it says it is small."""
    data = bytearray(bomb())
    size = (100 * 2**20).to_bytes(4, "little")
    return bytes(data.replace(size, (1000).to_bytes(4, "little")))


def nested() -> bytes:
    return packed({"task1.jsonl": packed({"task1.jsonl": GOOD})})


def twice() -> bytes:
    return packed({"a/task1.jsonl": GOOD, "b/task1.jsonl": GOOD})


def line(judge: str) -> bytes:
    first = json.loads(GOOD.splitlines()[0])
    return b'{"qid": "%s", "judge": %s}' % (first["qid"].encode(), judge.encode())


ATTACKS: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "zip bomb": ("x.zip", bomb, "archive-too-large"),
    "zip bomb that lies about its size": ("x.zip", lying_bomb, "bad-zip"),
    "unpacked at once, however large": ("x.zip", lambda: packed({"task1.jsonl": GOOD}, zipfile.ZIP_BZIP2), "bad-zip"),
    "path out of the archive": ("x.zip", lambda: packed({"../../task1.jsonl": GOOD}), "path-in-archive"),
    "absolute path": ("x.zip", lambda: packed({"/etc/task1.jsonl": GOOD}), "path-in-archive"),
    "Windows path": ("x.zip", lambda: packed({"..\\task1.jsonl": GOOD}), "path-in-archive"),
    "too many members": ("x.zip", lambda: packed({f"task1-{i}.jsonl": b"x" for i in range(101)}), "too-many-files"),
    "archive in the archive": ("x.zip", nested, "archive-in-archive"),
    "one task twice": ("x.zip", twice, "task-twice"),
    "no answers in the archive": ("x.zip", lambda: packed({"readme.md": b"hi"}), "no-answers-in-archive"),
    "broken archive": ("x.zip", lambda: answers("a")[:-30] + b"PK\x05\x06" + b"\0" * 18, "no-answers-in-archive"),
    "nothing": ("task1.jsonl", lambda: b" \n ", "empty-file"),
    "no name to go by": ("answers.jsonl", lambda: GOOD, "which-task"),
    "a million brackets on a line": ("task1.jsonl", lambda: b"[" * 10**6, "invalid-answers"),
    "a million nested objects": ("task1.jsonl", lambda: b'{"a":' * 10**6, "invalid-answers"),
    "NaN": ("task1.jsonl", lambda: line("NaN"), "invalid-answers"),
    "infinity": ("task1.jsonl", lambda: b"[" + line("1e999") + b"]", "invalid-answers"),
    "a huge integer": ("task1.jsonl", lambda: line("9" * 10_000), "invalid-answers"),
    "a huge integer in an array": ("task1.jsonl", lambda: b"[" + line("9" * 10_000) + b"]", "invalid-answers"),
    "not UTF-8": ("task1.jsonl", lambda: b"\xff\xfe" + GOOD, "invalid-answers"),
    "NUL bytes": ("task1.jsonl", lambda: b"\0" * 1000, "invalid-answers"),
    "a picture": ("task1.jsonl", lambda: b"\x89PNG\r\n\x1a\n" + b"\0\1" * 500, "invalid-answers"),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_bad_upload_is_refused_and_nothing_is_stored(task: SharedTask, li: TestClient, attack: str) -> None:
    name, data, code = ATTACKS[attack]
    answer = task.submit(li, data(), name)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert stored(task) == (0, 0)
    assert li.get(f"{task.url}/left").json()[0]["today"] == 20


def test_a_long_id_gives_a_short_answer(task: SharedTask, li: TestClient) -> None:
    long = json.dumps("x" * 2_000_000).encode()
    answer = task.submit(li, b"\n".join(b'{"qid": %s, "judge": 1}' % long for _ in range(10)), "task1.jsonl")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-answers")
    assert len(answer.json()["problems"]) == 40
    assert len(answer.content) < 50_000


def test_answers_to_a_task_that_is_not_asked_are_refused(task: SharedTask, li: TestClient) -> None:
    answer = task.submit(li, GOOD, "task1.jsonl", task="space2023/task1")
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown-task")
    known = "space2022/task1, space2022/task2, space2022/task3"
    assert answer.json()["message"]["en"] == f"Which task is 'space2023/task1'? This competition has {known}."
    assert stored(task) == (0, 0)


class FailingPool(Pool):
    """Its processes are killed before they have done anything."""

    def start(self) -> Executor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, mp_context=context, initializer=signal.raise_signal, initargs=(signal.SIGKILL,))


def test_a_file_whose_check_dies_is_refused_and_nothing_is_stored(task: SharedTask, li: TestClient) -> None:
    server, pool = task.clients.server, task.clients.server.pool
    server.pool = FailingPool(1)
    answer = task.submit(li, GOOD, "task1.jsonl")
    server.pool.stop()
    server.pool = pool
    assert (answer.status_code, answer.json()["code"]) == (422, "check-stopped")
    assert stored(task) == (0, 0)
    assert task.submit(li, GOOD, "task1.jsonl").status_code == 201


def test_two_hundred_megabytes_are_not_even_read(task: SharedTask, li: TestClient) -> None:
    read = 0

    def body() -> Any:
        nonlocal read
        for _ in range(200):
            read += 2**20
            yield b"x" * 2**20

    headers = {"Content-Type": "multipart/form-data; boundary=b", "Content-Length": str(200 * 2**20)}
    said = li.post(f"{task.url}/submissions", content=body(), headers=headers)
    assert (said.status_code, said.json()["code"]) == (413, "too-large")
    assert stored(task) == (0, 0)
    assert middleware.UPLOAD_MOST < 200 * 2**20


def test_the_same_request_again_is_refused_and_says_where_the_first_went(task: SharedTask, li: TestClient) -> None:
    first = task.submit(li, answers("a", 1), key="the-same-key")
    again = task.submit(li, answers("a", 1), key="the-same-key")
    other = task.submit(li, answers("b", 1), key="the-same-key")
    assert [one.status_code for one in (first, again, other)] == [201, 409, 409]
    assert again.json()["code"] == "already-received"
    assert again.headers["location"] == f"/api/submissions/{first.json()['id']}"
    assert stored(task) == (1, 1)


def test_another_teams_token_hands_in_for_that_team_and_cannot_touch_ours(task: SharedTask, li: TestClient) -> None:
    mine = task.handed_in(li, answers("a", 1))
    task.phase("registration")
    wang = task.team("wang")
    task.phase("dev")
    token = wang.post("/api/tokens", json={"title": "t", "scopes": ["submit", "read"]}).json()["token"]
    program = task.clients.anonymous()
    program.headers["Authorization"] = f"Bearer {token}"
    refused = task.submit(program, answers("b", 1), team=task.teams["li"])
    assert (refused.status_code, refused.json()["code"]) == (403, "not-your-team")
    for method, url, body in (
        ("GET", f"/api/submissions/{mine}", None),
        ("PATCH", f"/api/submissions/{mine}", {"description": "x"}),
        ("POST", f"/api/submissions/{mine}/withdraw", {"reason": "x"}),
        ("GET", f"/api/submissions/{mine}/errors?task={TASKS[0]}", None),
    ):
        assert program.request(method, url, json=body).status_code == 404, url
    reading_only = wang.post("/api/tokens", json={"title": "r", "scopes": ["read"]}).json()["token"]
    program.headers["Authorization"] = f"Bearer {reading_only}"
    assert task.submit(program, answers("b", 1)).json()["code"] == "scope-missing"
    assert stored(task) == (1, 1)


def test_script_in_names_and_descriptions_comes_back_as_data(task: SharedTask, li: TestClient) -> None:
    script = "<script>alert(1)</script>"
    number = task.handed_in(li, answers("a", 1), system=script, description=script)
    answer = li.get(f"/api/submissions/{number}")
    assert answer.headers["content-type"] == "application/json"
    assert (answer.json()["system"], answer.json()["description"]) == (script, script)
    assert answer.headers["x-content-type-options"] == "nosniff"
    named = task.submit(li, GOOD, '"><img src=x>task1.jsonl')
    assert named.json()["entries"][0]["name"] == "_22__img_src_x_task1.jsonl"


@pytest.mark.parametrize("name", ["", "  ", "a\x07b", "a\u202eb"])
def test_a_team_cannot_be_called_that(task: SharedTask, clients: Clients, name: str) -> None:
    task.phase("registration")
    answer = clients.person("zhao", Role.TEAM).post(f"{task.url}/teams", json={"name": name})
    assert answer.status_code == 422


def race(task: SharedTask, client: TestClient, **fields: object) -> list[int]:
    """Four requests at the same moment."""
    with ThreadPoolExecutor(4) as pool:
        sent = pool.map(lambda _: task.submit(client, GOOD, "task1.jsonl", **fields), range(4))
        return sorted(one.status_code for one in sent)


def test_a_race_for_the_last_submission_has_one_winner(task: SharedTask, li: TestClient) -> None:
    task.phase("dev", in_all=1)
    assert race(task, li) == [201, 429, 429, 429]
    assert stored(task) == (1, 1)


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_requests_with_one_key_at_the_same_moment_are_one_submission(
    database: str, clients: Clients, request: pytest.FixtureRequest
) -> None:
    if database == "postgres":
        engine = open_database(request.getfixturevalue("postgres_url"))
        migrate(engine)
        clients = Clients(Server(engine, SECRET))
    task = make_shared_task(clients)
    client = task.team("li")
    task.phase("dev")
    assert race(task, client, key="the-same-key") == [201, 409, 409, 409]
    assert stored(task) == (1, 1)
    clients.server.engine.dispose()


def test_nothing_a_team_can_ask_for_shows_answers_of_the_test_part(task: SharedTask, li: TestClient) -> None:
    """Every address with every number, in the test phase, with a submission scored on the test part."""
    task.handed_in(li, answers("a"))
    task.phase("test", shows="own")
    task.handed_in(li, answers("a"))
    sums = [digest(marked_gold(one).decode()) for one in TASKS]
    secrets = [MARK, *sums, *(one[:8] for one in sums)]
    files = len(task.organiser.get(task.url).json()["files"])
    tried, leaks = 0, []
    for path, method, _ in declared_actions(task.clients.app):
        if "{path" in path or path == "/api/logout" or not path.startswith("/api/"):
            continue
        for url in urls(path, most=files + 1):
            answer = li.request(method, url, json={} if method in ("POST", "PUT", "PATCH") else None)
            tried += 1
            by_item = answer.status_code == 200 and OF_THE_TEST_PART.search(url)
            if by_item or any(secret in answer.text for secret in secrets):
                leaks.append(f"{method} {url}")
    assert leaks == []
    assert tried > 500


def urls(path: str, *, most: int) -> list[str]:
    """Every number for every part of the address; a subtask and both phases where it may be asked for."""
    found = [path]
    for name in ("competition", "submission", "other", "team", "file", "campaign", "item", "job", "review", "person"):
        numbers = range(1, 3 if name in ("competition", "submission", "other") else most + 1)
        found = [url.replace(f"{{{name}}}", str(i)) for url in found for i in numbers if f"{{{name}}}" in url] or found
    plain = [url.replace("{", "").replace("}", "") for url in found]
    queries = [
        f"?phase={phase}&task={TASKS[1]}&wrong=false&format={kind}"
        for phase, kind in (("test", "json"), ("dev", "csv"))
    ]
    return [url + query for url in plain for query in ("", *queries)]


OF_THE_TEST_PART = re.compile(r"/submissions/(2/(errors|compare)|1/compare/2)")
"""Errors item by item are shown of dev submissions only; the second submission is of the test part."""


def test_only_a_published_phase_that_says_so_gives_test_answers_away(task: SharedTask, li: TestClient) -> None:
    gold = next(
        one["id"]
        for one in task.organiser.get(task.url).json()["files"]
        if (one["part"], one["content"], one["task"]) == ("test", "gold", TASKS[0])
    )
    url = f"{task.url}/files/{gold}"
    refused = {"phases": [{"kind": "test", "starts_at": 0, "ends_at": 9e9, "downloads": ["test answers"]}]}
    assert task.organiser.put(f"{task.url}/phases", json=refused).json()["code"] == "bad-phases"
    for kind in ("dev", "test", "published"):
        task.phase(kind)
        assert (li.get(url).status_code, task.organiser.get(url).status_code) == (404, 404)
    task.phase("published", downloads=["test answers"])
    assert li.get(url).content == marked_gold(TASKS[0])


@pytest.mark.parametrize(
    ("claimed", "most", "code"),
    [(10, 1000, "bad-zip"), (1999, 2000, "bad-zip"), (2000, 1999, "archive-too-large")],
)
def test_a_member_that_is_larger_than_it_says_or_may_be_is_refused(claimed: int, most: int, code: str) -> None:
    with zipfile.ZipFile(io.BytesIO(packed({"task1.jsonl": b"x" * 2000}))) as pack:
        info = pack.infolist()[0]
        assert uploads.read_member(pack, info, "task1.jsonl", 2000) == b"x" * 2000
        info.file_size = claimed
        with pytest.raises(Refused) as refused:
            uploads.read_member(pack, info, "task1.jsonl", most)
    assert refused.value.code == code
