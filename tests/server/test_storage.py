"""When files cannot be written: whose fault that is, and who is told."""

import errno
import shutil
import tempfile
from pathlib import Path

import pytest
from fastapi.routing import APIRoute

from pingce.server.request_context import Server
from pingce.store.database import open_database
from pingce.store.people import Role

from .builders import SECRET, Clients

LARGE = b"name\n" + b"x" * 2**21
"""Larger than what is kept in memory while it is read."""


@pytest.fixture
def no_temporary_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    gone = tmp_path / "gone"
    monkeypatch.setattr(tempfile, "tempdir", str(gone))
    return gone


def test_an_upload_that_cannot_be_put_aside_is_not_the_senders_fault(
    clients: Clients, no_temporary_folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    admin = clients.person("root", Role.ADMIN)
    answer = admin.post("/api/people/import", files={"file": ("people.csv", LARGE)})
    assert (answer.status_code, answer.json()["code"]) == (507, "no-room")
    assert str(no_temporary_folder) not in answer.text
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == ["storage"]


def full_disk() -> None:
    with Path("/dev/full").open("wb", buffering=0) as file:
        file.write(b"x")


def missing_file() -> None:
    raise FileNotFoundError(errno.ENOENT, "no such file")


@pytest.mark.parametrize(("route", "status", "code"), [(full_disk, 507, "no-room"), (missing_file, 500, "bug")])
def test_a_full_disk_is_told_and_other_trouble_with_files_is_a_bug(
    clients: Clients, route: object, status: int, code: str
) -> None:
    others = Clients(clients.server)
    others.app.router.routes.insert(0, APIRoute("/api/write", route))  # type: ignore[arg-type] # one of the two above
    answer = others.anonymous().get("/api/write")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_health_tells_when_nothing_can_be_written(clients: Clients, no_temporary_folder: Path) -> None:
    answer = clients.anonymous().get("/api/health")
    assert (answer.status_code, answer.json()["code"]) == (503, "not-writable")
    assert answer.json()["message"]["en"] == "No file can be written in the temporary folder."
    no_temporary_folder.mkdir()
    assert clients.anonymous().get("/api/health").status_code == 503  # looked at a moment ago
    clients.server.storage.forget()
    assert clients.anonymous().get("/api/health").status_code == 200


def test_health_looks_at_the_folder_of_the_database_too(tmp_path: Path, template: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copyfile(template, folder / "work.db")
    server = Server(open_database(str(folder / "work.db")), SECRET)
    client = Clients(server).anonymous()
    assert client.get("/api/health").status_code == 200
    folder.rename(tmp_path / "elsewhere")  # connections that are open go on
    server.storage.forget()
    answer = client.get("/api/health")
    assert (answer.status_code, answer.json()["code"]) == (503, "not-writable")
    assert "folder of the database" in answer.json()["message"]["en"]
    server.engine.dispose()
