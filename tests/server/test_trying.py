"""Trying trained systems: which there are, what they say, what cannot be asked."""

from pathlib import Path

import pytest

from pingce.server.models import AT_ONCE, Models
from pingce.systems.interface import Unwatched
from pingce.systems.train import Order, train_model
from pingce.tasks.catalog import find_task

from .builders import Clients
from .shared_task import EXAMPLES

TASK = "space2022/task1"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    models = tmp_path_factory.mktemp("models")
    train_model(Order(find_task(TASK), "majority", f"{EXAMPLES}/{TASK}_train.jsonl", models / "usual"), Unwatched())
    (models / "broken").mkdir()
    (models / "broken" / "model.toml").write_text("not = [toml", encoding="utf-8")
    return models


def test_models_of_a_folder_are_listed_and_answer(clients: Clients, folder: Path) -> None:
    clients.server.models = Models(folder)
    visitor = clients.anonymous()
    [model] = visitor.get("/api/try").json()
    assert (model["name"], model["system"], model["task"]) == ("usual", "majority", TASK)
    [said] = visitor.post(f"/api/try/{TASK}", json={"texts": {"text": "他把书放在桌子上。"}}).json()
    assert said["answer"] in ({"judge": 0}, {"judge": 1})
    assert said["failed"] is None


@pytest.mark.parametrize(
    ("task", "texts", "status", "code"),
    [
        ("space2022/task9", {"text": "x"}, 404, "no-model"),
        ("space2022/task2", {"text": "x"}, 404, "no-model"),
        (TASK, {"text": " "}, 422, "bad-texts"),
        (TASK, {"other": "x"}, 422, "bad-texts"),
        (TASK, {"text": "字" * 2001}, 422, "bad-texts"),
        (TASK, {"text": "字" * 4001}, 422, "bad-request"),
    ],
)
def test_what_cannot_be_asked(
    clients: Clients, folder: Path, task: str, texts: dict[str, str], status: int, code: str
) -> None:
    clients.server.models = Models(folder)
    answer = clients.anonymous().post(f"/api/try/{task}", json={"texts": texts})
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_strangers_do_not_queue_up(clients: Clients, folder: Path) -> None:
    clients.server.models = models = Models(folder)
    for _ in range(AT_ONCE):
        models._places.acquire()
    answer = clients.anonymous().post(f"/api/try/{TASK}", json={"texts": {"text": "好。"}})
    assert (answer.status_code, answer.json()["code"]) == (429, "busy")


def test_a_server_without_models_has_nothing_to_try(clients: Clients) -> None:
    clients.server.models = Models(None)
    assert clients.anonymous().get("/api/try").json() == []
