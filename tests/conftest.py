"""Fixtures that several folders share."""

import gc
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings

from tests.cli.conftest import pingce
from tests.postgres import postgres_reader, postgres_server, postgres_url
from tests.server.builders import told_file
from tests.server.trained import train, train_own_sentences

# The same examples every time, however slow the machine is.
settings.register_profile("steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

__all__ = ["pingce", "postgres_reader", "postgres_server", "postgres_url"]


MakeOnce = Callable[[str, Callable[[Path], None]], Path]


@pytest.fixture(scope="session")
def make_once(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> MakeOnce:
    """Fills a folder that all processes of a run share: what takes seconds to make is made by whoever asks first."""
    own = tmp_path_factory.getbasetemp()
    shared = own if worker_id == "master" else own.parent

    def folder(name: str, fill: Callable[[Path], None]) -> Path:
        made = shared / name
        with FileLock(f"{made}.lock"):
            if not (made / "made").exists():
                shutil.rmtree(made, ignore_errors=True)  # what somebody began whom it failed
                made.mkdir()
                fill(made)
                (made / "made").touch()
        return made

    return folder


@pytest.fixture(scope="session")
def trained_models(make_once: MakeOnce) -> Path:
    """A folder with a small model of every kind, to be copied by whoever changes it."""

    def train_all(folder: Path) -> None:
        train(folder / "models")

    return make_once("trained-models", train_all) / "models"


@pytest.fixture(scope="session")
def own_sentences(make_once: MakeOnce) -> Path:
    """A folder with the judge that people try in a demo."""

    def train_judge(folder: Path) -> None:
        train_own_sentences(folder / "models")

    return make_once("own-sentences", train_judge) / "models"


@pytest.fixture(scope="session")
def told_demo(make_once: MakeOnce) -> Path:
    """The database of a demo, to be copied."""

    def tell(folder: Path) -> None:
        told_file(folder).rename(folder / "told.db")

    return make_once("told-demo", tell) / "told.db"


def pytest_collection_finish() -> None:
    """What was loaded stays until the end: the collector of garbage need not look through it again and again."""
    gc.collect()
    gc.freeze()
