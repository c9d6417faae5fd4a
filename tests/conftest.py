"""Fixtures that several folders share."""

import gc
from pathlib import Path

import pytest

from .postgres import postgres_reader, postgres_server, postgres_url

__all__ = ["postgres_reader", "postgres_server", "postgres_url"]

TESTS = Path(__file__).parent
LONGEST = tuple(
    TESTS / name
    for name in (
        "browser/test_pages.py",
        "browser/test_competitions.py",
        "test_docs.py",
        "browser/test_stages.py",
        "browser/test_trying.py",
        "server/test_upload_attacks.py",
        "server/test_competitions.py",
        "server/test_killed.py",
        "server/test_openapi.py",
        "server/test_backup.py",
        "server/test_demo.py",
        "cli/test_tour.py",
        "corpus/engine/test_ray.py",
        "corpus/engine/test_kill.py",
        "score/test_against_reference.py",
        "systems/senses/test_neural.py",
        "systems/tuples/test_systems.py",
    )
)
"""A file is run by one process, which makes what its tests share; begun last, these would be waited for."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {path: place for place, path in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path, len(LONGEST)))


def pytest_collection_finish() -> None:
    """What was loaded stays until the end: the collector of garbage need not look through it again and again."""
    gc.collect()
    gc.freeze()
