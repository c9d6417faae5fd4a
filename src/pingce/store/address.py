"""What the address of a database says before anything heavy is loaded."""

import re
from pathlib import Path

HIDDEN = "…"
_PASSWORD = re.compile(r"(?<=://)([^:/@\s]*):\S*@|(?<=[?&])(password=)[^&\s]*")
"""It stands in an address in two ways."""


def is_sqlite(database: str) -> bool:
    return "://" not in database or database.startswith("sqlite")


def sqlite_file(database: str) -> Path | None:
    """The file of a SQLite database; ``None`` for a server."""
    if not is_sqlite(database):
        return None
    return Path(database.partition(":///")[2].partition("?")[0] if "://" in database else database)


def without_password(database: str) -> str:
    """An address that may be printed."""
    return _PASSWORD.sub(lambda found: f"{found[1]}:{HIDDEN}@" if found[2] is None else f"{found[2]}{HIDDEN}", database)
