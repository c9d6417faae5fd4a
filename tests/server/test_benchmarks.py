"""Benchmarks over HTTP: who sees which, plans, runs, logs and orders that a worker process carries out."""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import select

from pingce.annotate.services import campaigns, members
from pingce.flow import keeping, orders, worker
from pingce.flow.make import Maker
from pingce.flow.stages.context import StageContext, StageResult
from pingce.flow.stages.table import EXECUTE
from pingce.server.benchmarks import OpenedBenchmarks
from pingce.server.make_thread import MakeThread
from pingce.spec.errors import UserError
from pingce.store.database import reading, transaction
from pingce.store.people import Actor, Role
from pingce.store.tables.flow import BenchmarkPart, MakeOrder, RunRow

from ..flow.benchmarks import tiny
from ..flow.people import edit
from ..waiting import wait_until
from .builders import Clients


@pytest.fixture
def benchmark(clients: Clients, tmp_path: Path) -> Path:
    """A server that has opened one benchmark; `root` has made its passages."""
    folder = tiny(tmp_path / "b")
    server = clients.server
    server.benchmarks = OpenedBenchmarks([folder])
    server.benchmarks.register(server.engine)
    clients.person("root", Role.ADMIN)
    root = Actor(1, "root", frozenset({Role.ADMIN, Role.BUILDER}))
    Maker(server.benchmarks.read("b"), server.engine, root).make("passages")
    return folder


def test_only_those_who_belong_to_a_benchmark_see_it(clients: Clients, benchmark: Path) -> None:
    root, builder = clients.of("root"), clients.person("builder", Role.BUILDER)
    assert [one["name"] for one in root.get("/api/benchmarks").json()] == ["b"]
    assert builder.get("/api/benchmarks").json() == []
    for path in ("", "/plan", "/counts", "/runs", "/runs/1", "/runs/1/log", "/orders", "/members", "/tables"):
        assert root.get(f"/api/benchmarks/b{path}").status_code == 200, path
        answer = builder.get(f"/api/benchmarks/b{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-benchmark"), path
    assert builder.post("/api/benchmarks/b/make", json={}).status_code == 404
    me = builder.get("/api/me").json()["id"]
    added = root.post("/api/benchmarks/b/members", json={"user": me})
    assert (added.status_code, [one["name"] for one in added.json()]) == (201, ["builder"])
    assert root.post("/api/benchmarks/b/members", json={"user": me}).status_code == 201
    assert root.post("/api/benchmarks/b/members", json={"user": 9999}).status_code == 404
    assert builder.get("/api/benchmarks/b/plan").status_code == 200
    assert builder.delete(f"/api/benchmarks/b/members/{me}").status_code == 403
    assert root.delete(f"/api/benchmarks/b/members/{me}").json() == []
    assert builder.get("/api/benchmarks/b/plan").status_code == 404


def test_annotators_and_teams_see_that_it_exists_and_nothing_of_its_runs(clients: Clients, benchmark: Path) -> None:
    annotator, server = clients.person("li", Role.ANNOTATOR), clients.server
    root = Actor(1, "root", frozenset({Role.ADMIN, Role.BUILDER}))
    person = annotator.get("/api/me").json()["id"]
    with transaction(server.engine) as db:
        number = campaigns.create_campaign(db, root, title="x", preset="space-rating")
        db.add(BenchmarkPart(benchmark_id=1, stage="rating", campaign_id=number))
        members.set_members(db, root, number, [members.MemberChange(person, frozenset({Role.ANNOTATOR}))])
    (brief,) = annotator.get("/api/benchmarks").json()
    assert brief == {
        "name": "b",
        "title": {"zh": "b", "en": "b"},
        "editions": [],
        "tasks": ["space2022/task1"],
        "manages": False,
    }
    for path in ("", "/plan", "/counts", "/runs", "/runs/1", "/runs/1/log", "/orders", "/members", "/tables"):
        assert annotator.get(f"/api/benchmarks/b{path}").status_code == 403
    assert annotator.post("/api/benchmarks/b/make", json={}).status_code == 403


@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.REVIEWER, Role.TEAM])
def test_of_all_that_is_told_of_benchmarks_a_named_member_without_building_learns_names_alone(
    clients: Clients, benchmark: Path, role: Role
) -> None:
    """Runs, logs, plans and tables tell labels of held-back parts and how answers are drawn for audit."""
    root, member = clients.of("root"), clients.person("somebody", role)
    assert root.post("/api/benchmarks/b/members", json={"user": member.get("/api/me").json()["id"]}).status_code == 201
    told = {}
    for path, methods in clients.app.openapi()["paths"].items():
        if path.startswith("/api/benchmarks") and "get" in methods:
            answer = member.get(path.replace("{name}", "b").replace("{run}", "1"))
            told[path] = answer.status_code
    assert len(told) > 8
    assert {path for path, status in told.items() if status not in (403, 404)} == {"/api/benchmarks"}
    text = (benchmark / "gold.jsonl").read_text(encoding="utf-8").splitlines()[0]
    found = member.get("/api/trace", params={"query": json.loads(text)["context"]})
    assert found.status_code in (403, 404)


