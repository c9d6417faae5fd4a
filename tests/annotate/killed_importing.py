"""Begins a large import and waits in the middle of it to be killed: ``python -m … DATABASE CAMPAIGN BUILDER``."""

import sys
import time
from collections.abc import Iterator
from functools import partial

from pingce.annotate.items import NewItem
from pingce.annotate.services.large_imports import BATCH, LargeImport
from pingce.store.database import open_database, transaction
from pingce.store.people import Actor, Role

from .world import text_items


def coming() -> Iterator[NewItem]:
    yield from text_items(2 * BATCH, start=10)
    sys.stdout.write("half\n")
    sys.stdout.flush()
    time.sleep(600)


def main() -> None:
    database, campaign, builder = sys.argv[1:]
    writing = partial(transaction, open_database(database))
    LargeImport(writing, Actor(int(builder), "builder", frozenset({Role.BUILDER})), int(campaign)).run(coming())


if __name__ == "__main__":
    main()
