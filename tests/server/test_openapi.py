"""The description of the API: complete, the same every time, and true of whatever is sent."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import schemathesis
from fastapi.testclient import TestClient

from pingce.server.openapi import declared_actions
from pingce.store.database import transaction
from pingce.store.people import Role
from pingce.store.tables.people import User

from .builders import Clients, add_person, make_server, migrated_file, sign_in
from .fuzzing import STORED, fuzz
from .test_work import make_site

EVERYTHING = tuple(Role)


def test_the_description_is_the_same_every_time_and_needs_no_database(tmp_path: Path, clients: Clients) -> None:
    command, empty = [sys.executable, "-m", "pingce.server.openapi"], tmp_path / "empty"
    empty.mkdir()
    printed = subprocess.run(command, cwd=empty, capture_output=True, check=True, encoding="utf-8").stdout
    assert list(empty.iterdir()) == []
    assert printed == STORED.read_text(encoding="utf-8"), "web/openapi.json is old: make fix"
    assert json.loads(printed) == json.loads(json.dumps(clients.app.openapi()))
    assert clients.anonymous().get("/api/openapi.json").json() == json.loads(printed)
    again = json.dumps(json.loads(printed), ensure_ascii=False, indent=2, sort_keys=True)
    assert printed == again + "\n"


def test_no_name_of_a_value_gives_away_where_its_class_stands() -> None:
    """Two classes of one name would be told apart by their modules, and a move would change the API."""
    names = json.loads(STORED.read_text(encoding="utf-8"))["components"]["schemas"]
    assert [name for name in names if "__" in name] == []


def test_every_operation_has_a_summary_a_tag_and_says_who_may(clients: Clients) -> None:
    paths = clients.app.openapi()["paths"]
    described = {(path, method.upper()) for path, methods in paths.items() for method in methods}
    pages = {(path, method) for path in ("/help", "/help/{path:path}", "/{path:path}") for method in ("GET", "HEAD")}
    hidden = {("/api/openapi.json", "GET"), ("/metrics", "GET")} | pages
    assert described == {(path, method) for path, method, _ in declared_actions(clients.app)} - hidden
    for methods in paths.values():
        for operation in methods.values():
            assert operation["summary"]
            assert operation["tags"]
            assert operation["x-action"]
            assert ("For: " in operation.get("description", "")) == bool(operation["security"])


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Clients:
    """A campaign with a few items, and one person who may do everything in it."""
    folder = tmp_path_factory.mktemp("fuzz")
    clients = Clients(make_server(migrated_file(folder), folder))
    site = make_site(clients)
    user = add_person(clients.server, "all", *EVERYTHING)
    member = {"user": user, "roles": ["builder", "reviewer", "annotator"]}
    site.builder.post(f"/api/campaigns/{site.campaign}/members", json={"members": [member]})
    site.next(site.li)
    return clients


@pytest.fixture(scope="module")
def api(fuzzed: Clients) -> schemathesis.schemas.BaseSchema:
    return schemathesis.openapi.from_asgi("/api/openapi.json", fuzzed.app)


def operations() -> list[tuple[str, str]]:
    paths = json.loads(STORED.read_text(encoding="utf-8"))["paths"]
    return [(method.upper(), path) for path, methods in paths.items() for method in methods]


@pytest.mark.parametrize(("method", "path"), operations())
def test_nothing_that_is_sent_makes_the_server_fail_or_answer_off_the_description(
    method: str, path: str, api: schemathesis.schemas.BaseSchema, fuzzed: Clients
) -> None:
    def prepare(case: object, number: int) -> TestClient:
        with transaction(fuzzed.server.engine) as db:  # an earlier case may have changed them
            db.query(User).filter(User.name == "all").update({"roles": " ".join(sorted(EVERYTHING)), "active": True})
        return sign_in(fuzzed.server, fuzzed.anonymous(), "all")

    fuzz(api[path][method], 8, prepare)
