"""The first page: a section for each thing somebody does, and nobody else's."""

import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from pingce.flow.new import new_benchmark
from pingce.server.benchmarks import OpenedBenchmarks
from pingce.store.database import transaction
from pingce.store.people import Role
from pingce.store.tables.flow import BenchmarkMember, RunRow

from ..annotate.world import GLOSSES, World, sense_item, senses
from .builders import Clients, add_person
from .shared_task import answers, make_shared_task

SECTIONS = ("annotator", "reviewer", "builder", "organiser", "team")


@pytest.mark.parametrize(
    ("roles", "sections"),
    [
        ([Role.ANNOTATOR], {"annotator"}),
        ([Role.REVIEWER], {"reviewer"}),
        ([Role.BUILDER], {"builder", "organiser"}),
        ([Role.TEAM], {"team"}),
        ([Role.ADMIN], {"reviewer", "builder", "organiser"}),
        ([Role.ANNOTATOR, Role.REVIEWER, Role.TEAM], {"annotator", "reviewer", "team"}),
        ([], set()),
    ],
)
def test_everybody_sees_the_sections_of_what_they_do(clients: Clients, roles: list[Role], sections: set[str]) -> None:
    home = clients.person("li", *roles).get("/api/home").json()
    assert {name for name in SECTIONS if home[name] is not None} == sections


def test_annotators_and_reviewers_see_what_waits_for_them(clients: Clients) -> None:
    world = World(clients.server.engine, now=time.time())
    here = world.start("wsd", [sense_item(i) for i in range(8)], annotators=["ann", "bob"], reviewers=["rita", "rob"])
    ann, bob, rita, rob = (clients.of(name) for name in ("ann", "bob", "rita", "rob"))
    assert ann.get("/api/home").json()["annotator"]["resume"] == here
    world.answer("ann", senses(GLOSSES[0]))
    world.answer("bob", senses(GLOSSES[1]))
    world.take("ann")
    assert rita.get("/api/home").json()["reviewer"] == {"to_review": 1, "to_appeal": 0, "decided": 0, "week": 0}
    turn = world.review("rita")
    assert turn is not None
    assert rob.get("/api/home").json()["reviewer"]["to_review"] == 0  # she holds it
    world.decide("rita", turn, accept=turn.answers[1].job)
    mine = ann.get("/api/home").json()["annotator"]
    assert mine == {
        "resume": here,
        "held": 1,
        "inbox": 1,
        "answered": 1,
        "week": 1,
        "upheld": 0,
        "dismissed": 0,
    }
    assert bob.get("/api/home").json()["annotator"]["inbox"] == 0
    world.appeal("ann", turn.answers[0].job)
    assert rob.get("/api/home").json()["reviewer"]["to_appeal"] == 1
    assert rita.get("/api/home").json()["reviewer"] == {"to_review": 0, "to_appeal": 0, "decided": 1, "week": 1}


def test_builders_see_their_benchmarks_and_what_waits(clients: Clients, tmp_path: Path) -> None:
    (tmp_path / "benchmarks").mkdir()
    new_benchmark(tmp_path / "benchmarks" / "mine", "empty")
    new_benchmark(tmp_path / "benchmarks" / "other", "empty")
    opened = OpenedBenchmarks(home=tmp_path / "benchmarks")
    opened.register(clients.server.engine)
    clients.server.benchmarks = opened
    world = World(clients.server.engine, now=time.time())
    here = world.start("wsd", [sense_item(1)], annotators=["ann"], status="draft")
    number = opened.number("mine")
    assert number is not None
    run: dict[str, Any] = {key: {} for key in ("inputs", "outputs", "settings", "result")} | {
        "stage": "screen",
        "kind": "screen",
    }
    with transaction(clients.server.engine) as db:
        db.add(BenchmarkMember(benchmark_id=number, user_id=world.people["builder"].id, since=0.0))
        for state in ("done", "failed"):
            row = RunRow(
                benchmark_id=number, state=state, fingerprint="", version="", who="", host="", process=1, **run
            )
            row.started_at, row.stop = 1.0, False
            db.add(row)
            db.flush()
    builder = clients.of("builder").get("/api/home").json()["builder"]
    assert builder["benchmarks"] == [{"name": "mine", "running": 0, "failed": 1}]
    assert [(wait["kind"], wait["place"], wait["count"]) for wait in builder["waits"]] == [
        ("failed", "/benchmarks/mine/runs/2", 1),
        ("draft", f"/manage/{here}", 1),
    ]
    stranger = clients.person("stranger", Role.BUILDER).get("/api/home").json()["builder"]
    assert stranger == {"benchmarks": [], "waits": []}


def test_organisers_and_teams_see_their_competitions(clients: Clients) -> None:
    task = make_shared_task(clients)
    team = task.team("li")
    clients.person("waiting", Role.TEAM).post(f"{task.url}/teams", json={"name": "等队"})
    team.post(f"{task.url}/questions", json={"text": "何时公布？"})
    task.phase("dev", per_day=3)
    number = task.handed_in(team, answers("a", 1))
    (organised,) = task.organiser.get("/api/home").json()["organiser"]
    assert organised["brief"]["title"] == "空间语义评测"
    assert [organised[name] for name in ("pending", "submissions", "week", "questions")] == [1, 1, 1, 1]
    other = clients.person("other", Role.BUILDER).get("/api/home").json()
    assert other["organiser"] == []
    (standing,) = team.get("/api/home").json()["team"]
    assert (standing["team"], standing["state"], standing["last"]["id"]) == ("li队", "approved", number)
    assert [(left["task"], left["today"]) for left in standing["left"]] == [
        ("space2022/task1", 2),
        ("space2022/task2", 3),
        ("space2022/task3", 3),
    ]
    assert standing["last"]["entries"][0]["scores"][0]["value"] is not None
    (waiting,) = clients.of("waiting").get("/api/home").json()["team"]
    assert (waiting["state"], waiting["left"], waiting["last"]) == ("pending", [], None)


def test_a_hidden_score_is_not_told_on_the_first_page(clients: Clients) -> None:
    task = make_shared_task(clients)
    team = task.team("li")
    task.phase("test", shows="none")
    task.handed_in(team, answers("a", 1))
    (standing,) = team.get("/api/home").json()["team"]
    (entry,) = standing["last"]["entries"]
    assert (entry["hidden"], entry["scores"]) == (True, [])


def test_the_page_costs_few_queries_however_much_there_is(clients: Clients) -> None:
    world = World(clients.server.engine, now=time.time())
    add_person(clients.server, "boss", *Role)
    boss, asked = clients.of("boss"), []
    event.listen(clients.server.engine, "before_cursor_execute", lambda *call: asked.append(call[2]))
    counts = []
    for title in ("一", "二", "三"):
        world.start("wsd", [sense_item(i) for i in range(10)], annotators=["ann"], reviewers=["rita"], title=title)
        asked.clear()
        assert boss.get("/api/home").status_code == 200
        counts.append(len(asked))
    assert counts[1] == counts[2] <= counts[0] < 30  # the first time somebody is recognised, too
