"""A server without a network: a fresh database, people with one role each, and clients signed in as them."""

import time
from functools import cache
from pathlib import Path
from shutil import copyfile

from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import create_engine

from pingce.demo.competition import fill_competition
from pingce.demo.fill_database import fill_campaigns
from pingce.server.app import create_app
from pingce.server.http.metrics import Metrics
from pingce.server.people import sessions
from pingce.server.people.accounts import create_user, find_user
from pingce.server.people.secrets import Password, key_hash
from pingce.server.request_context import COOKIE, CSRF_HEADER, Server
from pingce.store.database import migrate, open_database, transaction
from pingce.store.people import Role

PASSWORD = "correct horse"
SECRET = b"s" * 32


def quick_password(text: str = PASSWORD) -> Password:
    """As argon2 as any, but cheap: tests sign in hundreds of times."""
    from argon2 import PasswordHasher

    return Password(PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash(text))


def migrated_file(folder: Path) -> Path:
    path = folder / "template.db"
    engine = open_database(str(path))
    migrate(engine)
    engine.dispose()
    return path


def told_file(folder: Path) -> Path:
    """A demo with its competition."""
    path = migrated_file(folder)
    engine = open_database(str(path))
    fill_campaigns(engine)
    fill_competition(engine)
    engine.dispose()
    return path


def make_server(template: Path, folder: Path, *, demo: bool = False) -> Server:
    path = folder / "work.db"
    copyfile(template, path)
    return Server(open_database(str(path)), SECRET, demo)


def add_person(server: Server, name: str, *roles: Role) -> int:
    with transaction(server.engine) as db:
        return create_user(db, name, roles=roles, password=quick_password(), now=time.time()).id


def sign_in(server: Server, client: TestClient, name: str) -> TestClient:
    """Without the password: what login does is tested on its own."""
    with transaction(server.engine) as db:
        user = find_user(db, name)
        assert user is not None
        key = sessions.start_session(db, user, now=time.time())
    client.cookies.set(COOKIE, key)
    client.headers[CSRF_HEADER] = sessions.csrf_token(server.secret, key_hash(key))
    return client


@cache
def _prepared() -> FastAPI:
    return create_app(Server(create_engine("sqlite://"), b""))


def borrowed_app(server: Server) -> FastAPI:
    """The application of all tests that have one server at a time and leave it as it is.

    The first request to an application prepares all its addresses, which takes longer than most tests.
    """
    app = _prepared()
    app.state.server, app.state.metrics = server, Metrics(server.engine)
    return app


class Clients:
    """Clients of one server, anonymous or signed in."""

    def __init__(self, server: Server, app: FastAPI | None = None) -> None:
        self.server = server
        self.app = app or create_app(server)

    def anonymous(self) -> TestClient:
        return TestClient(self.app, base_url="http://pingce.test")

    def of(self, name: str) -> TestClient:
        return sign_in(self.server, self.anonymous(), name)

    def person(self, name: str, *roles: Role) -> TestClient:
        add_person(self.server, name, *roles)
        return self.of(name)
