"""Signing in and up: nothing costly for those who are refused, a line that ends, pages that never wait for it."""

import asyncio
import http.client
import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest
from argon2 import PasswordHasher
from httpx2 import Response

from pingce.server.app import create_app
from pingce.server.http.errors import ComeBackError, LineFullError
from pingce.server.http.sign_in_lines import WaitingLine
from pingce.server.people.attempts import LIMITS, origin_of
from pingce.server.people.secrets import HASHING_NICENESS, hash_password, password_fits
from pingce.spec.words import Words
from pingce.store.database import transaction
from pingce.store.people import Role
from pingce.store.tables.people import LoginAttempt, User
from tests.waiting import PATIENCE

from .builders import Clients, add_person
from .live import Live
from .shared_task import SharedTask, make_shared_task

PASSWORD = "long enough"


@dataclass
class WatchedHasher:
    """Counts, and lets hashes take until they are told to go on."""

    count: int = 0
    open: threading.Event = field(default_factory=threading.Event)
    begun: threading.Event = field(default_factory=threading.Event)
    quick: PasswordHasher = field(default_factory=lambda: PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))

    def hash(self, password: str) -> str:
        self._wait()
        return self.quick.hash(password)

    def verify(self, stored: str, password: str) -> bool:
        self._wait()
        return self.quick.verify(stored, password)

    def check_needs_rehash(self, stored: str) -> bool:
        return self.quick.check_needs_rehash(stored)

    def _wait(self) -> None:
        self.count += 1
        self.begun.set()
        assert self.open.wait(60), "nobody let the hashes go on"


@pytest.fixture
def hasher(monkeypatch: pytest.MonkeyPatch) -> Iterator[WatchedHasher]:
    watched = WatchedHasher()
    watched.open.set()
    monkeypatch.setattr("pingce.server.people.secrets._hasher", lambda: watched)
    yield watched
    watched.open.set()


@pytest.fixture
def task(clients: Clients) -> SharedTask:
    return make_shared_task(clients)


def sign_up(clients: Clients, competition: int, account: str, team: str = "") -> Response:
    body = {"account": account, "password": PASSWORD, "team": {"name": team or f"{account}队"}}
    return clients.anonymous().post(f"/api/competitions/{competition}/signup", json=body)


@pytest.mark.parametrize(
    ("account", "team", "code"),
    [
        ("organiser", "", "name-taken"),
        ("li", "远山", "name-taken"),
        ("li", "\u200b", "bad-team-name"),
    ],
)
def test_a_sign_up_with_a_name_that_cannot_be_costs_no_hash(
    task: SharedTask, clients: Clients, hasher: WatchedHasher, account: str, team: str, code: str
) -> None:
    task.team("yuan", "远山")
    assert sign_up(clients, task.id, account, team).json()["code"] == code
    assert hasher.count == 0


def test_a_sign_up_where_nobody_can_register_costs_no_hash(
    task: SharedTask, clients: Clients, hasher: WatchedHasher
) -> None:
    assert sign_up(clients, 999_999, "li").status_code == 404
    task.phase("test")
    assert sign_up(clients, task.id, "li").json()["code"] == "registration-closed"
    assert hasher.count == 0


def test_attempts_to_sign_up_count_whatever_becomes_of_them(
    task: SharedTask, clients: Clients, hasher: WatchedHasher
) -> None:
    limit = LIMITS["sign-up"]
    tried = [sign_up(clients, task.id, "organiser").status_code for _ in range(limit.most - 1)]
    assert [*tried, sign_up(clients, 999_999, "li").status_code] == [409] * (limit.most - 1) + [404]
    for competition in (task.id, 999_999):
        refused = sign_up(clients, competition, "nobody-has-this")
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many-registrations")
        assert 1 <= int(refused.headers["retry-after"]) <= limit.seconds
    assert hasher.count == 0
    clients.server.sign_in_lines.refusals.forget()
    assert sign_up(clients, task.id, "li").status_code == 429
    with transaction(clients.server.engine) as db:
        db.query(LoginAttempt).update({"at": time.time() - limit.seconds})
    clients.server.sign_in_lines.refusals.forget()
    assert sign_up(clients, task.id, "li").status_code == 201


def test_an_invite_does_not_let_names_be_tried_without_end(clients: Clients, hasher: WatchedHasher) -> None:
    admin = clients.person("boss", Role.ADMIN)
    most = LIMITS["join"].most
    invite = admin.post("/api/invites", json={"roles": ["annotator"], "uses": most + 2}).json()["path"]

    def join(name: str) -> int:
        body = {"name": name, "password": PASSWORD}
        return int(clients.anonymous().post(f"/api{invite}", json=body).status_code)

    assert [join(f"new{i}") for i in range(most + 1)] == [201] * (most + 1)
    hashed = hasher.count
    assert [join("boss") for _ in range(most + 1)] == [409] * most + [429]
    assert hasher.count == hashed


