"""A step of the story: what it shows, the command, and what the command leaves behind."""

import re
import shlex
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pingce.demo.filling import Kind
from pingce.spec.words import Words
from pingce.store.address import without_password

if TYPE_CHECKING:
    import subprocess


@dataclass(frozen=True)
class Console:
    """The command line above the tour: it runs a command, and lets one keep what is printed meanwhile."""

    run: Callable[[list[str]], int]
    """A command by its arguments; gives the exit code."""
    listening: Callable[[], AbstractContextManager[bytearray]]
    """Both streams as they are printed."""


@dataclass
class TourContext:
    """Where the story happens, and what later steps need of earlier ones."""

    out: Path
    database: str
    examples: Path
    lang: str | None
    """Given to every command by the environment; None: as they come."""
    console: Console
    server: "subprocess.Popen[bytes] | None" = None
    address: str = ""
    competition: int = 0
    tokens: dict[str, str] = field(default_factory=dict)

    def words(self) -> dict[str, str]:
        """What stands for the names in braces."""
        return {
            "out": str(self.out),
            "db": self.database,
            "ex": str(self.examples),
            "y22": str(self.examples / "space2022"),
            "wsd": str(self.examples / "wsd"),
            "pack": str(self.out / "packs/space2022"),
            "address": self.address,
            "competition": str(self.competition),
            "port": self.address.rpartition(":")[2],
            **days(),
        }

    def shown_words(self, words: Mapping[str, str]) -> dict[str, str]:
        """The same for those who read along."""
        return {**words, "db": without_password(self.database)}


def days() -> dict[str, str]:
    """Dates of the competition: it began the day before yesterday, so that the test phase runs now."""
    from datetime import UTC, datetime, timedelta

    now = datetime.now(UTC)
    return {
        "opened": (now - timedelta(days=3)).date().isoformat(),
        "begun": (now - timedelta(days=2)).date().isoformat(),
        "now": now.isoformat(timespec="seconds"),
    }


Act = Callable[[TourContext], None]
PLAIN = re.compile(r"[\w@%+=:,./-]+")
"""What a shell takes as it is, Chinese letters too."""


def quoted(word: str) -> str:
    return word if PLAIN.fullmatch(word) else shlex.quote(word)


@dataclass(frozen=True)
class Step:
    """``command`` is run by pingce itself, or shown while ``act`` does what it says."""

    stage: str
    title: Words
    command: str
    makes: tuple[str, ...] = ()
    """Files and folders below the story's folder; removed before the step runs."""
    ends: int = 0
    """The exit code that is expected."""
    team: str = ""
    """Whose token the command gets."""
    only: Kind | None = None
    """A tour makes a campaign and a competition of its own; a demo has them already."""
    act: Act | None = None
    needs: tuple[str, ...] = ()
    """Modules of the extra ``systems`` without which the step is left out."""
    uses: tuple[str, ...] = ()
    """What earlier steps make and this one needs, where the command does not name it."""

    def needs_made(self, name: str) -> bool:
        """Whether it works on something that an earlier step makes."""
        return name in self.uses or f"{{out}}/{name}" in self.command

    def arguments(self, words: Mapping[str, str]) -> list[str]:
        return [word.format(**words) for word in shlex.split(self.command)]

    def shown(self, words: Mapping[str, str]) -> str:
        if self.act is not None:
            return self.command.format(**words)
        line = " ".join(["pingce", *map(quoted, self.arguments(words))])
        return f"PINGCE_TOKEN=… {line}" if self.team else line
