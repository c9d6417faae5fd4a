"""What a competition refuses, case by case, where no story of the other tests comes by."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from pingce.leaderboard.competition.phases import PhaseKind
from pingce.leaderboard.competition.services import boards, explore, files, teams
from pingce.server.people.accounts import actor_of, find_user
from pingce.spec.errors import UserError
from pingce.store.database import reading, transaction
from pingce.store.people import Actor, Role

from .builders import Clients
from .shared_task import EDITION, TASKS, SharedTask, answers, digest, example, make_shared_task


@pytest.fixture
def task(clients: Clients) -> SharedTask:
    return make_shared_task(clients)


def refused(answer: Any, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text


def actor(task: SharedTask, name: str = "organiser") -> Actor:
    with reading(task.clients.server.engine) as db:
        user = find_user(db, name)
        assert user is not None
        return actor_of(user)


def test_titles_names_and_decisions(task: SharedTask) -> None:
    again = task.organiser.post("/api/competitions", json={"title": "空间语义评测", "edition": EDITION})
    refused(again, 409, "title-taken")
    stranger = task.clients.person("li", Role.TEAM)
    refused(stranger.post(f"{task.url}/teams", json={"name": "a\u200bb"}), 422, "bad-team-name")
    with pytest.raises(UserError) as caught, transaction(task.clients.server.engine) as db:
        teams.decide(db, actor(task), task.id, 4711, state="approved")
    assert caught.value.code == "not-found"
    task.team("wang")
    with pytest.raises(UserError) as caught, transaction(task.clients.server.engine) as db:
        teams.decide(db, actor(task), task.id, task.teams["wang"], state="perhaps")
    assert caught.value.code == "bad-state"


def test_agreements_are_accepted_by_teams_for_phases_there_are(task: SharedTask) -> None:
    stranger = task.clients.person("li", Role.TEAM)
    accepted = {"phase": "dev", "sha256": digest("x")}
    refused(stranger.post(f"{task.url}/agreements", json=accepted), 403, "not-registered")
    task.team("wang")
    with pytest.raises(UserError) as caught, transaction(task.clients.server.engine) as db:
        teams.accept(db, actor(task, "wang"), task.id, phase="none", text_sha256=digest("x"))
    assert caught.value.code == "not-found"


def test_files_of_another_kind_task_or_competition(task: SharedTask) -> None:
    with pytest.raises(UserError) as caught:
        files.prepare(TASKS[0], "dev", "rumours", "a.jsonl", b"")
    assert caught.value.code == "bad-file-kind"
    refused(task.add_file("space2023/task1", "dev", "gold", example("space2023/task1_dev.jsonl")), 422, "unknown-task")
    assert task.organiser.get(f"{task.url}/files/4711").status_code == 404
    task.phase("dev")
    team = task.team("wang")
    shown = task.organiser.get(task.url).json()["files"]
    [gold] = [one["id"] for one in shown if (one["task"], one["part"], one["content"]) == (TASKS[0], "test", "gold")]
    assert team.get(f"{task.url}/files/{gold}").status_code == 404


def test_boards_and_errors_that_are_not_there(task: SharedTask) -> None:
    task.phase("dev")
    team = task.team("wang")
    handed_in = task.handed_in(team, answers("a", 1))
    with pytest.raises(UserError) as caught, transaction(task.clients.server.engine) as db:
        boards.board(db, actor(task), task.id, PhaseKind.REGISTRATION)
    assert caught.value.code == "not-found"
    with pytest.raises(UserError) as caught, transaction(task.clients.server.engine) as db:
        explore.explore(db, actor(task, "wang"), handed_in, TASKS[0], kind="typo")
    assert caught.value.code == "unknown-kind"
    assert team.get(f"/api/submissions/{handed_in}/errors", params={"task": TASKS[1]}).status_code == 404


def test_errors_on_test_data_are_kept_for_nobody(task: SharedTask) -> None:
    team = task.team("wang")
    task.phase("test")
    handed_in = task.handed_in(team, answers("a", 1))
    answer = task.organiser.get(f"/api/submissions/{handed_in}/errors", params={"task": TASKS[0]})
    refused(answer, 404, "not-found")
    assert f"analysis of errors for {TASKS[0]}" in answer.json()["message"]["en"]


def test_a_name_of_a_published_table_is_no_teams(task: SharedTask) -> None:
    table = "team,task1,task2,task3\n张三队,0.5,0.5,0.5\n".encode()
    assert task.organiser.post(f"{task.url}/table", files={"file": ("t.csv", table)}).status_code == 201
    stranger = task.clients.person("li", Role.TEAM)
    refused(stranger.post(f"{task.url}/teams", json={"name": " 张三队 "}), 409, "name-taken")
    assert task.organiser.get(f"{task.url}/registrations").json() == []
    assert stranger.post(f"{task.url}/teams", json={"name": "李四队"}).status_code == 201


def test_an_organiser_hands_in_for_a_phase_that_takes_answers(task: SharedTask) -> None:
    team = task.team("wang")
    given = {"team": str(task.teams["wang"])}
    refused(task.submit(task.organiser, answers("a"), **given), 403, "phase-closed")
    assert team.get(f"{task.url}/submissions").json() is not None


def test_nothing_is_handed_in_before_the_data_are_there(clients: Clients) -> None:
    whole = make_shared_task(clients)
    made = whole.organiser.post("/api/competitions", json={"title": "空的评测", "edition": EDITION}).json()["id"]
    empty = SharedTask(clients, whole.organiser, made)
    assert whole.organiser.patch(empty.url, json={"open": True}).status_code == 200
    empty.phase("dev")
    refused(empty.submit(empty.team("wang"), answers("a")), 422, "no-data-yet")


def test_a_submission_of_a_competition_that_is_closed_again_does_not_exist(task: SharedTask) -> None:
    task.phase("dev")
    team: TestClient = task.team("wang")
    number = task.handed_in(team, answers("a", 1))
    assert task.organiser.patch(task.url, json={"open": False}).status_code == 200
    stranger = task.clients.person("zhao", Role.TEAM)
    assert stranger.get(f"/api/submissions/{number}").status_code == 404
