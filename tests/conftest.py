"""Fixtures that several folders share."""

import gc
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings

from tests.cli.conftest import pingce
from tests.postgres import postgres_reader, postgres_server, postgres_url
from tests.server.builders import told_file

# The same examples every time, however slow the machine is.
settings.register_profile("steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

__all__ = ["pingce", "postgres_reader", "postgres_server", "postgres_url"]


@pytest.fixture(scope="session")
def told_demo(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The database of a demo, to be copied: telling it takes seconds, so the processes of a run share one."""
    own = tmp_path_factory.getbasetemp()
    shared = (own if worker_id == "master" else own.parent) / "told.db"
    with FileLock(f"{shared}.lock"):
        if not shared.exists():
            told_file(tmp_path_factory.mktemp("told")).rename(shared)
    return shared


def pytest_collection_finish() -> None:
    """What was loaded stays until the end: the collector of garbage need not look through it again and again."""
    gc.collect()
    gc.freeze()
