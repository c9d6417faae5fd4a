"""Worker processes of this machine; what every engine must do is in test_ordered.py."""

import threading

import pytest

from pingce.corpus.engine.local import ProcessWorker


def test_a_worker_that_is_stopped_before_it_began_starts_no_process() -> None:
    worker = ProcessWorker(b"", threading.Lock())
    worker.stop(now=True)
    with pytest.raises(EOFError, match="stopped before it began"):
        worker.ask(b"")
