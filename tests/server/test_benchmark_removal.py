"""Benchmarks put away: what is hidden, a way back within thirty days, never what is being made or relied on."""

from pathlib import Path

import msgspec
import pytest
from fastapi.testclient import TestClient

from pingce.flow import removal
from pingce.release.manifest import NAME as MANIFEST
from pingce.release.manifest import ReleaseManifest
from pingce.server.benchmarks import OpenedBenchmarks
from pingce.store.database import clock, reading, transaction
from pingce.store.errors import NotFound
from pingce.store.people import Actor, Role
from pingce.store.tables.competition import Competition, DataFile
from pingce.store.tables.flow import BenchmarkPart, RunRow
from pingce.store.tables.provenance import ReleasedItem
from pingce.store.tables.removal import KEPT_SECONDS

from ..flow.benchmarks import tiny
from .builders import Clients

URL = "/api/benchmarks/b"
ROOT = Actor(1, "root", frozenset({Role.ADMIN, Role.BUILDER}))


@pytest.fixture
def folder(clients: Clients, tmp_path: Path) -> Path:
    folder = tiny(tmp_path / "b")
    clients.server.benchmarks = OpenedBenchmarks([folder])
    clients.server.benchmarks.register(clients.server.engine)
    return folder


@pytest.fixture
def root(clients: Clients, folder: Path) -> TestClient:
    return clients.person("root", Role.ADMIN)


def add_run(clients: Clients, state: str) -> None:
    with transaction(clients.server.engine) as db:
        now = clock(db)
        kept: dict[str, dict[str, object]] = {name: {} for name in ("inputs", "outputs", "settings", "result")}
        told = {"fingerprint": "", "version": "", "who": "root", "host": "elsewhere", "process": 1, "started_at": now}
        until = now + 60 if state == "running" else None
        db.add(RunRow(benchmark_id=1, stage="split", kind="split", state=state, lease_until=until, **kept, **told))


def manifest(name: str, version: str) -> bytes:
    return msgspec.json.encode(ReleaseManifest(name, version, files=(), items={}, groups={}, split_sha256=""))


def code(answer: object) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]  # type: ignore[attr-defined] # of httpx or of its successor


def test_a_deleted_benchmark_is_there_for_nobody_and_comes_back_whole(
    clients: Clients, folder: Path, root: TestClient
) -> None:
    add_run(clients, "done")
    files = sorted(folder.rglob("*"))
    seen = root.get(f"{URL}/removal").json()
    assert (seen["runs"], seen["confirm"], seen["busy"], seen["refused"]) == (1, True, None, None)
    assert code(root.delete(URL)) == (422, "name-not-typed")
    assert root.delete(URL, params={"confirm": "b"}).status_code == 200
    assert root.get("/api/benchmarks").json() == []
    for path in ("", "/plan", "/runs", "/members", "/lexicon", "/tasks", "/models", "/removal"):
        assert code(root.get(URL + path)) == (404, "no-benchmark"), path
    assert code(root.post(f"{URL}/make", json={})) == (404, "no-benchmark")
    assert root.get("/api/search", params={"q": "b"}).json() == []
    assert sorted(folder.rglob("*")) == files, "the folder stays as it is"
    (kept,) = root.get("/api/put-away/benchmarks").json()
    assert (kept["title"], kept["status"], kept["by"]) == ("b", "deleted", "root")
    assert kept["until"] - kept["at"] == KEPT_SECONDS
    assert root.post(f"{URL}/restore").status_code == 200
    assert [run["stage"] for run in root.get(f"{URL}/runs").json()] == ["split"]
    assert root.get("/api/put-away/benchmarks").json() == []


def test_after_thirty_days_there_is_no_way_back(clients: Clients, root: TestClient) -> None:
    assert root.delete(URL).status_code == 200, "nothing was run, so no name is asked for"
    engine = clients.server.engine
    with reading(engine) as db:
        late = removal.put_away_benchmarks(db, ROOT)[0].at + KEPT_SECONDS + 1
    with transaction(engine) as db:
        assert removal.put_away_benchmarks(db, ROOT, at=late) == []
        with pytest.raises(NotFound):
            removal.restore_benchmark(db, ROOT, "b", at=late)
        removal.restore_benchmark(db, ROOT, "b", at=late - 2)
    assert root.get(URL).status_code == 200


