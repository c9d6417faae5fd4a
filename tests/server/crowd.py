"""Annotators at a real server: threads that claim and hand in until told to stop or until the server is gone."""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from pingce.annotate.items import NewItem
from pingce.annotate.services import campaigns, imports, members
from pingce.server.people.accounts import create_user
from pingce.server.people.tokens import create_token
from pingce.store.database import migrate, open_database, transaction
from pingce.store.people import Actor, Role
from tests.waiting import PATIENCE, wait_until

from .builders import quick_password

ASKED = 2


@dataclass
class Crowd:
    """What all workers together saw."""

    port: int
    campaign: int
    tokens: list[str]
    stop: threading.Event = field(default_factory=threading.Event)
    acknowledged: list[tuple[int, int]] = field(default_factory=list)
    """Job and id of the answer."""
    refused: list[str] = field(default_factory=list)
    pause: float = 0.0
    """Seconds that everybody thinks about an answer."""

    def start(self) -> list[threading.Thread]:
        self.stop.clear()
        threads = [threading.Thread(target=self._work, args=(token,), daemon=True) for token in self.tokens]
        for thread in threads:
            thread.start()
        return threads

    def finish(self, threads: list[threading.Thread]) -> None:
        """Until everybody has nothing left, was told to stop, or found the server gone."""
        for thread in threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()

    def acknowledge(self, more: int) -> None:
        """Until so many more answers were acknowledged."""
        enough = len(self.acknowledged) + more
        wait_until(lambda: len(self.acknowledged) >= enough, said=lambda: self.refused)

    def _work(self, token: str) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        try:
            while not self.stop.is_set():
                if not self._one(connection, headers):
                    return
        except (OSError, http.client.HTTPException):
            return  # the server is gone
        finally:
            connection.close()

    def _one(self, connection: http.client.HTTPConnection, headers: dict[str, str]) -> bool:
        connection.request("POST", f"/api/campaigns/{self.campaign}/next", headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        if answer.status == 204:
            time.sleep(0.05)
            return answer.headers["X-Waiting"] != "done"
        job = json.loads(body)
        self.stop.wait(self.pause)
        sent = {"answer": {"rating": "fine"}, "key": f"crowd-{job['job']}-{job['version']}", "version": job["version"]}
        connection.request("POST", f"/api/jobs/{job['job']}/submit", json.dumps(sent), headers)
        answer = connection.getresponse()
        body = answer.read()
        if answer.status == 200:
            self.acknowledged.append((job["job"], json.loads(body)["answer_id"]))
        else:
            self.refused.append(f"{answer.status} {json.loads(body)['code']}")
        return True


def build_campaign(database: str, *, items: int, workers: int, lease_minutes: float) -> tuple[int, list[str]]:
    """A campaign that asks for two answers per item, and a token per worker."""
    engine = open_database(database)
    migrate(engine)
    now = time.time()
    with transaction(engine) as db:
        made = create_user(db, "boss", roles=[Role.ADMIN, Role.BUILDER], password=quick_password(), now=now)
        boss = Actor(made.id, made.name, frozenset(made.roles))
        settings = {"answers": ASKED, "audit_rate": 0.0, "audit_rate_first": 0.0, "control_rate": 0.0}
        campaign = campaigns.create_campaign(
            db, boss, title="crowd", preset="space-rating", settings=settings | {"lease_minutes": lease_minutes}
        )
        texts = (f"他第{i}次把书放回书架上。" for i in range(items))
        imports.import_items(db, boss, campaign, [NewItem(f"q{i}", {"text": t}) for i, t in enumerate(texts)])
        tokens, changes = [], []
        for i in range(workers):
            person = create_user(db, f"worker{i}", roles=[Role.ANNOTATOR], password=quick_password(), now=now)
            actor = Actor(person.id, person.name, frozenset(person.roles))
            tokens.append(create_token(db, actor, title="t", scopes=["annotate"], days=1, now=now).token)
            changes.append(members.MemberChange(person.id, frozenset({Role.ANNOTATOR})))
        members.set_members(db, boss, campaign, changes)
        campaigns.change_campaign(db, boss, campaign, status="open")
    engine.dispose()
    return campaign, tokens


def start_server(database: str, folder: Path, port: int, *options: str) -> subprocess.Popen[bytes]:
    """A process of its own, in a session of its own, so that it can be killed with all its children."""
    command = [sys.executable, "-m", "pingce.cli.main", "serve", "--port", str(port), "--database", database]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PINGCE_")}
    with (folder / "server.log").open("ab") as log:
        server = subprocess.Popen(
            [*command, "--log-level", "warning", *options],
            cwd=folder,
            env=environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    log_file = folder / "server.log"

    def answers() -> bool:
        assert server.poll() is None, log_file.read_text(encoding="utf-8")
        try:
            return bool(health(port))
        except (OSError, http.client.HTTPException):
            return False

    wait_until(answers, said=lambda: log_file.read_text(encoding="utf-8"))
    return server


def health(port: int) -> dict[str, object]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/api/health")
        found: dict[str, object] = json.loads(connection.getresponse().read())
        return found
    finally:
        connection.close()


def kill(server: subprocess.Popen[bytes]) -> None:
    os.killpg(server.pid, signal.SIGKILL)
    server.wait(PATIENCE)
