"""Backups: made while people work, restored elsewhere, refused where anything is wrong."""

import hashlib
import json
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect, make_url, text
from zstandard import ZstdCompressor

from pingce.server.backup import make
from pingce.server.backup.locking import locked
from pingce.server.backup.make import back_up
from pingce.server.backup.placing import PLACE, workplace
from pingce.server.backup.restore import restore
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.copies import postgres
from pingce.store.copies import sqlite as sqlite_copies
from pingce.store.database import migrate, open_database
from tests.waiting import free_port

from .crowd import Crowd, build_campaign, kill, start_server
from .test_killed import stored_answers

BEFORE = 20
"""Answers before the backup begins, while people go on."""
PAUSE = 0.5
"""Seconds for an answer, so that there is something left to do however long the backups take."""


class Timed(list[tuple[int, int]]):
    """When each answer was acknowledged, by the clock that also stamps files."""

    def __init__(self) -> None:
        super().__init__()
        self.times: list[int] = []

    def append(self, one: tuple[int, int]) -> None:
        self.times.append(time.time_ns())
        super().append(one)

    def until(self, moment: int) -> set[tuple[int, int]]:
        return {one for one, at in zip(self, self.times, strict=False) if at <= moment}


def command(*words: object) -> None:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PINGCE_")}
    done = subprocess.run(
        [sys.executable, "-m", "pingce.cli.main", *map(str, words)],
        capture_output=True,
        encoding="utf-8",
        env=environment,
    )
    assert done.returncode == 0, done.stderr


def backup_under_load(database: str, folder: Path, *options: str) -> tuple[Crowd, Path]:
    """Two backups by the command while six people work; the second one is returned."""
    port, out = free_port(), folder / "backup.zip"
    campaign, tokens = build_campaign(database, items=2000, workers=6, lease_minutes=30)
    crowd = Crowd(port, campaign, tokens, acknowledged=Timed(), pause=PAUSE)
    server = start_server(database, folder, port, *options)
    try:
        threads = crowd.start()
        for _ in range(2):
            crowd.acknowledge(BEFORE)
            command("backup", database, out)
        crowd.acknowledge(1)
        crowd.stop.set()
        crowd.finish(threads)
    finally:
        kill(server)
    return crowd, out


def assert_nothing_is_missing(crowd: Crowd, out: Path, database: str, restored: str) -> None:
    """Every answer acknowledged before the file was put in place; and it was made while people worked."""
    assert isinstance(crowd.acknowledged, Timed)
    acknowledged = crowd.acknowledged.until(out.stat().st_ctime_ns)
    found = stored_answers(restored)
    assert len(acknowledged) >= 2 * BEFORE
    assert acknowledged <= found
    assert found < stored_answers(database)
    assert crowd.refused == []


def test_a_backup_under_load_has_every_answer_acknowledged_before_it_ended(tmp_path: Path) -> None:
    database = str(tmp_path / "work.db")
    crowd, out = backup_under_load(database, tmp_path)
    restored = tmp_path / "elsewhere" / "again.db"
    command("restore", out, restored)
    assert_nothing_is_missing(crowd, out, database, str(restored))
    assert (restored.parent / "secret.key").read_bytes() == (tmp_path / "secret.key").read_bytes()
    port = free_port()
    kill(start_server(str(restored), tmp_path, port))  # it serves


