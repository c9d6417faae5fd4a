"""A server opens benchmarks, a project's folder of earlier versions becomes one, and a backup takes them all along."""

import os
from pathlib import Path

import pytest

from pingce.annotate.services import campaigns
from pingce.flow.benchmark import open_benchmark
from pingce.flow.make import Maker
from pingce.flow.plan import StageStanding
from pingce.flow.registry import adopt_project, is_member
from pingce.server import start
from pingce.server.backup.make import back_up
from pingce.server.backup.restore import restore
from pingce.server.settings import BENCHMARKS_VARIABLE
from pingce.spec.errors import UserError
from pingce.store.database import migrate, open_database, reading, transaction
from pingce.store.people import Actor, Role
from pingce.store.tables.flow import BenchmarkRow

from ..cli.conftest import Run
from .benchmarks import tiny
from .people import inhabited

ROOT = Actor(1, "root", frozenset({Role.ADMIN, Role.BUILDER}))


def plan(database: Path, *folders: Path) -> start.Plan:
    return start.Plan("127.0.0.1", 8000, 1, str(database), False, False, "info", benchmarks=folders)


def test_a_projects_folder_becomes_a_benchmark_and_keeps_what_it_has(tmp_path: Path) -> None:
    folder = tmp_path / "pingce-data"
    (folder / "packs").mkdir(parents=True)
    (folder / "packs" / "mine.txt").write_text("x", encoding="utf-8")
    with inhabited(folder) as world:
        with transaction(world.engine) as db:
            number = campaigns.create_campaign(db, world.people["root"], title="评级", preset="space-rating")
        start.prepare(plan(folder / "pingce.db"))
        benchmark = open_benchmark(folder)
        assert (benchmark.name, benchmark.stages) == ("pingce-data", ())
        start.prepare(plan(folder / "pingce.db"))
        with transaction(world.engine) as db:
            adopted = adopt_project(db, folder)
            assert is_member(db, Actor(1, "root", frozenset()), adopted)
            assert not is_member(db, Actor(2, "li", frozenset({Role.ANNOTATOR})), adopted)
            assert campaigns.campaign_named(db, world.people["root"], "评级") == number
    assert (folder / "packs" / "mine.txt").read_text(encoding="utf-8") == "x"


def test_a_folder_whose_name_cannot_be_one_is_called_project(tmp_path: Path) -> None:
    folder = tmp_path / "a b"
    folder.mkdir()
    engine = open_database(str(folder / "pingce.db"))
    migrate(engine)
    with transaction(engine) as db:
        adopt_project(db, folder)
    engine.dispose()
    assert open_benchmark(folder).name == "project"


def test_a_server_opens_several_and_says_what_is_wrong_with_one(tmp_path: Path) -> None:
    first, second = tiny(tmp_path / "one"), tiny(tmp_path / "two")
    start.prepare(plan(tmp_path / "shared.db", first, second))
    engine = open_database(str(tmp_path / "shared.db"))
    with reading(engine) as db:
        assert {row.name: row.folder for row in db.query(BenchmarkRow)} == {"one": str(first), "two": str(second)}
    engine.dispose()
    (second / "benchmark.toml").write_text("name = 3", encoding="utf-8")
    with pytest.raises(UserError, match="expected a string"):
        start.prepare(plan(tmp_path / "shared.db", first, second))


def test_serve_finds_its_benchmark_and_database(pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is served: what it would open is told to uvicorn by the environment."""
    import uvicorn

    monkeypatch.setattr(uvicorn.Server, "run", lambda *_args, **_more: None)
    for name in (
        BENCHMARKS_VARIABLE,
        "PINGCE_DATABASE",
        "PINGCE_DATA",
        "PINGCE_BENCHMARKS_IN",
        "PINGCE_DEMO",
        "PINGCE_LOG",
        "PINGCE_HOSTS",
    ):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    first, second = tiny(tmp_path / "one"), tiny(tmp_path / "two")
    monkeypatch.chdir(first / "sources")
    served = pingce("serve", "--port", "18431")
    assert served.code == 0, served.err
    assert (first / "pingce.db").is_file()
    assert os.environ[BENCHMARKS_VARIABLE] == str(first)
    monkeypatch.delenv("PINGCE_DATABASE")
    refused = pingce("serve", first, second, "--port", "18431")
    assert (refused.code, "Several benchmarks share one database" in refused.err) == (1, True)
    both = pingce("serve", first, second, "--database", tmp_path / "both.db", "--port", "18431")
    assert both.code == 0, both.err
    assert os.environ[BENCHMARKS_VARIABLE].split(os.pathsep) == [str(first), str(second)]
    assert pingce("serve", first, "--demo").code == 2


def test_a_backup_takes_every_opened_benchmark_along(tmp_path: Path) -> None:
    """MakeOutcome runs are up to date where they were restored to."""
    own, other = tiny(tmp_path / "own"), tiny(tmp_path / "other")
    with inhabited(own) as world:
        for folder in (own, other):
            Maker(open_benchmark(folder), world.engine, world.people["root"]).make()
    (own / ".hidden").write_text("x", encoding="utf-8")
    (own / "old.zip").write_text("x", encoding="utf-8")
    (own / "sources" / "link.txt").symlink_to(tmp_path / "elsewhere.txt")
    (tmp_path / "elsewhere.txt").write_text("secret", encoding="utf-8")
    manifest = back_up(str(own / "pingce.db"), tmp_path / "out.bak")
    names = {member.path.removeprefix("folder/") for member in manifest.files}
    assert {
        "benchmark.toml",
        "gold.jsonl",
        "sources/news/town.txt",
        "corpus/passages.jsonl",
        "splits/split/split.json",
    } < names
    assert {"benchmarks/other/benchmark.toml", "benchmarks/other/runs/000004.log"} < names
    assert not names & {".hidden", "old.zip", "sources/link.txt", "pingce.db"}
    target = tmp_path / "restored"
    restore(tmp_path / "out.bak", str(target / "pingce.db"))
    engine = open_database(str(target / "pingce.db"))
    for name, path in (("own", target), ("other", target / "benchmarks" / "other")):
        maker = Maker(open_benchmark(path), engine, ROOT)
        assert maker.benchmark.name == name
        assert {each.standing for each in maker.plan().stages} == {StageStanding.FRESH}
    engine.dispose()
