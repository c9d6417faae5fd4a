"""Explanations rated by people (SpaCE2023 task 3): a blind campaign, agreement of raters, the official score."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import delete, select

from pingce.server.ratings import alpha, mean_difference
from pingce.store.database import transaction
from pingce.store.people import Role
from pingce.store.tables.competition import RatedItem, RatingCampaign
from pingce.tasks.ratings import ASPECTS

from .builders import Clients, add_person
from .shared_task import SharedTask, example, near

TASK = "space2023/task3"
RATERS = ("zhao", "qian", "sun")


@pytest.fixture
def task(clients: Clients) -> SharedTask:
    near(clients.server)
    return make_rated_task(clients)


def make_rated_task(clients: Clients) -> SharedTask:
    """Open, in its registration phase, with the examples as dev data."""
    organiser = clients.person("organiser", Role.BUILDER)
    made = organiser.post("/api/competitions", json={"title": "评测", "edition": "space2023", "tasks": [TASK]}).json()
    task = SharedTask(clients, organiser, made["id"])
    gold = example("space2023/task3_examples.jsonl")
    asked = [
        {key: value for key, value in json.loads(line).items() if key != "results"}
        for line in gold.splitlines()
        if line
    ]
    for content, data in (("questions", "\n".join(map(json.dumps, asked)).encode()), ("gold", gold)):
        assert task.add_file(TASK, "dev", content, data).status_code == 201
    task.phase("registration")
    organiser.patch(task.url, json={"open": True})
    return task


def rate_everything(task: SharedTask, campaign: int, points: dict[str, int]) -> list[dict[str, Any]]:
    """Every rater rates every item with their own number; what they were shown is given back."""
    shown = []
    for name in RATERS:
        client: TestClient = task.clients.of(name)
        while (job := client.post(f"/api/campaigns/{campaign}/next")).status_code == 200:
            view = job.json()
            shown.append(view)
            answer = dict.fromkeys(ASPECTS, points[name])
            sent = {"answer": answer, "key": f"{name}-{view['job']}-{view['version']}", "version": view["version"]}
            done = client.post(f"/api/jobs/{view['job']}/submit", json=sent)
            assert done.status_code == 200, done.text
    return shown


def test_ratings_become_the_official_score_and_raters_see_no_team(task: SharedTask) -> None:
    teams = {name: task.team(name) for name in ("li", "wang")}
    task.phase("dev")
    for (_, client), who in zip(teams.items(), ("a", "b"), strict=True):
        answer = task.submit(client, example(f"space2023/pred-{who}-task3.jsonl"), "task3.jsonl", system=f"系统{who}")
        assert answer.status_code == 201, answer.text
    task.score()
    [board] = task.board(task.organiser, "dev")["tasks"]
    assert [row["value"] for row in board["rows"]] == [None, None]
    assert "judge.accuracy" in board["rows"][0]["numbers"]

    form = {"phase": "dev", "task": TASK, "title": "解释评分"}
    made = task.organiser.post(f"{task.url}/ratings", json=form)
    assert made.status_code == 201, made.text
    campaign, items = made.json()["campaign"], made.json()["items"]
    again = task.organiser.post(f"{task.url}/ratings", json=form | {"title": "又"})
    assert again.json()["code"] == "rating-exists"
    members = [
        {"user": add_person(task.clients.server, name, Role.ANNOTATOR), "roles": ["annotator"]} for name in RATERS
    ]
    task.organiser.post(f"/api/campaigns/{campaign}/members", json={"members": members})
    task.organiser.patch(f"/api/campaigns/{campaign}", json={"status": "open"})
    shown = rate_everything(task, campaign, {"zhao": 60, "qian": 70, "sun": 80})
    assert len(shown) == 3 * items
    said = json.dumps(shown, ensure_ascii=False)
    assert not any(word in said for word in ("li队", "wang队", "系统a", "系统b"))
    assert [one["serial"] for one in shown] == [*range(1, items + 1)] * 3, "numbers are the rater's own"
    assert {tuple(sorted(one["item"])) for one in shown} == {("extra", "texts", "words")}

    found = task.organiser.post(f"{task.url}/ratings/collect", json={"phase": "dev", "task": TASK}).json()
    assert (found["items"], found["rated"], found["raters"]) == (items, items, sorted(RATERS))
    assert found["mean_difference"] == pytest.approx(40 / 3)
    assert found["alpha"] < 0.1
    task.score()
    [board] = task.board(task.organiser, "dev")["tasks"]
    for row in board["rows"]:
        # Right judgements got 70 on average, wrong ones 0.
        assert row["value"] == pytest.approx(70 * row["numbers"]["judge.accuracy"])
        assert row["scores"] == 2
    overall = task.organiser.get(f"{task.url}/ratings", params={"phase": "dev", "task": TASK}).json()
    assert overall["campaign"] == campaign


def writers(task: SharedTask, secret: str, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Whose explanations the items of a rating campaign are, in the order of their numbers."""
    monkeypatch.setattr("pingce.annotate.services.campaigns.new_secret", lambda: secret)
    made = task.organiser.post(f"{task.url}/ratings", json={"phase": "dev", "task": TASK, "title": secret})
    assert made.status_code == 201, made.text
    with transaction(task.clients.server.engine) as db:
        found = list(db.scalars(select(RatedItem.entry_id).order_by(RatedItem.id)))
        db.execute(delete(RatedItem))
        db.execute(delete(RatingCampaign))
    return found


