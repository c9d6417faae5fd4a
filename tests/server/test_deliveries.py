"""Final deliveries: taken in time and size, seen by nobody else; systems run again; disqualified teams on the board."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from pingce.leaderboard.competition.services import access
from pingce.store.people import Role

from .builders import Clients
from .shared_task import TASKS, SharedTask, answers, make_shared_task

REPORT = b"%PDF-1.7 our report"
CLOSES = 2_000_000_000.0


@pytest.fixture
def task(clients: Clients) -> SharedTask:
    return make_shared_task(clients)


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    return lambda at: monkeypatch.setattr(access, "clock", lambda _: at)


def ask_for(
    task: SharedTask, *kinds: str, largest: int = 1000, closes_at: float = CLOSES, reason: str = ""
) -> Response:
    rules = [{"kind": kind, "closes_at": closes_at, "largest": largest} for kind in kinds]
    return task.organiser.put(f"{task.url}/deliveries", json={"rules": rules, "reason": reason})


def deliver(task: SharedTask, client: TestClient, kind: str, data: bytes | None = None, **fields: str) -> Response:
    files = {"file": ("报告 v1.pdf", data)} if data is not None else None
    return client.post(f"{task.url}/deliveries", files=files, data={"kind": kind, **fields})


def test_the_newest_counts_and_earlier_ones_stay(task: SharedTask) -> None:
    assert ask_for(task, "model", "report").status_code == 200
    li = task.team("li")
    assert deliver(task, li, "report", REPORT).status_code == 201
    assert deliver(task, li, "report", REPORT + b" mended").status_code == 201
    taken = deliver(task, li, "model", link="https://example.org/model.zip", note="14 GB").json()
    (own,) = taken["teams"]
    assert own["missing"] == []
    assert [(row["kind"], row["counts"], row["size"]) for row in own["deliveries"]] == [
        ("model", True, 0),
        ("report", True, len(REPORT) + 7),
        ("report", False, len(REPORT)),
    ]
    file = li.get(f"/api/deliveries/{own['deliveries'][1]['id']}/file")
    assert file.content == REPORT + b" mended"
    assert file.headers["content-disposition"].startswith("attachment")


def test_a_team_reaches_nothing_of_another_teams_deliveries(task: SharedTask, clients: Clients) -> None:
    ask_for(task, "report")
    li, wang = task.team("li"), task.team("wang")
    mine = deliver(task, li, "report", REPORT).json()["teams"][0]["deliveries"][0]["id"]
    assert wang.get(f"/api/deliveries/{mine}/file").status_code == 404
    assert [team["name"] for team in wang.get(f"{task.url}/deliveries").json()["teams"]] == ["wang队"]
    stranger, builder = clients.person("stranger", Role.TEAM), clients.person("other", Role.BUILDER)
    for client in (stranger, builder):
        assert client.get(f"/api/deliveries/{mine}/file").status_code == 404
        assert client.get(f"{task.url}/deliveries").json()["teams"] == []
    assert clients.anonymous().get(f"/api/deliveries/{mine}/file").status_code == 401
    assert task.organiser.get(f"/api/deliveries/{mine}/file").content == REPORT
    assert len(task.organiser.get(f"{task.url}/deliveries").json()["teams"]) == 2
    assert task.organiser.patch(task.url, json={"open": False}).status_code == 200
    assert li.get(f"/api/deliveries/{mine}/file").status_code == 404


def test_no_address_of_deliveries_gives_one_team_anything_of_another(task: SharedTask) -> None:
    """Every address that has to do with them, found in the application, so that a new one is asked, too."""
    ask_for(task, "report")
    li, wang = task.team("li"), task.team("wang")
    body = {"base_model": "李队的模型", "parameters": 7.5}
    assert li.put(f"{task.url}/declaration", json=body).status_code == 200
    assert deliver(task, li, "report", REPORT, note="李队的说明").status_code == 201
    before = task.organiser.get(f"{task.url}/deliveries").json()
    (mine,) = (team for team in before["teams"] if team["name"] == "li队")
    secrets = ("li队", "李队", "报告 v1.pdf", mine["deliveries"][0]["sha256"], REPORT.decode())
    numbers = {"competition": task.id, "team": task.teams["li"], "delivery": mine["deliveries"][0]["id"]}
    asked = {
        (method.upper(), path.format_map(numbers))
        for path, methods in task.clients.anonymous().get("/api/openapi.json").json()["paths"].items()
        if re.search("deliver|declaration|reproduction|disqualification", path)
        for method in methods
    }
    assert len(asked) == 7
    got = {}
    for method, address in sorted(asked):
        answer = wang.request(method, address, json=None if method == "GET" else {})
        got[method, address.removeprefix(task.url)] = answer.status_code
        assert not [secret for secret in secrets if secret in answer.text], (method, address)
    own = {("GET", "/deliveries"), ("PUT", "/declaration")}  # they name no team, so one's own is meant
    assert {request for request, status in got.items() if status < 400} == own
    after = task.organiser.get(f"{task.url}/deliveries").json()
    assert [team for team in after["teams"] if team["name"] == "li队"] == [mine]


@pytest.mark.parametrize(
    ("kind", "data", "fields", "code"),
    [
        ("report", b"no pdf", {}, "not-pdf"),
        ("report", REPORT + bytes(1000), {}, "delivery-too-large"),
        ("report", None, {}, "file-or-link"),
        ("report", REPORT, {"link": "https://x.example"}, "file-or-link"),
        ("report", None, {"link": "javascript:alert(1)"}, "bad-link"),
        ("code", b"x", {}, "delivery-closed"),
    ],
)
def test_what_is_refused(task: SharedTask, kind: str, data: bytes | None, fields: dict[str, str], code: str) -> None:
    ask_for(task, "report")
    li = task.team("li")
    refused = deliver(task, li, kind, data, **fields)
    assert refused.json()["code"] == code
    assert li.get(f"{task.url}/deliveries").json()["teams"][0]["deliveries"] == []


def test_nothing_is_taken_after_the_deadline(task: SharedTask, set_clock: Callable[[float], None]) -> None:
    ask_for(task, "report")
    li = task.team("li")
    for now, status in ((CLOSES - 1, 201), (CLOSES, 403)):
        set_clock(now)
        assert deliver(task, li, "report", REPORT).status_code == status
    assert ask_for(task, "report", closes_at=CLOSES + 60, reason="延期").status_code == 200
    assert deliver(task, li, "report", REPORT).status_code == 201
    calendar = li.get(f"{task.url}/calendar").json()
    assert [(c["before"], c["after"], c["reason"]) for c in calendar["changes"]][:1] == [(CLOSES, CLOSES + 60, "延期")]
    assert any(entry["title"]["zh"] == "提交技术报告截止" for entry in calendar["entries"])


def test_rules_that_cannot_be_are_refused(task: SharedTask) -> None:
    twice = ask_for(task, "report", "report")
    assert (twice.status_code, twice.json()["code"]) == (422, "bad-delivery-rules")


def test_who_is_not_admitted_delivers_nothing(task: SharedTask, clients: Clients) -> None:
    ask_for(task, "report")
    new = clients.person("new", Role.TEAM)
    assert deliver(task, new, "report", REPORT).json()["code"] == "not-registered"
    new.post(f"{task.url}/teams", json={"name": "新队"})
    assert deliver(task, new, "report", REPORT).json()["code"] == "not-approved"


def test_model_and_size_are_declared(task: SharedTask) -> None:
    li = task.team("li")
    body = {"base_model": "Qwen1.5-7B", "parameters": 7.0}
    (own,) = li.put(f"{task.url}/declaration", json=body).json()["teams"]
    assert (own["base_model"], own["parameters"]) == ("Qwen1.5-7B", 7.0)
    (seen,) = task.organiser.get(f"{task.url}/deliveries").json()["teams"]
    assert seen["base_model"] == "Qwen1.5-7B"


def scored(task: SharedTask) -> tuple[TestClient, TestClient]:
    li, wang = task.team("li"), task.team("wang")
    task.phase("test")
    task.handed_in(li, answers("a"))
    task.handed_in(wang, answers("b"))
    return li, wang


def test_a_system_that_was_run_again_is_within_two_percent_or_not(task: SharedTask) -> None:
    task.team("late")
    li, wang = scored(task)
    address = f"{task.url}/teams/{task.teams['li']}/reproductions"
    for score, within in ((0.83, True), (0.8299, False), (0.871, False)):
        answer = task.organiser.post(address, json={"task": TASKS[0], "score": score, "note": "两张卡"})
        assert answer.status_code == 201, answer.text
        newest = next(team for team in answer.json()["teams"] if team["name"] == "li队")["reproductions"][0]
        assert (newest["claimed"], newest["within"], newest["who"]) == (0.85, within, "organiser")
    (own,) = li.get(f"{task.url}/deliveries").json()["teams"]
    assert [run["within"] for run in own["reproductions"]] == [False, False, True]
    assert {run["who"] for run in own["reproductions"]} == {""}
    assert wang.get(f"{task.url}/deliveries").json()["teams"][0]["reproductions"] == []
    unknown = task.organiser.post(address, json={"task": "space2022/task9", "score": 0.5})
    assert unknown.json()["code"] == "unknown-task"
    late = f"{task.url}/teams/{task.teams['late']}/reproductions"
    assert task.organiser.post(late, json={"task": TASKS[0], "score": 0.5}).json()["code"] == "no-score"


def test_a_disqualified_team_is_shown_with_the_reason_and_takes_no_place(task: SharedTask, clients: Clients) -> None:
    scored(task)
    task.phase("published")
    address = f"{task.url}/teams/{task.teams['li']}/disqualification"
    assert task.organiser.put(address, json={"reason": "成绩无法复现"}).status_code == 200
    board: dict[str, Any] = task.board(clients.anonymous(), "test")
    assert [row["team"] for row in board["overall"]] == ["wang队"]
    for one in board["tasks"]:
        assert [(row["team"], row["place"], row["disqualified"]) for row in one["rows"]] == [
            ("wang队", 1, ""),
            ("li队", None, "成绩无法复现"),
        ]
        assert any("成绩无法复现" in note["zh"] for note in one["notes"])
    assert task.organiser.put(address, json={"reason": ""}).status_code == 200
    assert len(task.board(clients.anonymous(), "test")["overall"]) == 2
