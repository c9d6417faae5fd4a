"""Fills the folder of a demo beside the running server, in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

from pingce import __version__
from pingce.flow.layout import FOLDERS

from .filling import read_filling

LOG = "tour.log"
INTO_VARIABLE = "PINGCE_TOUR_INTO"


def needs_filling(folder: Path) -> bool:
    """An empty folder, or one whose filling was broken off."""
    filling = read_filling(folder)
    done = filling is not None and filling.state == "done" and filling.version == __version__
    return may_fill(folder) and not done


def may_fill(folder: Path) -> bool:
    """Somebody's own files are left alone, and so is a folder that is being filled."""
    filling = read_filling(folder)
    if filling is None:
        return not any((folder / name).exists() for name in FOLDERS)
    return filling.kind == "demo" and not filling.alive


def start_filling(folder: Path, database: str) -> "subprocess.Popen[bytes]":
    """The same steps as ``pingce tour``; what they print is in tour.log.

    The database goes by the environment: everybody on the machine can read the arguments of a program.
    """
    command = [sys.executable, "-m", "pingce.cli.main", "tour", "--lang", "zh"]
    environment = {**os.environ, INTO_VARIABLE: database, "OMP_NUM_THREADS": "1"}
    with (folder / LOG).open("wb") as log:
        return subprocess.Popen(  # noqa: S603 (our own program)
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, start_new_session=True
        )


def stop_filling(process: "subprocess.Popen[bytes]") -> None:
    """It goes on at the next start."""
    if process.poll() is None:
        process.terminate()
        process.wait()
