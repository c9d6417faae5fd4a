"""One migrated database per run, a copy of it per test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .builders import Clients, borrowed_app, make_server, migrated_file


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return migrated_file(tmp_path_factory.mktemp("template"))


@pytest.fixture
def clients(template: Path, tmp_path: Path) -> Iterator[Clients]:
    server = make_server(template, tmp_path)
    yield Clients(server, borrowed_app(server))
    server.engine.dispose()


@pytest.fixture(autouse=True)
def quick_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks too often is answered slowly, which tests need not wait for."""
    monkeypatch.setattr("pingce.server.http.errors.ComeBackError.pause", 0.0)


@pytest.fixture(autouse=True)
def known_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """What campaigns draw with is random; tests want to meet the same items every time."""
    monkeypatch.setattr("pingce.annotate.services.campaigns.new_secret", lambda: "a")


@pytest.fixture(autouse=True)
def quick_hashing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real cost is right for servers and wrong for hundreds of sign-ins on a shared test machine."""
    from argon2 import PasswordHasher

    quick = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr("pingce.server.people.secrets._hasher", lambda: quick)
    monkeypatch.setattr("pingce.server.people.secrets._quick_hasher", lambda: quick)
    nobody = quick.hash("nobody")
    monkeypatch.setattr("pingce.server.people.secrets._nobody", lambda: nobody)
