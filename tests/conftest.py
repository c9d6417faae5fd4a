"""Fixtures that several folders share."""

import gc
from pathlib import Path

import pytest

from .postgres import postgres_reader, postgres_server, postgres_url

__all__ = ["postgres_reader", "postgres_server", "postgres_url"]

TESTS = Path(__file__).parent
BROWSER = TESTS / "browser"
LONGEST = tuple(
    TESTS / name
    for name in (
        "browser",
        "test_docs.py",
        "server/test_upload_attacks.py",
        "server/test_killed.py",
        "server/test_backup.py",
        "server/test_competitions.py",
        "server/test_openapi.py",
        "cli/test_tour.py",
        "systems/senses/test_neural.py",
        "corpus/engine/test_ray.py",
    )
)
"""Begun last, they would be waited for."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A file is run by one process, which makes what its tests share; all with a browser by one that has the browser."""
    for item in items:
        together = BROWSER if BROWSER in item.path.parents else item.path
        item.add_marker(pytest.mark.xdist_group(str(together.relative_to(TESTS))))
    places = {path: place for place, path in enumerate(LONGEST)}
    items.sort(key=lambda item: min(places.get(path, len(LONGEST)) for path in (item.path, item.path.parent)))


def pytest_collection_finish() -> None:
    """What was loaded stays until the end: the collector of garbage need not look through it again and again."""
    gc.collect()
    gc.freeze()
