"""How far the folder of a demo is filled: written by ``pingce tour``, read by the pages."""

import os
import time
from pathlib import Path
from typing import Literal

import msgspec

from pingce.formats.write import atomic

NAME = "tour.json"
Kind = Literal["tour", "demo"]
State = Literal["running", "done", "failed", "interrupted"]


class StepDone(msgspec.Struct, frozen=True):
    """A step that has ended, as the report shows it."""

    stage: str
    zh: str
    en: str
    command: str
    output: str
    seconds: float
    made: tuple[str, ...] = ()


class Filling(msgspec.Struct, frozen=True):
    """The state of a run."""

    kind: Kind
    version: str
    state: State
    steps: int
    """In all."""
    done: tuple[StepDone, ...] = ()
    stage: str = ""
    """Of the step under way, or of the one that failed."""
    zh: str = ""
    en: str = ""
    pid: int = 0
    started: int = 0
    """When the process began, in the ticks of its machine: numbers of processes are used again."""
    at: float = 0.0

    @property
    def alive(self) -> bool:
        return self.state == "running" and _runs(self.pid) and self.started == _started(self.pid)


def read_filling(folder: Path) -> Filling | None:
    """A file that cannot be understood is none."""
    try:
        filling = msgspec.json.decode((folder / NAME).read_bytes(), type=Filling)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return (
        msgspec.structs.replace(filling, state="interrupted")
        if filling.state == "running" and not filling.alive
        else filling
    )


def write_filling(folder: Path, filling: Filling) -> None:
    """Write how far the project's folder is filled, and which process fills it, for the page that waits for it."""
    pid = os.getpid()
    stamped = msgspec.structs.replace(filling, pid=pid, started=_started(pid), at=time.time())
    with atomic(folder / NAME) as file:
        file.write(msgspec.json.encode(stamped))


def _runs(pid: int) -> bool:
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _started(pid: int) -> int:
    """0 where the system does not tell."""
    try:
        # The second field is a program's name in brackets and may hold anything.
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[19])
