"""Work that brings the process down it runs in, for tests of those who wait for it."""

import os
import signal
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from pingce.server.models.model_worker import ModelAnswer, ask_models


def deaf() -> None:
    """As a library that never comes back to Python: no alarm reaches it."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    threading.Event().wait()


def dying(folder: Path, names: Sequence[str], task_id: str, texts: Mapping[str, str]) -> list[ModelAnswer]:
    """Of two models one takes the process with it."""
    if names == ["senses-mfs"]:
        os.kill(os.getpid(), signal.SIGSEGV)
    return ask_models(folder, names, task_id, texts)
