"""What only somebody with rights and a session may call, fuzzed by an administrator on things that exist.

Random numbers in addresses find nothing, and a token opens none of the pages about people; here every second case is
about a person, campaign, competition, … of the demo. An administrator who has locked himself out or deleted what he
was looking at would make the cases after it idle: each starts with a fresh session and with what is there by then.
"""

import json
from contextlib import closing
from functools import partial
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from sqlalchemy import select

from pingce.server.policies import POLICIES, Action
from pingce.store.database import transaction
from pingce.store.people import Role
from pingce.store.tables.annotate import Campaign, Item, Turn
from pingce.store.tables.competition import Competition, DataFile, Submission, Team
from pingce.store.tables.people import ApiToken, Group, Invite, User

from .builders import PASSWORD, Clients, make_server, quick_password, sign_in
from .fuzzing import STORED, fuzz
from .shared_task import NearPool

EXAMPLES = 6
A_FEW = 3
NAME = "fuzzer"
TABLES: dict[str, Any] = {
    "campaign": Campaign, "item": Item, "review": Turn, "appeal": Turn, "competition": Competition, "file": DataFile,
    "team": Team, "submission": Submission, "other": Submission, "group": Group, "invite": Invite, "token": ApiToken,
    "person": User,
}  # fmt: skip
"""What the numbers in addresses are of."""
REFUSED = {401, 403, 421, 429}
"""Before anything was looked at."""


def operations() -> list[tuple[str, str]]:
    """All that an administrator may do, and what nobody may do with a token."""
    paths = json.loads(STORED.read_text(encoding="utf-8"))["paths"]
    return [
        (method.upper(), path)
        for path, methods in paths.items()
        for method, operation in methods.items()
        if (policy := POLICIES[Action(operation["x-action"])]).permits(frozenset({Role.ADMIN})) and not policy.public
    ]


@pytest.fixture(scope="module")
def clients(told_demo: Path, tmp_path_factory: pytest.TempPathFactory) -> Clients:
    """One application for all cases; preparing its addresses takes longer than they do."""
    server = make_server(told_demo, tmp_path_factory.mktemp("fuzz"))
    server.pool = server.scoring_thread.pool = NearPool(1)
    return Clients(server)


@pytest.fixture(scope="module")
def api(clients: Clients) -> schemathesis.schemas.BaseSchema:
    return schemathesis.openapi.from_asgi("/api/openapi.json", clients.app)


@pytest.fixture
def demo(clients: Clients, told_demo: Path) -> Clients:
    """As it was told, with an administrator, a few groups, invites and tokens."""
    start_anew(clients, told_demo)
    return clients


def start_anew(clients: Clients, told: Path) -> None:
    # Not a new file: what scores in the background goes on with this one.
    with closing(connect(told)) as source, closing(connect(str(clients.server.engine.url.database))) as target:
        source.backup(target)
    administrator = clients.person(NAME, Role.ADMIN)
    for number in range(A_FEW):
        made = (
            administrator.post("/api/groups", json={"name": f"group {number}"}),
            administrator.post("/api/invites", json={"roles": ["annotator"]}),
            administrator.post("/api/tokens", json={"title": f"token {number}", "scopes": ["read"]}),
        )
        assert [one.status_code for one in made] == [201] * 3, [one.text for one in made]


def restore(demo: Clients) -> dict[str, list[int]]:
    """An administrator again, whatever was done to him, and the numbers of what there is."""
    with transaction(demo.server.engine) as db:
        mended: dict[Any, Any] = {"roles": str(Role.ADMIN), "active": True, "password": quick_password().hashed}
        db.query(User).filter(User.name == NAME).update(mended)
        return {name: sorted(db.scalars(select(table.id))) for name, table in TABLES.items()}


def prepared(demo: Clients, case: Any, number: int) -> TestClient:
    """Every second case is about something that exists, and every second change of a password is possible."""
    there = restore(demo)
    if number % 2:
        for name in set(case.path_parameters or {}) & set(there):
            case.path_parameters[name] = there[name][number % len(there[name])] if there[name] else 1
        if case.path == "/api/me/password" and isinstance(case.body, dict):
            case.body["old"] = PASSWORD
    return sign_in(demo.server, demo.anonymous(), NAME)


@pytest.mark.parametrize(("method", "path"), operations())
def test_an_administrator_cannot_make_the_server_fail(
    method: str, path: str, api: schemathesis.schemas.BaseSchema, demo: Clients
) -> None:
    seen = fuzz(api[path][method], EXAMPLES, partial(prepared, demo))
    assert set(seen) - REFUSED, f"nothing was looked at: {seen}"
