"""Many commits, one flush."""

import os
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from pingce.store.database import open_database, transaction
from pingce.store.flushing import Flusher, flusher_of


def write_something(engine: Engine) -> None:
    with transaction(engine) as db:
        db.execute(text("CREATE TABLE IF NOT EXISTS t (x)"))
        db.execute(text("INSERT INTO t VALUES (1)"))


def test_the_log_of_sqlite_is_flushed_after_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = open_database(str(tmp_path / "work.db"), flush=False)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 1
    write_something(engine)
    flushed: list[Path] = []

    def flush(fd: int) -> None:
        flushed.append(Path(f"/proc/self/fd/{fd}").readlink())
        os.fsync(fd)

    monkeypatch.setattr("pingce.store.flushing._flush_file", flush)
    flusher = flusher_of(engine)
    assert flusher is not None
    flusher.flush()
    flusher.flush()
    assert flushed == [tmp_path / "work.db-wal"] * 2
    engine.dispose()


def test_a_database_that_is_opened_without_more_words_flushes_by_itself(tmp_path: Path) -> None:
    engine = open_database(str(tmp_path / "work.db"))
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    engine.dispose()


def test_a_log_that_sqlite_has_put_away_needs_no_flush(tmp_path: Path) -> None:
    Flusher(tmp_path / "work.db").flush()


def test_those_who_come_during_a_flush_share_the_next_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "work.db-wal").touch()
    begun, go_on, flushes = threading.Event(), threading.Event(), []

    def slow(_: int) -> None:
        flushes.append(time.monotonic())
        begun.set()
        assert go_on.wait(10)

    monkeypatch.setattr("pingce.store.flushing._flush_file", slow)
    flusher = Flusher(tmp_path / "work.db")
    threads = [threading.Thread(target=flusher.flush) for _ in range(6)]
    threads[0].start()
    assert begun.wait(10)
    for thread in threads[1:]:
        thread.start()
    while flusher._asked < 6:
        time.sleep(0.001)
    go_on.set()
    for thread in threads:
        thread.join(10)
    assert len(flushes) == 2  # the first for the first, one for the five who came too late for it


def test_a_flush_that_fails_is_not_taken_for_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "work.db-wal").touch()
    flusher = Flusher(tmp_path / "work.db")

    def broken(_: int) -> None:
        raise OSError("no space")

    monkeypatch.setattr("pingce.store.flushing._flush_file", broken)
    for _ in range(2):
        with pytest.raises(OSError, match="no space"):
            flusher.flush()
