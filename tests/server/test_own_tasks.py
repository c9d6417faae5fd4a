"""A task of a benchmark's own over HTTP: drafts with all their problems, the file that is kept, who may do it."""

from pathlib import Path

import pytest

from pingce.annotate.services import campaigns
from pingce.formats.taskfile.draft import look_at, values_of
from pingce.formats.taskfile.examples import EXAMPLES, example
from pingce.formats.taskfile.places import TaskFolder
from pingce.formats.taskfile.read import read_task
from pingce.server.benchmarks import OpenedBenchmarks
from pingce.store.database import transaction
from pingce.store.people import Actor, Role
from pingce.tasks.own import opened

from ..flow.benchmarks import tiny
from .builders import Clients

TASKS = "/api/benchmarks/b/tasks"
MOOD: dict[str, object] = values_of(example("choice"), "mood")


@pytest.fixture
def benchmark(clients: Clients, tmp_path: Path) -> Path:
    folder = tiny(tmp_path / "b")
    clients.server.benchmarks = OpenedBenchmarks([folder])
    clients.server.benchmarks.register(clients.server.engine)
    clients.person("root", Role.ADMIN)
    return folder


@pytest.mark.parametrize("shape", EXAMPLES)
def test_a_draft_becomes_the_toml_of_the_same_task(shape: str) -> None:
    draft = look_at(values_of(example(shape), shape), f"mine/{shape}")
    assert draft.problems == ()
    again = read_task(draft.description, f"mine/{shape}", "x")
    assert again == read_task(example(shape), f"mine/{shape}", "x") == draft.task
    assert ".".join(again.rank_by) in draft.numbers


def test_every_problem_is_told_at_its_place(clients: Clients, benchmark: Path) -> None:
    broken = MOOD | {"title": {"zh": "", "en": "x"}, "rank_by": None, "measure": None}
    broken["answer"] = [
        {"key": "mood", "title": {"zh": "情绪", "en": "mood"}, "shape": "choice", "labels": [{"name": "glad"}]},
        {"key": "why", "title": {"zh": "原因", "en": "why"}, "shape": "spans", "roles": [{"name": ""}]},
        {"key": "step", "title": {"zh": "元组", "en": "tuples"}, "shape": "tuples", "slot": []},
    ]
    answer = clients.of("root").post(f"{TASKS}/check", json={"task": "a b", "draft": broken})
    look = answer.json()
    assert look["task"] is None
    assert {problem["where"]: problem["message"]["en"] for problem in look["problems"]} == {
        "task": "expected: EDITION/NAME, each of at most 30 letters, digits, underscores or hyphens",
        "title.zh": "expected: 1 to 600 visible characters",
        "answer[0].labels": "expected: at least two labels",
        "answer[1].roles[0].name": "expected: 1 to 64 visible characters",
        "answer[2].slot": "expected: at least one",
    }
    refused = clients.of("root").put(f"{TASKS}/mood", json={"draft": broken})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad-task-file")
    assert len(refused.json()["problems"]) == 4
    assert not (benchmark / "tasks").exists()


def test_the_preview_has_the_form_and_its_rules(clients: Clients, benchmark: Path) -> None:
    draft = values_of(example("spans"), "spans")
    body = {"task": "causes", "draft": draft, "texts": {"context": "雨下了一夜，路断了。"}, "answer": {"causes": [[]]}}
    look = clients.of("root").post(f"{TASKS}/check", json=body).json()
    assert [field["widget"] for field in look["task"]["form"]["fields"]] == ["role-spans", "text"]
    assert "few-roles" in [hit["rule"] for hit in look["hits"]]
    assert {offer["kind"] for offer in look["measures"]} == {"overlap", "role-mean"}


def test_a_task_is_kept_listed_changed_and_not_overwritten_unseen(clients: Clients, benchmark: Path) -> None:
    root = clients.of("root")
    kept = root.put(f"{TASKS}/mood", json={"draft": MOOD}).json()
    assert kept["id"] == "b/mood"
    assert TaskFolder(benchmark / "tasks", "b").find("b/mood") is not None
    assert root.get(TASKS).json()["tasks"] == [kept]
    again = root.put(f"{TASKS}/mood", json={"draft": MOOD})
    assert (again.status_code, again.json()["code"]) == (409, "task-exists")
    renamed = MOOD | {"title": {"zh": "心情", "en": "Mood"}}
    changed = root.put(f"{TASKS}/mood", json={"draft": renamed, "before": kept["version"]}).json()
    assert changed["title"]["zh"] == "心情"
    late = root.put(f"{TASKS}/mood", json={"draft": MOOD, "before": kept["version"]})
    assert (late.status_code, late.json()["code"]) == (409, "task-changed")
    (benchmark / "tasks" / "bad.toml").write_text("x = 1", encoding="utf-8")
    listed = root.get(TASKS).json()
    assert ([own["name"] for own in listed["tasks"]], len(listed["problems"])) == (["mood"], 1)


def test_answers_that_are_stored_keep_their_shape(clients: Clients, benchmark: Path) -> None:
    root = clients.of("root")
    kept = root.put(f"{TASKS}/mood", json={"draft": MOOD}).json()
    with opened(TaskFolder(benchmark / "tasks", "b")), transaction(clients.server.engine) as db:
        actor = Actor(1, "root", frozenset({Role.ADMIN, Role.BUILDER}))
        campaigns.create_campaign(db, actor, title="情绪", preset="own", form="b/mood")
    fewer = values_of(example("choice").replace('  { name = "calm", zh = "平静", en = "calm" },\n', ""), "mood")
    refused = root.put(f"{TASKS}/mood", json={"draft": fewer, "before": kept["version"]})
    assert (refused.status_code, refused.json()["code"]) == (409, "task-changed")
    assert "calm" in (benchmark / "tasks" / "mood.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["..", "%2e%2e%2fx", "a.b", "x" * 31])
def test_no_name_leads_out_of_the_folder(clients: Clients, benchmark: Path, name: str) -> None:
    before = sorted(benchmark.parent.rglob("*"))
    assert clients.of("root").put(f"{TASKS}/{name}", json={"draft": MOOD}).status_code in {404, 405, 422}
    assert sorted(benchmark.parent.rglob("*")) == before


def test_builders_who_do_not_belong_to_it_find_nothing(clients: Clients, benchmark: Path) -> None:
    builder = clients.person("builder", Role.BUILDER)
    assert builder.get(TASKS).status_code == 404
    assert builder.post(f"{TASKS}/check", json={"task": "x", "draft": MOOD}).status_code == 404
    assert builder.put(f"{TASKS}/mood", json={"draft": MOOD}).status_code == 404
