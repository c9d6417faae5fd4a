"""Fixtures that several folders share."""

import gc

from .postgres import postgres_reader, postgres_server, postgres_url

__all__ = ["postgres_reader", "postgres_server", "postgres_url"]


def pytest_collection_finish() -> None:
    """What was loaded stays until the end: the collector of garbage need not look through it again and again."""
    gc.collect()
    gc.freeze()
