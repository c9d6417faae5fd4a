"""Who may take a pack's held-back answers on the pages: login names, a line each, beside the two sides of the pack.

Whoever can write this file can read the answers, so nobody gains by it what they do not have. It is in no list of
checksums: organisers change after a pack is made.
"""

from collections.abc import Iterable
from pathlib import Path

NAME = "organisers.txt"


def write_organisers(pack: Path, names: Iterable[str]) -> None:
    (pack / NAME).write_text("".join(f"{name}\n" for name in names), encoding="utf-8")


def read_organisers(pack: Path) -> frozenset[str]:
    """Nobody, where a pack names nobody."""
    try:
        text = (pack / NAME).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return frozenset()
    return frozenset(line.strip() for line in text.splitlines() if line.strip())
