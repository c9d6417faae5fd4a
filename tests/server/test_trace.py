"""The life of an item over HTTP: teams learn no answer that is held back, annotators nobody else's."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update

from pingce.store.people import Role
from pingce.store.tables.provenance import ReleasedItem
from pingce.trace import competitions

from .builders import Clients
from .shared_task import MARK, SharedTask, answers, example, make_shared_task

TASK = "space2022/task1"


@pytest.fixture
def shared(clients: Clients) -> Iterator[SharedTask]:
    yield make_shared_task(clients)
    clients.server.pool.stop()


def first(name: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(example(name).splitlines()[0])
    return record


GOLD = first(f"{TASK}_dev.jsonl")
QID, TEXT = str(GOLD["qid"]), str(GOLD["context"])


def places(client: TestClient, query: str = QID) -> list[dict[str, Any]]:
    answer = client.get("/api/trace", params={"query": query})
    if answer.status_code == 404:
        assert answer.json()["code"] == "no-item"
        return []
    assert answer.status_code == 200, answer.text
    assert MARK not in answer.text
    return [place for life in answer.json()["lives"] for place in life["places"] if place["task"] == TASK]


def test_a_team_sees_its_own_answer_and_no_gold_that_is_held_back(shared: SharedTask) -> None:
    ours, theirs = shared.team("ours"), shared.team("theirs")
    shared.phase("test", downloads=["train", "dev questions", "test questions"])
    shared.handed_in(ours, answers("a", 1))
    shared.handed_in(theirs, answers("b", 1))
    test = next(place for place in places(ours) if place["split"] == "test")
    assert (test["gold"], test["was"], test["qid"]) == (None, "", QID)
    [entry] = test["entries"]
    assert (entry["team"], entry["score"]) == ("ours队", None)
    assert entry["answer"] == {"judge": first("space2022/pred-a-task1.jsonl")["judge"]}
    seen = next(place for place in places(shared.organiser) if place["split"] == "test")
    assert {one["team"] for one in seen["entries"]} == {"ours队", "theirs队"}
    assert seen["gold"] is None  # nobody fetches test answers before they are published
    assert {one["score"] for one in seen["entries"]} <= {0.0, 1.0}


def test_on_dev_a_team_sees_its_score_where_errors_may_be_explored(shared: SharedTask) -> None:
    team = shared.team("ours")
    shared.phase("dev", downloads=["dev questions"], explorer=True)
    shared.handed_in(team, answers("a", 1))
    [place] = places(team)
    said = first("space2022/pred-a-task1.jsonl")["judge"]
    [entry] = place["entries"]
    assert (entry["answer"], entry["score"]) == ({"judge": said}, float(said == GOLD["judge"]))
    assert place["gold"] is None
    shared.phase("dev", downloads=["dev questions"], explorer=False)
    [place] = places(team)
    assert place["entries"][0]["score"] is None


def test_before_questions_may_be_fetched_they_are_not_found_either(shared: SharedTask) -> None:
    shared.phase("registration", downloads=[])
    team = shared.team("ours")
    stranger = shared.clients.person("nobody", Role.TEAM)
    for client in (team, stranger):
        assert places(client) == places(client, TEXT) == []


def test_when_results_are_published_everybody_may_know(shared: SharedTask) -> None:
    shared.phase("published", downloads=["test questions", "test answers"])
    visitor = shared.clients.person("visitor", Role.TEAM)
    answer = visitor.get("/api/trace", params={"query": TEXT})
    test = [place for life in answer.json()["lives"] for place in life["places"] if place["split"] == "test"]
    assert [place["gold"] for place in test if place["task"] == TASK] == [{"judge": GOLD["judge"], "mark": MARK}]
    assert all(place["entries"] == [] for place in test)


def test_published_gold_is_found_beside_its_file_and_for_files_of_earlier_versions_in_it(
    shared: SharedTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unpacking a file of 100,000 items for one of them takes longer than everything else."""
    shared.phase("published", downloads=["test questions", "test answers"])
    visitor = shared.clients.person("visitor", Role.TEAM)

    def gold() -> list[dict[str, Any]]:
        answer = visitor.get("/api/trace", params={"query": TEXT})
        assert answer.status_code == 200, answer.text
        lives = answer.json()["lives"]
        return [p["gold"] for life in lives for p in life["places"] if (p["task"], p["split"]) == (TASK, "test")]

    with monkeypatch.context() as patch:
        patch.setattr(competitions, "record_of", None)
        kept = gold()
    assert kept == [{"judge": GOLD["judge"], "mark": MARK}]
    with shared.clients.server.writing() as db:
        db.execute(update(ReleasedItem).values(answer=None))
    assert gold() == kept


def test_answers_that_were_replaced_leave_no_score_of_the_old_ones(shared: SharedTask) -> None:
    team = shared.team("ours")
    shared.phase("dev", downloads=["dev questions"])
    shared.handed_in(team, answers("a", 1))
    lines = example(f"{TASK}_dev.jsonl").splitlines()
    answer = shared.add_file(TASK, "dev", "gold", b"\n".join(reversed(lines)), reason="次序有误")
    assert answer.status_code == 201, answer.text
    place = next(place for place in places(shared.organiser) if place["split"] == "dev")
    assert place["entries"][0]["score"] is None
    shared.organiser.post(f"{shared.url}/rescore", json={"reason": "次序有误", "task": TASK})
    shared.score()
    place = next(place for place in places(shared.organiser) if place["split"] == "dev")
    said = first("space2022/pred-a-task1.jsonl")["judge"]
    assert place["entries"][0]["score"] == float(said == GOLD["judge"])


def test_nonsense_is_refused(clients: Clients) -> None:
    admin = clients.person("admin", Role.ADMIN)
    assert admin.get("/api/trace").status_code == 422
    assert admin.get("/api/trace", params={"query": "x" * 5000}).status_code == 422
    assert admin.get("/api/trace", params={"query": "x"}).status_code == 404
    assert clients.anonymous().get("/api/trace", params={"query": "x"}).status_code == 401
