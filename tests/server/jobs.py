"""Work that brings the process down it runs in, for tests of those who wait for it."""

import os
import signal
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from pingce.server.models.model_worker import ModelAnswer, ask_model


def deaf() -> None:
    """As a library that never comes back to Python: no alarm reaches it."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    threading.Event().wait()


def dying(folder: Path, name: str, task_id: str, batch: Sequence[Mapping[str, str]]) -> list[ModelAnswer]:
    """Of two models one takes the process with it."""
    if name == "senses-mfs":
        os.kill(os.getpid(), signal.SIGSEGV)
    return ask_model(folder, name, task_id, batch)


def dying_of_stone(folder: Path, name: str, task_id: str, batch: Sequence[Mapping[str, str]]) -> list[ModelAnswer]:
    """One text takes the process with it, and whatever was asked together with it."""
    if any("石" in text for texts in batch for text in texts.values()):
        os.kill(os.getpid(), signal.SIGSEGV)
    return ask_model(folder, name, task_id, batch)