def test_a_backup_of_postgresql_under_load_has_every_answer_acknowledged_before_it_ended(
    tmp_path: Path, postgres_server: str, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"restored{os.getpid()}"
    engine = create_engine(f"{postgres_server}/postgres", isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    monkeypatch.chdir(tmp_path)
    crowd, out = backup_under_load(postgres_url, tmp_path, "--workers", "2")
    (tmp_path / "pingce-data").rename(tmp_path / "old-data")
    command("restore", out, f"{postgres_server}/{name}")
    assert_nothing_is_missing(crowd, out, postgres_url, f"{postgres_server}/{name}")
    with pytest.raises(UserError) as problem:
        restore(out, f"{postgres_server}/{name}")
    assert problem.value.code == "target-not-empty"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A database with its folder: what the stages left, and something that is nobody's business."""
    folder = tmp_path / "project"
    folder.mkdir()
    build_campaign(str(folder / "work.db"), items=3, workers=1, lease_minutes=1)
    for name in (
        "secret.key",
        "packs/one/public/release.json",
        "corpus/screened.jsonl",
        "splits/one/split.json",
        "models/m/model.toml",
        "diary",
    ):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{name} 𠮷", encoding="utf-8")
    return folder


def names_below(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


OURS = {"secret.key", "packs/one/public/release.json", "corpus/screened.jsonl", "splits/one/split.json"}


@pytest.mark.parametrize(("models", "more"), [(False, set()), (True, {"models/m/model.toml"})], ids=["without", "with"])
def test_the_folders_of_the_stages_come_along_and_nothing_else(
    project: Path, tmp_path: Path, models: bool, more: set[str]
) -> None:
    out = tmp_path / "b.zip"
    manifest = back_up(str(project / "work.db"), out, models=models)
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert (manifest.held, manifest.counts["items"], manifest.revision) == (True, 3, manifest.revision)
    assert restore(out, f"sqlite:///{tmp_path / 'new' / 'work.db'}") == manifest
    new = tmp_path / "new"
    assert names_below(new) == OURS | more | {"work.db"}
    assert {name: (new / name).read_bytes() for name in OURS} == {name: (project / name).read_bytes() for name in OURS}
    assert stat.S_IMODE((new / "secret.key").stat().st_mode) == 0o600
    assert stat.S_IMODE((new / "work.db").stat().st_mode) == 0o600


def test_nobody_waits_without_hold(project: Path, tmp_path: Path) -> None:
    database, out = project / "work.db", tmp_path / "b.zip"
    with sqlite3.connect(database) as writer:
        writer.execute("BEGIN IMMEDIATE")  # somebody is in the midst of a change
        manifest = back_up(str(database), out, hold=False)
        writer.rollback()
    writer.close()
    assert (manifest.held, manifest.counts["items"]) == (False, 3)


def spoil_member(out: Path) -> None:
    data = out.read_bytes()
    where = data.index(b"database.sqlite.zst") + 200
    out.write_bytes(data[:where] + bytes([data[where] ^ 1]) + data[where + 1 :])


def cut(out: Path) -> None:
    out.write_bytes(out.read_bytes()[:-100])


def rewrite(out: Path, change: Callable[[dict[str, object]], None]) -> None:
    with zipfile.ZipFile(out) as pack:
        parts = {name: pack.read(name) for name in pack.namelist()}
    manifest = json.loads(parts["manifest.json"])
    change(manifest)
    parts["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(out, "w") as pack:
        for name, data in parts.items():
            pack.writestr(name, data)


def name_one(path: str) -> Callable[[Path], None]:
    def change(manifest: dict[str, object]) -> None:
        files = manifest["files"]
        assert isinstance(files, list)
        files[0]["path"] = path

    return lambda out: rewrite(out, change)


def change_directory(byte: int, value: int) -> Callable[[Path], object]:
    """A byte of every entry in the archive's directory, where readers look."""

    def change(out: Path) -> None:
        data = bytearray(out.read_bytes())
        at = data.find(b"PK\x01\x02")
        while at >= 0:
            data[at + byte] = value
            at = data.find(b"PK\x01\x02", at + 4)
        out.write_bytes(data)

    return change


def hold_instead(database: bytes) -> Callable[[Path], None]:
    """Other bytes in the place of the database, with the right checksum."""

    def change(out: Path) -> None:
        with zipfile.ZipFile(out) as pack:
            parts = {name: pack.read(name) for name in pack.namelist()}
        manifest = json.loads(parts["manifest.json"])
        member = next(one for one in manifest["files"] if one["path"] == "database.sqlite.zst")
        parts["database.sqlite.zst"] = database
        member.update(size=len(database), sha256=hashlib.sha256(database).hexdigest())
        parts["manifest.json"] = json.dumps(manifest).encode()
        with zipfile.ZipFile(out, "w") as pack:
            for name, data in parts.items():
                pack.writestr(name, data)

    return change


def say_it_is_small(manifest: dict[str, object]) -> None:
    files = manifest["files"]
    assert isinstance(files, list)
    files[0]["size"] = 1


def forget_database(manifest: dict[str, object]) -> None:
    files = manifest["files"]
    assert isinstance(files, list)
    manifest["files"] = [one for one in files if not one["path"].startswith("database")]


BLANKS = ZstdCompressor().compress(bytes(1 << 20))


WRONG = {
    "a-bit-fell-over": (spoil_member, "damaged-backup"),
    "cut-short": (cut, "damaged-backup"),
    "no-archive": (lambda out: out.write_text("x", encoding="utf-8"), "damaged-backup"),
    "no-file": (Path.unlink, "cannot-read"),
    "no-manifest": (lambda out: rewrite(out, dict.clear), "damaged-backup"),
    "a-way-out": (name_one("folder/../../x"), "damaged-backup"),
    "an-unknown-name": (name_one("folder/bashrc"), "damaged-backup"),
    "a-folder-for-a-secret": (name_one("folder/secret.key/x"), "damaged-backup"),
    "a-file-for-a-folder": (name_one("folder/corpus"), "damaged-backup"),
    "encrypted": (change_directory(8, 1), "damaged-backup"),
    "packed-in-an-unknown-way": (change_directory(10, 97), "damaged-backup"),
    "larger-than-it-says": (lambda out: rewrite(out, say_it_is_small), "damaged-backup"),
    "no-database": (lambda out: rewrite(out, forget_database), "damaged-backup"),
    "a-database-not-packed": (hold_instead(b"hello"), "damaged-backup"),
    "a-database-cut-short": (hold_instead(BLANKS[:-8]), "damaged-backup"),
    "a-database-with-a-hole": (hold_instead(BLANKS[:8] + b"\xff" * 16 + BLANKS[24:]), "damaged-backup"),
    "a-database-of-blanks": (hold_instead(BLANKS), "damaged-backup"),
    "rows-missing": (lambda out: rewrite(out, lambda m: m.update(counts={"items": 4})), "damaged-backup"),
    "from-the-future": (lambda out: rewrite(out, lambda m: m.update(format=2)), "later-backup"),
    "another-kind": (lambda out: rewrite(out, lambda m: m.update(database="postgresql")), "other-kind"),
}


@pytest.mark.parametrize(("spoil", "code"), WRONG.values(), ids=WRONG)
def test_a_backup_that_is_not_what_it_was_is_refused_and_leaves_nothing(
    project: Path, tmp_path: Path, spoil: Callable[[Path], object], code: str
) -> None:
    out, target = tmp_path / "b.zip", tmp_path / "target"
    back_up(str(project / "work.db"), out)
    spoil(out)
    target.mkdir()
    with pytest.raises(UserError) as problem:
        restore(out, str(target / "work.db"))
    assert problem.value.code == code
    assert list(target.iterdir()) == []


def test_an_archive_that_would_fill_the_disk_is_refused(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, target = tmp_path / "b.zip", tmp_path / "target"
    back_up(str(project / "work.db"), out)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=(project / "work.db").stat().st_size))
    with pytest.raises(UserError) as problem:
        restore(out, str(target / "work.db"))
    assert problem.value.code == "no-room"
    assert list(target.iterdir()) == []


@pytest.mark.parametrize("over", ["work.db", "work.db-wal", "secret.key", "packs/one/public/release.json"])
def test_a_backup_never_takes_the_place_of_what_it_holds(project: Path, over: str) -> None:
    before = {name: (project / name).read_bytes() for name in ("work.db", *OURS)}
    with pytest.raises(UserError) as problem:
        back_up(str(project / "work.db"), project / "packs" / ".." / over)
    assert problem.value.code == "backup-over-source"
    assert {name: (project / name).read_bytes() for name in before} == before


def test_half_written_files_and_files_that_are_gone_do_not_matter(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "corpus" / ".screened.jsonl.abc").write_text("half", encoding="utf-8")
    listed = make.project_files

    def and_one_more(folder: Path, *, models: bool) -> list[tuple[str, Path]]:
        return [*listed(folder, models=models), ("corpus/gone", folder / "corpus" / "gone")]

    monkeypatch.setattr(make, "project_files", and_one_more)
    manifest = back_up(str(project / "work.db"), tmp_path / "b.zip")
    assert {one.path for one in manifest.files} == {"database.sqlite.zst", *(f"folder/{name}" for name in OURS)}


@pytest.mark.parametrize("there", ["work.db", "work.db-wal", "secret.key", "packs/x"])
def test_nothing_that_is_there_is_overwritten(project: Path, tmp_path: Path, there: str) -> None:
    out, target = tmp_path / "b.zip", tmp_path / "target"
    back_up(str(project / "work.db"), out)
    (target / there).parent.mkdir(parents=True)
    (target / there).write_text("mine", encoding="utf-8")
    with pytest.raises(UserError) as problem:
        restore(out, str(target / "work.db"))
    assert problem.value.code == "target-not-empty"
    assert names_below(target) == {there}


def test_a_place_that_cannot_be_written_is_told_and_left_alone(project: Path, tmp_path: Path) -> None:
    out, target = tmp_path / "b.zip", tmp_path / "target"
    back_up(str(project / "work.db"), out)
    target.mkdir()
    (target / PLACE).write_text("mine", encoding="utf-8")  # where the folder of the restore should be
    with pytest.raises(UserError) as problem:
        restore(out, str(target / "work.db"))
    assert problem.value.code == "cannot-write"
    assert names_below(target) == {PLACE}
    assert (target / PLACE).read_text(encoding="utf-8") == "mine"


def test_a_link_that_leads_nowhere_yet_is_not_overwritten(project: Path, tmp_path: Path) -> None:
    out, target = tmp_path / "b.zip", tmp_path / "target"
    back_up(str(project / "work.db"), out)
    target.mkdir()
    (target / "secret.key").symlink_to(tmp_path / "later")
    with pytest.raises(UserError) as problem:
        restore(out, str(target / "work.db"))
    assert problem.value.code == "target-not-empty"
    assert [path.name for path in target.iterdir()] == ["secret.key"]
    assert (target / "secret.key").is_symlink()


KILLED = """
import os, signal, sys
from pathlib import Path
from pingce.server.backup import restore
from pingce.store.copies.model import Way
def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)
way = restore.WAYS["sqlite"]
restore.WAYS["sqlite"] = Way(way.held, way.copy, way.need_empty, die)
restore.restore(Path(sys.argv[1]), sys.argv[2])
"""


def test_a_restore_that_was_killed_before_the_database_was_there_is_run_again(project: Path, tmp_path: Path) -> None:
    out, target = tmp_path / "b.zip", tmp_path / "target"
    back_up(str(project / "work.db"), out)
    ran = subprocess.run([sys.executable, "-c", KILLED, str(out), str(target / "work.db")])
    assert ran.returncode == -signal.SIGKILL
    assert names_below(target) > OURS, "the files came first"
    assert not (target / "work.db").exists()
    restore(out, str(target / "work.db"))
    assert names_below(target) == OURS | {"work.db"}


BACKUP_KILLED = """
import os, signal, sys
from pathlib import Path
from pingce.server.backup import make
def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
make._manifest = die
make.back_up(sys.argv[1], Path(sys.argv[2]))
"""


def killed_backup(database: Path, out: Path) -> Path:
    """What it left beside the file it was to write."""
    before = set(out.parent.iterdir())
    ran = subprocess.run([sys.executable, "-c", BACKUP_KILLED, str(database), str(out)])
    assert ran.returncode == -signal.SIGKILL
    [left] = set(out.parent.iterdir()) - before
    assert any(path.name.startswith("copy") for path in left.iterdir())
    return left


def age(path: Path) -> None:
    os.utime(path, (1, 1))


def test_what_a_killed_backup_left_is_swept_by_the_next_and_nothing_else_is(project: Path, tmp_path: Path) -> None:
    database, out = project / "work.db", tmp_path / "to" / "b.zip"
    out.parent.mkdir()
    old, recent = killed_backup(database, out), killed_backup(database, out)
    age(old)
    others = [out.parent / name for name in (".b.zip.original", ".c.zip.backup-aaaaaaaa", ".b.zip.backup-notes")]
    for one in others:
        one.mkdir()
        age(one)
    busy = out.parent / ".b.zip.backup-zzzzzzzz"
    busy.mkdir()
    age(busy)
    with locked(busy) as is_ours:
        assert is_ours
        back_up(str(database), out)
    assert set(out.parent.iterdir()) == {out, recent, busy, *others}
    age(recent)
    back_up(str(database), out)
    assert set(out.parent.iterdir()) == {out, *others}


def test_a_link_with_the_name_of_a_workplace_is_not_followed(project: Path, tmp_path: Path) -> None:
    out, precious = tmp_path / "to" / "b.zip", tmp_path / "precious"
    out.parent.mkdir()
    precious.mkdir()
    age(precious)
    (out.parent / ".b.zip.backup-aaaaaaaa").symlink_to(precious)
    (out.parent / ".b.zip.backup-bbbbbbbb").write_bytes(b"a file")
    back_up(str(project / "work.db"), out)
    assert precious.is_dir()
    assert len(list(out.parent.iterdir())) == 3


def test_a_restore_that_fails_at_its_end_leaves_nothing(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, target = tmp_path / "b.zip", tmp_path / "target"
    back_up(str(project / "work.db"), out)

    def refuse(*_: object) -> None:
        raise UserError(Words("不符", "differs"), code="damaged-backup")

    monkeypatch.setattr("pingce.server.backup.restore.describe", refuse)
    with pytest.raises(UserError, match="differs"):
        restore(out, str(target / "work.db"))
    assert list(target.iterdir()) == []


def test_two_restores_at_once_do_not_meet(project: Path, tmp_path: Path) -> None:
    out, target = tmp_path / "b.zip", tmp_path / "target"
    back_up(str(project / "work.db"), out)
    target.mkdir()
    with workplace(target), pytest.raises(UserError) as problem:
        restore(out, str(target / "work.db"))
    assert problem.value.code == "being-restored"


def test_a_copy_that_postgresql_took_but_we_refuse_leaves_no_tables(tmp_path: Path, postgres_url: str) -> None:
    engine = open_database(postgres_url)
    migrate(engine)
    postgres.copy(engine, tmp_path / "copy")
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))

    def refuse(_: object) -> None:
        raise UserError(Words("不符", "differs"), code="damaged-backup")

    with pytest.raises(UserError, match="differs"):
        postgres.fill(postgres_url, tmp_path / "copy", refuse)
    postgres.need_empty(postgres_url)
    postgres.fill(postgres_url, tmp_path / "copy", lambda _: None)
    with engine.connect() as connection:
        assert "answers" in inspect(connection).get_table_names()
    engine.dispose()


@pytest.mark.parametrize("work", ["back_up", "restore"])
def test_other_kinds_of_databases_are_refused(project: Path, tmp_path: Path, work: str) -> None:
    out = tmp_path / "b.zip"
    back_up(str(project / "work.db"), out)
    with pytest.raises(UserError) as problem:
        back_up("mysql://u@h/d", tmp_path / "c.zip") if work == "back_up" else restore(out, "mysql://u@h/d")
    assert problem.value.code == "unknown-database"


def test_there_must_be_something_to_back_up_and_a_place_for_it(project: Path, tmp_path: Path) -> None:
    codes = []
    (tmp_path / "empty.db").touch()
    for database, out in (
        (tmp_path / "none.db", tmp_path / "b.zip"),
        (tmp_path / "empty.db", tmp_path / "b.zip"),
        (project / "work.db", tmp_path / "nowhere" / "b.zip"),
        (project / "diary", tmp_path / "b.zip"),
        (f"postgresql+psycopg://u:secret@127.0.0.1:{free_port()}/d", tmp_path / "b.zip"),
    ):
        with pytest.raises(UserError) as problem:
            back_up(str(database), out)
        codes.append(problem.value.code)
        assert "secret" not in problem.value.message
    unopened = "cannot-open-database"
    assert codes == ["no-database", "nothing-to-back-up", "cannot-write", unopened, unopened]
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix != ".db-queue") == ["empty.db", "project"]


def test_missing_programs_and_what_they_say_are_told(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_database(postgres_url)
    migrate(engine)
    engine.dispose()
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setattr(postgres, "DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", str(programs))
    with pytest.raises(UserError) as problem:
        back_up(postgres_url, tmp_path / "b.zip")
    assert problem.value.code == "no-pg-program"
    (programs / "pg_dump").symlink_to(shutil.which("false", path="/bin:/usr/bin") or "")
    with pytest.raises(UserError) as problem:
        back_up(postgres_url, tmp_path / "b.zip")
    assert problem.value.code == "pg-program-failed"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bin"]


def test_a_database_that_never_rests_or_is_not_there_is_told(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_database(postgres_url)
    migrate(engine)
    monkeypatch.setattr(postgres, "TRIES", 2)
    monkeypatch.setattr(postgres, "LOCK_MILLISECONDS", 20)
    with engine.connect() as writer:
        writer.execute(text("LOCK TABLE answers IN ROW EXCLUSIVE MODE"))  # as every writer does
        with pytest.raises(UserError) as problem:
            back_up(postgres_url, tmp_path / "b.zip")
    assert problem.value.code == "database-busy"
    engine.dispose()
    with pytest.raises(UserError) as problem:
        postgres.need_empty(f"{postgres_url}_none")
    assert problem.value.code == "cannot-open-database"


def test_a_backup_by_somebody_who_may_not_make_writers_wait_is_told(
    tmp_path: Path, postgres_url: str, postgres_reader: str
) -> None:
    engine = open_database(postgres_url)
    migrate(engine)
    engine.dispose()
    out = tmp_path / "b.zip"
    with pytest.raises(UserError, match="permission denied") as problem:
        back_up(postgres_reader, out)
    assert problem.value.code == "cannot-open-database"
    assert list(tmp_path.iterdir()) == []
    back_up(postgres_reader, out, hold=False)
    assert out.is_file()


def test_a_backup_by_somebody_who_may_not_read_is_told(tmp_path: Path, postgres_url: str, postgres_reader: str) -> None:
    engine = open_database(postgres_url)
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text(f"REVOKE pg_read_all_data FROM {make_url(postgres_reader).username}"))
    engine.dispose()
    with pytest.raises(UserError, match="permission denied") as problem:
        back_up(postgres_reader, tmp_path / "b.zip", hold=False)
    assert problem.value.code == "cannot-open-database"
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_is_none_is_not_restored(tmp_path: Path) -> None:
    junk = tmp_path / "junk"
    junk.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    with pytest.raises(UserError) as problem:
        sqlite_copies.fill(str(tmp_path / "work.db"), junk, lambda _: None)
    assert problem.value.code == "damaged-backup"
    assert not (tmp_path / "work.db").exists()


def test_a_password_is_not_among_the_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}

    def look(arguments: list[str], *, env: dict[str, str], **_: object) -> subprocess.CompletedProcess[str]:
        seen.update(arguments=arguments, password=env["PGPASSWORD"])
        return subprocess.CompletedProcess(arguments, 1, "", "no such host")

    monkeypatch.setattr(postgres, "_program", str)
    monkeypatch.setattr(postgres, "_routines", lambda _: set())
    monkeypatch.setattr(subprocess, "run", look)
    with pytest.raises(UserError) as problem:
        postgres.fill("postgresql+psycopg://u:geh%40im@h:5/d?sslmode=require", tmp_path / "x", lambda _: None)
    assert seen["password"] == "geh@im"
    assert "geh" not in "".join(seen["arguments"])
    assert "postgresql://u@h:5/d?sslmode=require" in seen["arguments"][-2]
    assert problem.value.code == "pg-program-failed"
