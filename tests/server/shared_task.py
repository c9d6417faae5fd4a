"""A shared task without a network: SpaCE2022 on the example sentences, one organiser, as many teams as a test wants."""

import io
import itertools
import json
import re
import time
import zipfile
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from httpx2 import Response

from pingce.server.request_context import Server
from pingce.server.scoring_thread import Pool, ScoringThread
from pingce.store.people import Role

from .builders import Clients

EXAMPLES = Path(__file__).parents[2] / "examples"
EDITION = "space2022"
TASKS = tuple(f"{EDITION}/task{i}" for i in (1, 2, 3))
MARK = "ANSWERS-OF-THE-TEST-PART"
DAY = 86_400.0
KEYS = itertools.count(1)


class NearPool(Pool):
    """The same work in a thread: starting processes takes longer than the tests."""

    def start(self) -> Executor:
        return ThreadPoolExecutor(self.workers)


def near(server: Server) -> None:
    server.pool = NearPool(2)
    server.scoring_thread = ScoringThread(server, server.pool)


def example(name: str) -> bytes:
    return (EXAMPLES / name).read_bytes()


def marked_gold(task: str) -> bytes:
    """Gold of the test part: that of dev with a mark that must not be seen anywhere."""
    lines = example(f"{task}_dev.jsonl").decode().splitlines()
    return "\n".join(json.dumps(json.loads(line) | {"mark": MARK}, ensure_ascii=False) for line in lines).encode()


def packed(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as pack:
        for name, data in files.items():
            pack.writestr(name, data)
    return out.getvalue()


def released(files: dict[str, bytes]) -> bytes:
    """Folders of a release in one archive, each with the checksums of its files."""
    sums: dict[str, str] = {}
    for path, data in files.items():
        found = re.fullmatch(r"(.*?\b(?:public|private))/(.*)", path)
        assert found is not None
        folder, name = found.groups()
        sums[folder] = sums.get(folder, "") + f"{sha256(data).hexdigest()}  {name}\n"
    return packed(files | {f"{folder}/SHA256SUMS": text.encode() for folder, text in sums.items()})


def answers(who: str, *tasks: int) -> bytes:
    """The example system's answers to some tasks, as one archive."""
    return packed({f"task{i}.jsonl": example(f"{EDITION}/pred-{who}-task{i}.jsonl") for i in tasks or (1, 2, 3)})


@dataclass
class SharedTask:
    """A competition and the people in it."""

    clients: Clients
    organiser: TestClient
    id: int
    teams: dict[str, int] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"/api/competitions/{self.id}"

    def phase(self, kind: str, **rules: object) -> None:
        """Make a phase the current one: the earlier ones lie in the past, the later ones in the future."""
        order = ["registration", "dev", "test", "published"]
        now, at = time.time(), order.index(kind)
        phases = []
        for i, one in enumerate(order):
            starts = now - 60 - DAY * (at - i)
            ends = None if one in ("registration", "published") else starts + DAY
            phases.append({"kind": one, "starts_at": starts, "ends_at": ends, **(rules if one == kind else {})})
        answer = self.organiser.put(f"{self.url}/phases", json={"phases": phases})
        assert answer.status_code == 200, answer.text

    def team(self, name: str, title: str = "") -> TestClient:
        """A team that was admitted."""
        client = self.clients.person(name, Role.TEAM)
        registered = client.post(f"{self.url}/teams", json={"name": title or f"{name}队", "organisation": "示例大学"})
        assert registered.status_code == 201, registered.text
        self.teams[name] = registered.json()["id"]
        decided = self.organiser.patch(f"{self.url}/teams/{self.teams[name]}", json={"state": "approved"})
        assert decided.status_code == 200, decided.text
        return client

    def submit(self, client: TestClient, data: bytes, name: str = "answers.zip", **fields: object) -> Response:
        form: dict[str, Any] = {"key": f"test-key-{next(KEYS)}", "system": "系统", **fields}
        return client.post(f"{self.url}/submissions", files={"file": (name, data)}, data=form)

    def score(self) -> None:
        """What the scoring thread of a server does, until there is nothing left to do."""
        thread = self.clients.server.scoring_thread
        while thread.turn():
            pass

    def handed_in(self, client: TestClient, data: bytes, **fields: object) -> int:
        answer = self.submit(client, data, "answers.zip", **fields)
        assert answer.status_code == 201, answer.text
        self.score()
        return int(answer.json()["id"])

    def board(self, client: TestClient, phase: str) -> dict[str, Any]:
        answer = client.get(f"{self.url}/board", params={"phase": phase})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def add_file(self, task: str, part: str, content: str, data: bytes, reason: str = "") -> Response:
        form = {"task": task, "part": part, "content": content, "reason": reason}
        return self.organiser.post(f"{self.url}/files", files={"file": (f"{part}.jsonl", data)}, data=form)


def make_shared_task(clients: Clients) -> SharedTask:
    """Open, in its registration phase, with questions and answers of both parts."""
    near(clients.server)
    organiser = clients.person("organiser", Role.BUILDER)
    made = organiser.post("/api/competitions", json={"title": "空间语义评测", "edition": EDITION})
    assert made.status_code == 201, made.text
    task = SharedTask(clients, organiser, made.json()["id"])
    for one in TASKS:
        for part in ("dev", "test"):
            gold = example(f"{one}_dev.jsonl") if part == "dev" else marked_gold(one)
            for content, data in (("questions", example(f"{one}_dev_input.jsonl")), ("gold", gold)):
                added = task.add_file(one, part, content, data)
                assert added.status_code == 201, added.text
    task.phase("registration")
    assert organiser.patch(task.url, json={"open": True}).status_code == 200
    return task


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
