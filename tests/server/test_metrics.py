"""Figures for Prometheus: right, of all processes together, and not for everybody."""

import http.client
import re
import time
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from pingce.server.people.tokens import create_token
from pingce.store.database import transaction
from pingce.store.people import Actor, Role
from tests.waiting import PATIENCE, free_port, wait_until

from .builders import Clients, add_person
from .crowd import ASKED, Crowd, build_campaign, kill, start_server
from .shared_task import answers, make_shared_task


def figures(text: str) -> dict[tuple[str, ...], float]:
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def here(clients: Clients) -> TestClient:
    return TestClient(clients.app, base_url="http://pingce.test", client=("127.0.0.1", 5000))


def test_requests_are_counted_by_the_pattern_of_their_address(clients: Clients) -> None:
    client = here(clients)
    for path in ("/api/health", "/api/health", "/api/join/one", "/api/join/two", "/nothing/here", "/api/nothing"):
        client.get(path)
    client.request("BREW", "/api/health")
    found = figures(client.get("/metrics").text)
    requests = {labels[1:]: n for labels, n in found.items() if labels[0] == "pingce_requests_total"}
    assert requests == {
        ("GET", "/api/health", "200"): 2,
        ("GET", "/api/join/{key}", "404"): 2,
        ("GET", "/{path:path}", "200"): 1,
        ("GET", "/api/{path:path}", "404"): 1,
        ("OTHER", "/api/health", "405"): 1,
    }
    assert found["pingce_request_seconds_count", "GET", "/api/health"] == 2
    assert found["pingce_requests_under_way",] == 1  # this one
    assert found["pingce_database_connections_most",] == 40
    assert {key[1:] for key in found if key[0] == "pingce_scoring_entries"} == {("queued",), ("scoring",)}


def test_a_bug_and_a_refusal_are_counted_too(clients: Clients, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError

    client = here(clients)
    client.get("/api/people?search=%00")
    monkeypatch.setattr("pingce.server.routes.health.text", fail)
    client.get("/api/health")
    found = figures(client.get("/metrics").text)
    assert found["pingce_requests_total", "GET", "unmatched", "400"] == 1
    assert found["pingce_requests_total", "GET", "/api/health", "500"] == 1


def token_of(clients: Clients, *roles: Role, scope: str = "read") -> dict[str, str]:
    person = add_person(clients.server, "watcher", *roles)
    with transaction(clients.server.engine) as db:
        actor = Actor(person, "watcher", frozenset(roles))
        made = create_token(db, actor, title="t", scopes=[scope], days=1, now=time.time())
    return {"Authorization": f"Bearer {made.token}"}


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("10.0.0.7", {}, 401),
        ("testclient", {}, 401),
        ("127.0.0.1", {"X-Forwarded-For": "10.0.0.7"}, 401),
        ("127.0.0.1", {"Forwarded": "for=10.0.0.7"}, 401),
        ("127.0.0.1", {"X-Real-IP": "10.0.0.7"}, 401),
    ],
)
def test_those_on_the_machine_itself_may_look_and_no_stranger_behind_its_proxy(
    clients: Clients, address: str, headers: dict[str, str], status: int
) -> None:
    client = TestClient(clients.app, base_url="http://pingce.test", client=(address, 5000))
    assert client.get("/metrics", headers=headers).status_code == status


@pytest.mark.parametrize(
    ("role", "scope", "status"), [(Role.ADMIN, "read", 200), (Role.BUILDER, "read", 403), (Role.ADMIN, "submit", 403)]
)
def test_a_token_of_an_administrator_that_may_read_is_enough(
    clients: Clients, role: Role, scope: str, status: int
) -> None:
    headers = token_of(clients, role, scope=scope)
    assert clients.anonymous().get("/metrics", headers=headers).status_code == status


def asked_for(port: int) -> dict[tuple[str, ...], float]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", "/metrics")
    answer = connection.getresponse()
    assert re.match(r"text/plain", answer.headers["Content-Type"])
    found = figures(answer.read().decode())
    connection.close()
    return found


def test_two_processes_tell_the_figures_of_both(tmp_path: Path, postgres_url: str) -> None:
    port = free_port()
    campaign, tokens = build_campaign(postgres_url, items=30, workers=6, lease_minutes=30)
    crowd = Crowd(port, campaign, tokens)
    server = start_server(postgres_url, tmp_path, port, "--workers", "2")
    try:
        crowd.finish(crowd.start())
        # Who has an answer may not be counted off yet; the one who asks is always counted.
        wait_until(lambda: asked_for(port)["pingce_requests_under_way",] == 1)
        seen = [asked_for(port) for _ in range(6)]  # whichever process answers
    finally:
        kill(server)
    steps = {(one["pingce_jobs_total", "claimed"], one["pingce_jobs_total", "submitted"]) for one in seen}
    assert steps == {(30 * ASKED, 30 * ASKED)}
    assert {one["pingce_database_connections_most",] for one in seen} == {80}


def test_submissions_that_wait_are_counted_when_asked(clients: Clients) -> None:
    task = make_shared_task(clients)
    task.phase("dev")
    assert task.submit(task.team("one"), answers("a", 1, 2)).status_code == 201
    assert figures(here(clients).get("/metrics").text)["pingce_scoring_entries", "queued"] == 2
    task.score()
    assert figures(here(clients).get("/metrics").text)["pingce_scoring_entries", "queued"] == 0
