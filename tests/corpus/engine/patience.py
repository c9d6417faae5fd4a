"""Ray gives a node half a minute to start, and we its actors a quarter: on a busy machine that is too little."""

import os
import time
from types import SimpleNamespace

from pingce.corpus.engine import ray as engine
from tests.waiting import PATIENCE


def wait_long() -> None:
    """For programs of tests, before they start Ray."""
    from ray._private import node

    os.environ |= {"RAY_worker_register_timeout_seconds": f"{PATIENCE:.0f}"}
    engine.PATIENCE = engine.GRACE = PATIENCE
    slow = SimpleNamespace(sleep=time.sleep, time=time.time, monotonic=lambda: time.monotonic() / 10)
    setattr(node, "time", slow)  # noqa: B010 # the limit itself is written into Ray's code
