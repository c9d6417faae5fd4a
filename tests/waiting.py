"""Waiting for what must come, on however busy a machine; and ports that nobody else takes meanwhile."""

import socket
import time
from collections.abc import Callable

PATIENCE = 900.0
"""Seconds: only what hangs takes so long."""
PORTS = range(20_000, 32_000)
"""Below those that systems give to whoever connects somewhere."""
_RESERVED: list[socket.socket] = []


def wait_until(condition: Callable[[], object], *, said: Callable[[], object] = str) -> None:
    """Look again and again; ``said`` tells what was there instead if it never comes."""
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, said()
        time.sleep(0.01)


def free_port() -> int:
    """A TCP port for a server to come; the same number in UDP is kept until this process ends, so that other tests,
    which look there first, leave it alone."""
    for port in PORTS:
        mark, trial = socket.socket(type=socket.SOCK_DGRAM), socket.socket()
        try:
            mark.bind(("127.0.0.1", port))
            trial.bind(("127.0.0.1", port))
        except OSError:
            mark.close()
        else:
            _RESERVED.append(mark)
            return port
        finally:
            trial.close()
    raise AssertionError("no port is free")
