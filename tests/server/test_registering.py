"""Registering: two texts in versions that are accepted, who accepted what when, and the list for organisers."""

import csv
import io

import pytest

from pingce.store.people import Role

from .builders import Clients
from .shared_task import SharedTask, answers, digest, example, make_shared_task

AGREEMENT, LICENCE = "参赛协议：不人工作答。", "数据使用许可：只用于研究。"


@pytest.fixture
def task(clients: Clients) -> SharedTask:
    return make_shared_task(clients)


def set_text(task: SharedTask, kind: str, text: str) -> None:
    answer = task.organiser.put(f"{task.url}/texts", json={"kind": kind, "text": text})
    assert answer.status_code == 200, answer.text


def team_body(*accepted: str) -> dict[str, object]:
    said = {"name": "=远山队", "organisation": "示例大学", "affiliation": "university", "leader": "沈远山"}
    return {**said, "email": "a@x.example", "phone": "010", "members": ["沈远山", "何溪"], "accepted": list(accepted)}


def test_both_texts_are_accepted_at_registration(task: SharedTask, clients: Clients) -> None:
    set_text(task, "agreement", AGREEMENT)
    set_text(task, "licence", LICENCE)
    shown = clients.anonymous().get(task.url).json()["texts"]
    assert [(text["kind"], text["version"], text["text"]) for text in shown] == [
        ("agreement", 1, AGREEMENT),
        ("licence", 1, LICENCE),
    ]
    client = clients.person("li", Role.TEAM)
    for accepted in ((), (digest(AGREEMENT),), (digest(LICENCE),), (digest("anders"), digest(LICENCE))):
        refused = client.post(f"{task.url}/teams", json=team_body(*accepted))
        assert (refused.status_code, refused.json()["code"]) == (409, "texts-not-accepted")
        new = {"account": "newcomer", "password": "a long password", "team": team_body(*accepted)}
        assert clients.anonymous().post(f"{task.url}/signup", json=new).json()["code"] == "texts-not-accepted"
    made = client.post(f"{task.url}/teams", json=team_body(digest(AGREEMENT), digest(LICENCE)))
    assert made.status_code == 201, made.text
    assert [(text["kind"], text["version"], text["current"]) for text in made.json()["accepted_texts"]] == [
        ("agreement", 1, True),
        ("licence", 1, True),
    ]


def test_a_changed_text_is_accepted_again_before_anything_else(task: SharedTask) -> None:
    set_text(task, "agreement", AGREEMENT)
    set_text(task, "agreement", f"{AGREEMENT}\n")  # the same words are the same version
    client = task.clients.person("li", Role.TEAM)
    made = client.post(f"{task.url}/teams", json=team_body(digest(AGREEMENT)))
    task.organiser.patch(f"{task.url}/teams/{made.json()['id']}", json={"state": "approved"})
    task.phase("dev")
    file = next(one for one in client.get(task.url).json()["files"] if one["download"])
    assert client.get(f"{task.url}/files/{file['id']}").status_code == 200
    set_text(task, "agreement", "参赛协议：第二版。")
    assert client.get(task.url).json()["team"]["texts_due"] == ["agreement"]
    for refused in (client.get(f"{task.url}/files/{file['id']}"), task.submit(client, answers("a"))):
        assert (refused.status_code, refused.json()["code"]) == (403, "texts-needed")
    stale = client.post(f"{task.url}/texts/accept", json={"accepted": [digest(AGREEMENT)]})
    assert stale.json()["code"] == "texts-not-accepted"
    fresh = client.post(f"{task.url}/texts/accept", json={"accepted": [digest("参赛协议：第二版。")]})
    assert fresh.json()["texts_due"] == []
    assert [text["version"] for text in fresh.json()["accepted_texts"]] == [1, 2]
    assert task.submit(client, answers("a")).status_code == 201
    set_text(task, "agreement", "")
    assert client.get(task.url).json()["texts"] == []
    assert task.submit(client, example("space2022/pred-a-task1.jsonl"), "task1.jsonl").status_code == 201


def test_organisers_take_the_list_away(task: SharedTask) -> None:
    set_text(task, "licence", LICENCE)
    client = task.clients.person("li", Role.TEAM)
    assert client.post(f"{task.url}/teams", json=team_body(digest(LICENCE))).status_code == 201
    answer = task.organiser.get(f"{task.url}/registrations/export")
    assert answer.text.startswith("\ufeff")
    (row,) = csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff")))
    assert row["team"] == "'=远山队"  # no spreadsheet takes it for a formula
    assert (row["affiliation"], row["phone"], row["members"]) == ("university", "010", "沈远山；何溪")
    assert (row["agreement"], row["licence"]) == ("", "1")
    assert row["licence_accepted_at"].endswith("+08:00")
    (listed,) = task.organiser.get(f"{task.url}/registrations/export", params={"format": "json"}).json()
    assert listed["accepted_texts"][0]["sha256"] == digest(LICENCE)
    other = task.clients.person("other-builder", Role.BUILDER)
    assert other.get(f"{task.url}/registrations/export").status_code == 403


def test_nobody_accepts_for_a_team_there_is_not(task: SharedTask) -> None:
    stranger = task.clients.person("stranger", Role.TEAM)
    refused = stranger.post(f"{task.url}/texts/accept", json={"accepted": []})
    assert (refused.status_code, refused.json()["code"]) == (403, "not-registered")
