"""What people do beside our commands: register on a page, start a server, pack files."""

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .step import Act, Place

PATIENCE = 60.0
LOG = "serve.log"
TOKEN_DAYS = 7


def copy_inventory(place: Place) -> None:
    shutil.copyfile(place.examples / "wsd/inventory.json", place.out / "models/inventory.json")


def pack_answers(team: str, archive: str) -> Act:
    """Where the server looks for them by their names: task1.jsonl and so on, without folders."""

    def pack(place: Place) -> None:
        import zipfile

        with zipfile.ZipFile(place.out / archive, "w", zipfile.ZIP_DEFLATED) as file:
            for path in sorted((place.out / "answers" / team).glob("*.jsonl")):
                file.write(path, path.name)

    return pack


def register_teams(competition: str, teams: tuple[str, ...]) -> Act:
    """The services behind the pages, called as the pages call them."""

    def register(place: Place) -> None:
        from pingce.cli.annotate.desk import acting, database
        from pingce.leaderboard.competition.services import competitions
        from pingce.leaderboard.competition.services import teams as services
        from pingce.server.people.accounts import create_user
        from pingce.server.people.secrets import make_password
        from pingce.server.people.tokens import create_token
        from pingce.server.policies import Scope
        from pingce.store.database import transaction
        from pingce.store.people import Actor, Role

        now = time.time()
        with database(place.database) as engine, transaction(engine) as db:
            number = place.competition = competitions.competition_named(db, acting(db, None), competition)
            for i, team in enumerate(teams, start=1):
                made = create_user(db, f"team-{i}", roles=[Role.TEAM], title=team, password=make_password(), now=now)
                actor = Actor(made.id, made.name, frozenset({Role.TEAM}))
                services.register(db, actor, number, services.NewTeam(name=team, organisation="示例大学"))
                token = create_token(
                    db, actor, title="tour", scopes=[Scope.SUBMIT, Scope.READ], days=TOKEN_DAYS, now=now
                )
                place.tokens[team] = token.token

    return register


def start_server(place: Place) -> None:
    """A real one, on a port that was free a moment ago."""
    port = place.address.rpartition(":")[2]
    command = [sys.executable, "-m", "pingce.cli.main", "serve", "--demo"]
    command += ["--database", place.database, "--port", port]
    environment = {**os.environ, "PINGCE_SCORERS": "1", "OMP_NUM_THREADS": "1"}
    with (place.out / LOG).open("wb") as log:
        place.server = subprocess.Popen(  # noqa: S603 (our own program)
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment
        )
    until = time.monotonic() + PATIENCE
    while not _answers(int(port)):
        if place.server.poll() is not None or time.monotonic() > until:
            raise UserError(
                Words("服务器没有起来。", "The server did not start."),
                hint=Words(f"见 {place.out / LOG}。", f"See {place.out / LOG}."),
                code="no-server",
            )
        time.sleep(0.05)


def stop_server(place: Place) -> None:
    if place.server is not None:
        place.server.terminate()
        place.server.wait()
        place.server = None


def free_address() -> str:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}"


def _answers(port: int) -> bool:
    """Whether it has said that it is ready: the port is taken before the pages are there."""
    from http.client import HTTPConnection, HTTPException

    line = HTTPConnection("127.0.0.1", port, timeout=1)
    try:
        line.request("GET", "/api/health")
        return line.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        line.close()


def remove(path: Path) -> None:
    """A file or folder of an earlier run, if there is one."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
