"""A server for a test, and a model that asks it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pingce.formats.senses import Inventory
from pingce.systems.interface import Example
from pingce.systems.llm.settings import LlmSettings
from pingce.systems.llm.system import LlmModel
from pingce.systems.settings import make_settings
from pingce.tasks.catalog import find_task

from .endpoint import Say, Script, Server, Talk

Start = Callable[[Callable[[Talk, int], Say]], Server]
MakeModel = Callable[..., LlmModel]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    servers: list[Server] = []

    def started(reply: Callable[[Talk, int], Say]) -> Server:
        servers.append(Server(Script(reply)))
        return servers[-1]

    yield started
    for server in servers:
        server.stop()


@pytest.fixture
def make_model(tmp_path: Path) -> MakeModel:
    def made(
        url: str,
        task: str = "space2022/task1",
        examples: tuple[Example, ...] = (),
        inventory: Inventory | None = None,
        **settings: object,
    ) -> LlmModel:
        given = {
            "base_url": url,
            "model": "test",
            "cache": tmp_path / "cache",
            "pause": 0.001,
            "retries": 2,
            "workers": 1,
        }
        changes = [f"{name}={value}" for name, value in (given | settings).items()]
        return LlmModel(find_task(task), make_settings(LlmSettings, changes=changes), examples, inventory or {})

    return made