def test_plan_runs_counts_and_log(clients: Clients, benchmark: Path) -> None:
    root = clients.of("root")
    view = root.get("/api/benchmarks/b").json()
    assert [stage["name"] for stage in view["stages"]] == ["passages", "replaced", "split"]
    assert view["sources"][1] == {
        "name": "gold",
        "path": "gold.jsonl",
        "kind": None,
        "genre": None,
        "task": "space2022/task1",
    }
    plan = {one["stage"]: one for one in root.get("/api/benchmarks/b/plan").json()}
    assert [one["standing"] for one in plan.values()] == ["fresh", "run", "run"]
    assert plan["replaced"]["reasons"] == [{"zh": "还没有运行过", "en": "never run"}]
    assert len(root.get("/api/benchmarks/b/plan?target=passages").json()) == 1
    assert root.get("/api/benchmarks/b/plan?target=nothing").status_code == 422
    (row,) = root.get("/api/benchmarks/b/counts").json()
    assert row["taken"] == row["given"] + sum(row["left"].values())
    (run,) = root.get("/api/benchmarks/b/runs?stage=passages").json()
    assert (run["state"], run["who"]) == ("done", "root")
    detail = root.get(f"/api/benchmarks/b/runs/{run['id']}").json()
    assert detail["repeat"].startswith("pingce make passages --again --benchmark ")
    assert (list(detail["inputs"]), list(detail["outputs"])) == (["sources"], ["corpus/passages.jsonl"])
    log = root.get(f"/api/benchmarks/b/runs/{run['id']}/log").json()
    assert (log["finished"], log["lines"][-1].endswith("Done.")) == (True, True)
    assert root.get(f"/api/benchmarks/b/runs/{run['id']}/log?start={log['end']}").json()["lines"] == []
    assert root.get("/api/benchmarks/b/runs/999").status_code == 404
    assert root.post(f"/api/benchmarks/b/runs/{run['id']}/cancel").json()["state"] == "done"


def test_an_order_is_carried_out_by_a_process_of_its_own(clients: Clients, benchmark: Path) -> None:
    root, server = clients.of("root"), clients.server
    assert root.post("/api/benchmarks/b/make", json={"target": "nothing"}).status_code == 422
    first = root.post("/api/benchmarks/b/make", json={"target": "split"}).json()
    assert root.post("/api/benchmarks/b/make", json={"target": "split"}).json()["id"] == first["id"]
    thread = MakeThread(server)
    thread.turn()
    assert list(thread.workers) == [first["id"]]
    thread.workers[first["id"]].wait(120)
    (order,) = root.get("/api/benchmarks/b/orders").json()
    assert (order["state"], order["problem"], order["who"]) == ("done", "", "root")
    assert (benchmark / "splits" / "split" / "split.json").is_file()
    thread.turn()
    assert thread.workers == {}


def test_what_goes_wrong_is_told_with_the_order(clients: Clients, benchmark: Path) -> None:
    root, engine = clients.of("root"), clients.server.engine
    edit(benchmark, ('ratio = "2:1:1"', 'ratio = "all"'))
    order = root.post("/api/benchmarks/b/make", json={"target": "split"}).json()["id"]
    assert worker.carry_out(engine, order)
    assert not worker.carry_out(engine, order)
    (told,) = root.get("/api/benchmarks/b/orders").json()
    assert (told["state"], "expected train:dev:test" in told["problem"]) == ("failed", True)
    (run, _) = root.get("/api/benchmarks/b/runs").json()
    detail = root.get(f"/api/benchmarks/b/runs/{run['id']}").json()
    assert "expected train:dev:test" in detail["problem"]["en"]


def test_a_bug_of_ours_ends_the_order_and_not_the_worker(
    clients: Clients, benchmark: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: StageContext) -> StageResult:
        raise ZeroDivisionError("x")

    monkeypatch.setitem(EXECUTE, "split", broken)
    root = clients.of("root")
    order = root.post("/api/benchmarks/b/make", json={"target": "split"}).json()["id"]
    assert worker.carry_out(clients.server.engine, order)
    (told,) = root.get("/api/benchmarks/b/orders").json()
    assert (told["state"], told["problem"]) == ("failed", "ZeroDivisionError: x")