def test_whose_explanation_it_is_follows_from_nothing_a_rater_knows(
    task: SharedTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With few items of one system and many of another, too: the same submissions come in another order every time."""
    teams = [task.team(name) for name in ("li", "wang")]
    task.phase("dev")
    gold = [json.loads(line) for line in example("space2023/task3_examples.jsonl").splitlines() if line]
    every = [{"qid": one["qid"], "results": one["results"][:1]} for one in gold]
    other = {"true": "false", "false": "true"}
    few = [
        one if i < 3 else {**one, "results": [{**one["results"][0], "judge": other[one["results"][0]["judge"]]}]}
        for i, one in enumerate(every)
    ]
    for client, answers in zip(teams, (every, few), strict=True):
        data = "\n".join(map(json.dumps, answers)).encode()
        assert task.submit(client, data, "task3.jsonl").status_code == 201
    task.score()
    orders = {secret: writers(task, secret, monkeypatch) for secret in "abcd"}
    first, second = sorted(set(orders["a"]))
    assert orders["a"].count(first) > 2 * orders["a"].count(second) > 0
    assert len({tuple(order) for order in orders.values()}) == 4
    assert {tuple(sorted(order)) for order in orders.values()} == {tuple(sorted(orders["a"]))}


def test_only_tasks_that_people_rate_are_rated(task: SharedTask) -> None:
    task.phase("dev")
    cases = [
        ({"phase": "dev", "task": TASK, "title": "x"}, 422, "nothing-to-rate"),
        ({"phase": "dev", "task": "space2023/task1", "title": "x"}, 422, "not-human-rated"),
    ]
    for body, status, code in cases:
        answer = task.organiser.post(f"{task.url}/ratings", json=body)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    missing = task.organiser.post(f"{task.url}/ratings/collect", json={"phase": "dev", "task": TASK})
    assert missing.status_code == 404


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        ([[10, 10], [90, 90]], 1.0),
        # By hand: observed (0² + 20²)/2 per pair, expected over all values 10, 10, 80, 100.
        ([[10, 10], [80, 100]], 1 - (3 * (2 * 20**2)) / (2 * (2 * 70**2 + 2 * 90**2 + 20**2))),
        ([[50, 50]], None),
        ([], None),
    ],
)
def test_alpha_of_points(units: list[list[float]], expected: float | None) -> None:
    assert alpha(units) == (None if expected is None else pytest.approx(expected))


def test_mean_difference_is_over_all_pairs_of_raters() -> None:
    assert mean_difference([[0, 10, 20], [5]]) == pytest.approx(40 / 3)
    assert mean_difference([[5]]) is None