def test_refusals_are_remembered_without_the_database_and_told_with_the_time_that_is_left(clients: Clients) -> None:
    add_person(clients.server, "li")
    most = LIMITS["name-and-address"].most
    body = {"name": "li", "password": "guess"}
    codes = [clients.anonymous().post("/api/login", json=body).status_code for _ in range(most + 1)]
    assert codes == [401] * most + [429]
    with transaction(clients.server.engine) as db:
        db.query(LoginAttempt).delete()
    again = clients.anonymous().post("/api/login", json=body)
    assert (again.status_code, again.json()["code"]) == (429, "too-many-attempts")
    assert 1 <= int(again.headers["retry-after"]) <= LIMITS["name-and-address"].seconds
    clients.server.sign_in_lines.refusals.forget()
    assert clients.anonymous().post("/api/login", json=body).status_code == 401


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::99", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_network_of_ipv6_is_one_origin(address: str, origin: str) -> None:
    assert origin_of(address) == origin


def ask(port: int, method: str, path: str, body: object = None) -> tuple[int, Any, dict[str, str]]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        data = json.dumps(body) if body is not None else None
        connection.request(method, path, data, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read()), {name.lower(): value for name, value in answer.headers.items()}
    finally:
        connection.close()


THREADS_OF_PAGES = 40


def test_pages_are_answered_while_more_people_sign_in_than_there_are_threads(
    clients: Clients, hasher: WatchedHasher
) -> None:
    crowd = THREADS_OF_PAGES + 5
    for i in range(crowd):
        add_person(clients.server, f"person{i}")
    with Live(create_app(clients.server)) as live, ThreadPoolExecutor(crowd) as people:
        hasher.open.clear()
        bodies = [{"name": f"person{i}", "password": "correct horse"} for i in range(crowd)]
        signing_in = [people.submit(ask, live.port, "POST", "/api/login", body) for body in bodies]
        try:
            assert hasher.begun.wait(30)
            while len(clients.server.sign_in_lines.sign_in.waiting) < crowd:
                time.sleep(0.01)
            assert ask(live.port, "GET", "/api/competitions")[0] == 200
        finally:
            hasher.open.set()
        assert [one.result()[0] for one in signing_in] == [200] * crowd


def test_who_finds_the_line_full_is_asked_to_come_back_and_gets_in_then(
    task: SharedTask, clients: Clients, hasher: WatchedHasher
) -> None:
    clients.server.sign_in_lines.sign_up = WaitingLine("sign-up", threads=1, line=1)
    with Live(create_app(clients.server)) as live, ThreadPoolExecutor(2) as people:
        hasher.open.clear()
        bodies = [{"account": f"t{i}", "password": PASSWORD, "team": {"name": f"队{i}"}} for i in range(3)]
        within = [people.submit(ask, live.port, "POST", f"{task.url}/signup", body) for body in bodies[:2]]
        try:
            while not clients.server.sign_in_lines.sign_up.is_full:
                time.sleep(0.01)
            status, told, headers = ask(live.port, "POST", f"{task.url}/signup", bodies[2])
            assert (status, told["code"], headers["retry-after"]) == (429, "line-full", "2")
            assert ask(live.port, "GET", task.url)[0] == 200
        finally:
            hasher.open.set()
        assert [one.result()[0] for one in within] == [201, 201]
        assert ask(live.port, "POST", f"{task.url}/signup", bodies[2])[0] == 201
    with transaction(clients.server.engine) as db:
        assert db.query(User).filter(User.name.in_(["t0", "t1", "t2"])).count() == 3


class NicenessHasher(WatchedHasher):
    """Notes how urgent the thread is in which it is asked to hash."""

    def __init__(self) -> None:
        super().__init__()
        self.niceness: list[int] = []

    def _wait(self) -> None:
        super()._wait()
        self.niceness.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere all threads of a process are equally urgent")
def test_hashes_leave_the_cores_to_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    hasher = NicenessHasher()
    hasher.open.set()
    monkeypatch.setattr("pingce.server.people.secrets._hasher", lambda: hasher)
    here = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    expected = min(19, here + HASHING_NICENESS)
    stored = hash_password(PASSWORD).hashed
    assert password_fits(stored, PASSWORD)
    assert hasher.niceness == [expected, expected]
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == here


def test_a_door_takes_no_more_than_its_line(hasher: WatchedHasher) -> None:
    hasher.open.clear()
    line = WaitingLine("test", threads=1, line=0)

    async def two() -> None:
        first = asyncio.ensure_future(line.run(lambda: hasher.hash("x")))
        await asyncio.sleep(0)
        with pytest.raises(LineFullError):
            await line.run(lambda: "never")
        hasher.open.set()
        await first
        assert await line.run(lambda: "now") == "now"

    asyncio.run(two())
    line.close()


def test_a_refusal_is_held_back_so_that_asking_without_end_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ComeBackError, "pause", 0.04)
    started = time.monotonic()
    asyncio.run(ComeBackError(Words("稍后", "later"), 1, code="later").hold_back())
    assert time.monotonic() - started >= 0.02