def test_a_cancelled_order_stops_its_run(clients: Clients, benchmark: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(_: StageContext) -> StageResult:
        while True:
            time.sleep(0.01)

    monkeypatch.setitem(EXECUTE, "split", endless)
    monkeypatch.setattr(keeping, "RENEW_EVERY", 0.02)
    root, engine = clients.of("root"), clients.server.engine
    order = root.post("/api/benchmarks/b/make", json={"target": "split"}).json()["id"]

    def cancel() -> None:
        while True:
            with transaction(engine) as db:
                if db.scalar(select(RunRow.id).where(RunRow.state == "running")) is not None:
                    orders.cancel_order(db, 1, order)
                    return
            time.sleep(0.01)

    thread = threading.Thread(target=cancel)
    thread.start()
    assert worker.carry_out(engine, order)
    thread.join(30)
    assert [one["state"] for one in root.get("/api/benchmarks/b/orders").json()] == ["cancelled"]
    assert root.get("/api/benchmarks/b/runs").json()[0]["state"] == "cancelled"
    assert root.post(f"/api/benchmarks/b/orders/{order}/cancel").json()["state"] == "cancelled"
    assert root.post("/api/benchmarks/b/orders/99/cancel").status_code == 404


def test_an_order_whose_worker_was_killed_is_taken_up_again_but_not_for_ever(clients: Clients, benchmark: Path) -> None:
    engine = clients.server.engine
    order = clients.of("root").post("/api/benchmarks/b/make", json={}).json()["id"]
    for _ in range(orders.MOST_ATTEMPTS):
        with transaction(engine) as db:
            assert [one.id for one in orders.waiting_orders(db)] == [order]
            lease = orders.claim_order(db, order)
            assert lease is not None
            assert orders.claim_order(db, order) is None
            assert orders.waiting_orders(db) == []
            assert orders.renew_order(db, order, lease)
            db.get_one(MakeOrder, order).lease_until = 5.0
    with transaction(engine) as db:
        assert orders.claim_order(db, order) is None
        assert (db.get_one(MakeOrder, order).state, db.get_one(MakeOrder, order).problem) == ("failed", "stopped")


KILLED = """
import os, sys, time
from pathlib import Path
from pingce.flow import worker
from pingce.flow.stages import table
from pingce.store.database import open_database

def at_it(context):
    context.log.line("at it")
    Path(sys.argv[2]).touch()
    time.sleep(600)

table.EXECUTE["replace"] = at_it
worker.carry_out(open_database(os.environ[worker.DATABASE_VARIABLE]), int(sys.argv[1]))
"""


def test_a_run_whose_worker_was_killed_is_told_truly_by_a_server_that_starts_afterwards(
    clients: Clients, benchmark: Path, tmp_path: Path
) -> None:
    root, begun = clients.of("root"), tmp_path / "begun"
    order = root.post("/api/benchmarks/b/make", json={"target": "replaced"}).json()["id"]
    address = clients.server.engine.url.render_as_string(hide_password=False)
    command = [sys.executable, "-c", KILLED, str(order), str(begun)]
    process = subprocess.Popen(command, env={**os.environ, worker.DATABASE_VARIABLE: address})
    wait_until(begun.exists)
    (run, *_) = root.get("/api/benchmarks/b/runs").json()
    assert (run["stage"], run["state"]) == ("replaced", "running")
    process.kill()
    process.wait()
    clients.server.benchmarks = OpenedBenchmarks([benchmark])  # a server that knows nothing of it
    clients.server.benchmarks.register(clients.server.engine)
    (run, done) = root.get("/api/benchmarks/b/runs").json()
    assert (run["state"], done["state"]) == ("interrupted", "done")
    assert root.get(f"/api/benchmarks/b/runs/{run['id']}/log").json()["lines"][-1].endswith("at it")
    plan = {step["stage"]: step["standing"] for step in root.get("/api/benchmarks/b/plan").json()}
    assert (plan["passages"], plan["replaced"]) == ("fresh", "run")
    assert root.post(f"/api/benchmarks/b/runs/{run['id']}/cancel").json()["state"] == "cancelled"
    assert root.get(f"/api/benchmarks/b/runs/{run['id']}").json()["brief"]["state"] == "cancelled"


def test_two_benchmarks_and_names(tmp_path: Path, clients: Clients) -> None:
    first, second = tiny(tmp_path / "one"), tiny(tmp_path / "two")
    opened = OpenedBenchmarks([first, second])
    opened.register(clients.server.engine)
    with reading(clients.server.engine) as db:
        assert [benchmark.name for benchmark, _ in opened.opened(db)] == ["one", "two"]
    edit(second, ('name = "two"', 'name = "one"'))
    with pytest.raises(UserError, match="Two benchmarks are called 'one'"):
        OpenedBenchmarks([first, second])
    with pytest.raises(UserError, match="start the server again"):
        opened.read("two")
