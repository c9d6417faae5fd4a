"""What the address of a database says before anything heavy is loaded.

Commands have to know whether a database is a file before SQLAlchemy is imported, and messages must not show a password.
"""

import re
from pathlib import Path

HIDDEN = "…"
_PASSWORD = re.compile(r"(?<=://)([^:/@\s]*):\S*@|(?<=[?&])(password=)[^&\s]*")
"""It stands in an address in two ways."""


def is_sqlite(database: str) -> bool:
    """Whether an address names a file of SQLite: a path, or sqlite://…."""
    return "://" not in database or database.startswith("sqlite")


def sqlite_file(database: str) -> Path | None:
    """The file of a SQLite database; ``None`` for a server."""
    if not is_sqlite(database):
        return None
    return Path(database.partition(":///")[2].partition("?")[0] if "://" in database else database)


def without_password(database: str) -> str:
    """An address that may be printed."""
    return _PASSWORD.sub(lambda match: f"{match[1]}:{HIDDEN}@" if match[2] is None else f"{match[2]}{HIDDEN}", database)
