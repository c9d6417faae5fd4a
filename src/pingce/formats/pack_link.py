"""Which pack a data file belongs to, by the manifest that lies above it."""

from pathlib import Path
from typing import NamedTuple

import orjson

MANIFEST = "release.json"
ABOVE = 2
"""Data files lie in the folder of their edition, which lies in a side of the pack."""


class PackLink(NamedTuple):
    """A file of a pack: name and version of the pack, and the split the file holds."""

    pack: str
    split: str


def pack_link(path: Path) -> PackLink | None:
    """The link of a file that its pack lists; None for any other file."""
    for folder in path.absolute().parents[:ABOVE]:
        manifest = folder / MANIFEST
        if not manifest.is_file():
            continue
        try:
            stated = orjson.loads(manifest.read_bytes())
            name = path.absolute().relative_to(folder).as_posix()
            split = next((file["part"] for file in stated["files"] if file["path"] == name), None)
            return PackLink(f"{stated['name']} {stated['version']}", str(split)) if split else None
        except (orjson.JSONDecodeError, OSError, KeyError, TypeError):
            return None  # something else of that name; pingce release verify says what is wrong with a pack
    return None
