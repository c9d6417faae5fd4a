"""Competitions that are put away: what it takes along, a way back within thirty days, never what others rely on."""

import pytest
from fastapi.testclient import TestClient

from pingce.leaderboard.competition.services import removal
from pingce.store.database import reading, transaction
from pingce.store.errors import NotFound
from pingce.store.people import Actor, Role
from pingce.store.tables.competition import Competition
from pingce.store.tables.flow import BenchmarkPart, BenchmarkRow
from pingce.store.tables.removal import KEPT_SECONDS

from .builders import Clients
from .shared_task import SharedTask, answers, make_shared_task

TITLE = "空间语义评测"


@pytest.fixture
def task(clients: Clients) -> SharedTask:
    return make_shared_task(clients)


def titles(client: TestClient) -> list[str]:
    return [brief["title"] for brief in client.get("/api/competitions").json()]


def code(answer: object) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]  # type: ignore[attr-defined] # of httpx or of its successor


def test_a_deleted_competition_is_there_for_nobody_and_comes_back_whole(task: SharedTask, clients: Clients) -> None:
    team = task.team("li")
    task.phase("dev")
    submission = task.handed_in(team, answers("a", 1))
    seen = task.organiser.get(f"{task.url}/removal").json()
    assert (seen["teams"], seen["submissions"], seen["published"], seen["confirm"]) == (1, 1, False, True)
    assert seen["refused"] is None
    assert code(task.organiser.delete(task.url)) == (422, "title-not-typed")
    assert code(task.organiser.delete(task.url, params={"confirm": "别的"})) == (422, "title-not-typed")
    assert titles(team) == [TITLE]
    assert task.organiser.delete(task.url, params={"confirm": TITLE}).status_code == 200
    for person in (task.organiser, team, clients.anonymous()):
        assert titles(person) == []
        for path in ("", "/board", "/teams", "/calendar"):
            assert person.get(task.url + path).status_code == 404, path
    assert team.get(f"/api/submissions/{submission}").status_code == 404
    assert task.submit(team, answers("a", 1)).status_code == 404
    made = task.organiser.post("/api/competitions", json={"title": TITLE, "edition": "space2022"})
    assert made.status_code == 201, "its title is free"
    [kept] = task.organiser.get("/api/put-away/competitions").json()
    assert (kept["title"], kept["status"], kept["by"]) == (TITLE, "deleted", "organiser")
    assert kept["until"] - kept["at"] == KEPT_SECONDS
    assert task.organiser.post(f"{task.url}/restore").status_code == 200
    assert len(titles(team)) == 1, "the other one is a draft"
    assert task.board(team, "dev")["tasks"]
    assert team.get(f"/api/submissions/{submission}").status_code == 200
    assert task.organiser.get("/api/put-away/competitions").json() == []


def test_after_thirty_days_there_is_no_way_back(task: SharedTask) -> None:
    assert task.organiser.delete(task.url).status_code == 200, "nobody takes part, so no title is asked for"
    engine = task.clients.server.engine
    with reading(engine) as db:
        row = db.get_one(Competition, task.id)
        actor = Actor(row.created_by, "organiser", frozenset({Role.BUILDER}))
        at = removal.put_away_competitions(db, actor)[0].at
    late = at + KEPT_SECONDS + 1
    with transaction(engine) as db:
        assert removal.put_away_competitions(db, actor, at=late) == []
        with pytest.raises(NotFound):
            removal.restore_competition(db, actor, task.id, at=late)
        removal.restore_competition(db, actor, task.id, at=late - 2)
    assert titles(task.organiser) == [TITLE]


def test_an_archived_competition_can_be_read_but_takes_nothing(task: SharedTask, clients: Clients) -> None:
    team = task.team("li")
    task.phase("dev")
    assert task.organiser.post(f"{task.url}/archive").status_code == 200
    assert titles(team) == titles(task.organiser) == []
    seen = team.get(task.url).json()
    assert (seen["archived"], seen["registration"], seen["open"]) == (True, False, True)
    assert code(task.submit(team, answers("a", 1))) == (403, "phase-closed")
    late = clients.person("wang", Role.TEAM).post(f"{task.url}/teams", json={"name": "迟到队"})
    assert code(late) == (403, "registration-closed")
    assert task.organiser.post(f"{task.url}/restore").json()["archived"] is False
    assert task.handed_in(team, answers("a", 1))


def test_what_others_rely_on_is_not_deleted(task: SharedTask) -> None:
    with transaction(task.clients.server.engine) as db:
        row = BenchmarkRow(name="walk", folder="/nowhere", opened_at=0.0)
        db.add(row)
        db.flush()
        db.add(BenchmarkPart(benchmark_id=row.id, stage="board", competition_id=task.id))
    assert "walk" in task.organiser.get(f"{task.url}/removal").json()["refused"]["zh"]
    refused = task.organiser.delete(task.url, params={"confirm": TITLE})
    assert code(refused) == (409, "relied-on")
    assert task.organiser.post(f"{task.url}/archive").status_code == 200


def test_only_its_organisers_put_it_away_or_bring_it_back(task: SharedTask, clients: Clients) -> None:
    stranger = clients.person("stranger", Role.BUILDER)
    assert stranger.delete(task.url).status_code == 403
    assert stranger.post(f"{task.url}/archive").status_code == 403
    assert task.organiser.delete(task.url).status_code == 200
    assert stranger.post(f"{task.url}/restore").status_code == 404
    assert stranger.get("/api/put-away/competitions").json() == []
    assert clients.person("admin", Role.ADMIN).post(f"{task.url}/restore").status_code == 200
