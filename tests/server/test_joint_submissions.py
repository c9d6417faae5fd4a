"""SpaCE2025 as a competition: one file answers all five subtasks, and the best submission of a team counts."""

import json

import pytest
from fastapi.testclient import TestClient

from pingce.store.people import Role

from .builders import Clients
from .shared_task import SharedTask, example, near, packed

TASKS = {"jsi": "jsi_demo", "rsr": "rsr_demo", "rse": "rse_demo", "spr-zh": "spr_zh_dev", "spr-en": "spr_en_dev"}


def questions(gold: bytes) -> bytes:
    records = [json.loads(line) for line in gold.decode().splitlines()]
    kept = [{key: value for key, value in one.items() if key != "answer"} for one in records]
    return "\n".join(json.dumps(one, ensure_ascii=False) for one in kept).encode()


@pytest.fixture
def task(clients: Clients) -> SharedTask:
    near(clients.server)
    organiser = clients.person("organiser", Role.BUILDER)
    made = organiser.post("/api/competitions", json={"title": "第五届", "edition": "space2025"})
    assert made.status_code == 201, made.text
    task = SharedTask(clients, organiser, made.json()["id"])
    for name, file in TASKS.items():
        gold = example(f"space2025/{file}.jsonl")
        for content, data in (("gold", gold), ("questions", questions(gold))):
            added = task.add_file(f"space2025/{name}", "test", content, data)
            assert added.status_code == 201, added.text
    task.phase("registration")
    assert organiser.patch(task.url, json={"open": True}).status_code == 200
    return task


def admitted(task: SharedTask) -> TestClient:
    """A team that accepted the terms, in the test phase."""
    team = task.team("甲")
    task.phase("test")
    [phase] = [one for one in team.get(task.url).json()["phases"] if one["kind"] == "test"]
    answer = team.post(f"{task.url}/agreements", json={"phase": "test", "sha256": phase["agreement_sha256"]})
    assert answer.status_code == 200, answer.text
    return team


@pytest.mark.parametrize("in_archive", [False, True])
def test_the_joint_file_is_scored_for_all_five_subtasks(task: SharedTask, in_archive: bool) -> None:
    team = admitted(task)
    data = example("space2025/pred-a.jsonl")
    sent = task.submit(team, packed({"answers.jsonl": data}) if in_archive else data, "answers.jsonl")
    assert sent.status_code == 201, sent.text
    task.score()
    board = task.board(team, "test")
    values = {one["task"].removeprefix("space2025/"): one["rows"][0]["value"] for one in board["tasks"]}
    assert set(values) == set(TASKS)
    [row] = board["overall"]
    language = sum(values[name] for name in ("jsi", "rsr", "rse")) / 3
    reasoning = (values["spr-zh"] + values["spr-en"]) / 2
    assert row["means"]["language"] == pytest.approx(language, abs=1e-4)
    assert row["means"]["reasoning"] == pytest.approx(reasoning, abs=1e-4)
    assert row["total"] == pytest.approx((language + reasoning) / 2, abs=1e-4)
    assert [group["id"] for group in board["groups"]] == ["language", "reasoning"]


def test_the_best_submission_counts_and_three_a_day_are_taken(task: SharedTask) -> None:
    team = admitted(task)
    for name in ("answers", "pred-b", "pred-a"):
        assert task.submit(team, example(f"space2025/{name}.jsonl"), "answers.jsonl").status_code == 201
    task.score()
    [row] = task.board(team, "test")["overall"]
    assert row["total"] == 1.0  # the first was all gold
    fourth = task.submit(team, example("space2025/pred-a.jsonl"), "answers.jsonl")
    assert (fourth.status_code, fourth.json()["code"]) == (429, "limit-per-day")


def test_some_subtasks_of_an_edition_are_ranked_by_their_own_means(clients: Clients) -> None:
    near(clients.server)
    organiser = clients.person("organiser", Role.BUILDER)
    tasks = ["space2025/jsi", "space2025/rse"]
    made = organiser.post("/api/competitions", json={"title": "语言", "edition": "space2025", "tasks": tasks})
    task = SharedTask(clients, organiser, made.json()["id"])
    task.phase("test")
    table = "team,jsi,rse\n甲,0.5,0.7\n"
    sent = organiser.post(f"{task.url}/table", files={"file": ("t.csv", table.encode())})
    assert sent.status_code < 300, sent.text
    [row] = task.board(organiser, "test")["overall"]
    assert (row["means"], row["total"]) == ({"language": 0.6}, 0.6)