def test_an_archived_benchmark_is_only_looked_at(clients: Clients, root: TestClient) -> None:
    assert root.post(f"{URL}/archive").status_code == 200
    assert root.get("/api/benchmarks").json() == []
    assert root.get(URL).json()["archived"] is True
    for refused in (
        root.post(f"{URL}/make", json={}),
        root.delete(f"{URL}/stages/split"),
        root.put(f"{URL}/stages/split", json={"inputs": ["gold"], "settings": {}}),
    ):
        assert code(refused) == (409, "archived")
    assert root.post(f"{URL}/restore").status_code == 200
    assert root.get(URL).json()["archived"] is False
    assert root.post(f"{URL}/make", json={}).status_code == 201


def test_what_is_being_made_is_not_put_away(clients: Clients, root: TestClient) -> None:
    order = root.post(f"{URL}/make", json={}).json()["id"]
    assert code(root.post(f"{URL}/archive")) == code(root.delete(URL)) == (409, "still-running")
    assert root.post(f"{URL}/orders/{order}/cancel").status_code == 200
    add_run(clients, "running")
    assert "split" in root.get(f"{URL}/removal").json()["busy"]["zh"]
    assert code(root.post(f"{URL}/archive")) == (409, "still-running")


def test_what_an_open_competition_relies_on_is_not_deleted(clients: Clients, root: TestClient) -> None:
    with transaction(clients.server.engine) as db:
        contest = Competition(title="方位评测", tasks=[], ranking={}, open=True, created_by=1, created_at=0.0)
        db.add(contest)
        db.flush()
        db.add(BenchmarkPart(benchmark_id=1, stage="board", competition_id=contest.id))
    seen = root.get(f"{URL}/removal").json()
    assert "方位评测" in seen["refused"]["zh"]
    assert seen["competitions"] == 1
    assert code(root.delete(URL)) == (409, "relied-on")
    assert root.post(f"{URL}/archive").status_code == 200


def test_a_benchmark_whose_pack_an_open_competition_has_is_not_deleted(
    clients: Clients, folder: Path, root: TestClient
) -> None:
    """The competition was made from the pack elsewhere: no stage of the benchmark became it."""
    stage = '\n[[stages]]\nname = "pack"\nrun = "pack"\nfrom = ["split"]\nsettings = { about = "release.toml" }\n'
    recipe = folder / "benchmark.toml"
    recipe.write_text(recipe.read_text(encoding="utf-8") + stage, encoding="utf-8")
    public = folder / "packs" / "pack" / "public"
    public.mkdir(parents=True)
    (public / MANIFEST).write_bytes(manifest("space-b", "2"))
    with transaction(clients.server.engine) as db:
        contest = Competition(title="别处的评测", tasks=[], ranking={}, open=True, created_by=1, created_at=0.0)
        db.add(contest)
        db.flush()
        data = DataFile(competition_id=contest.id, task="space2022/task1", part="test", content="gold", name="x")
        data.sha256, data.size, data.records, data.data, data.created_by, data.created_at = "", 0, 0, b"", 1, 0.0
        db.add(data)
        db.flush()
        place = {"task": "space2022/task1", "part": "test", "qid": "1", "position": 0, "digest": ""}
        db.add(ReleasedItem(competition_id=contest.id, file_id=data.id, pack="space-b 2", **place))
    seen = root.get(f"{URL}/removal").json()
    assert "别处的评测" in seen["refused"]["zh"]
    assert (seen["competitions"], code(root.delete(URL))) == (0, (409, "relied-on"))
    (public / MANIFEST).write_bytes(manifest("space-b", "3"))
    assert root.delete(URL).status_code == 200, "of that version it has nothing"


def test_only_those_who_build_it_put_it_away_or_bring_it_back(clients: Clients, root: TestClient) -> None:
    builder, stranger = clients.person("builder", Role.BUILDER), clients.person("wang", Role.BUILDER)
    member = clients.person("li", Role.ANNOTATOR)
    for person in (builder, member):
        root.post(f"{URL}/members", json={"user": person.get("/api/me").json()["id"]})
    assert (stranger.delete(URL).status_code, member.delete(URL).status_code) == (404, 403)
    assert stranger.get(f"{URL}/removal").status_code == 404
    assert builder.delete(URL).status_code == 200
    assert stranger.post(f"{URL}/restore").status_code == 404
    assert stranger.get("/api/put-away/benchmarks").json() == []
    assert member.post(f"{URL}/restore").status_code == 403
    assert builder.post(f"{URL}/restore").status_code == 200
