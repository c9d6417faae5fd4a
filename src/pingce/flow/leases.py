"""Whether the process that holds a run still lives.

The rules of leases stand in :mod:`pingce.store.leases`. Of a run it is also known which process of which machine holds
it: one of this very machine that is gone holds nothing, so nobody waits for the lease of a run that was killed here.
"""

import os
import socket
import sys

from sqlalchemy.orm import Session

from pingce.store.database import clock
from pingce.store.leases import lease_holds
from pingce.store.tables.flow import RunRow

HOST_LENGTH = 128


def this_host() -> str:
    return socket.gethostname()[:HOST_LENGTH]


def is_alive(db: Session, run: RunRow) -> bool:
    """Whether somebody still works on a run that is said to be running."""
    if not lease_holds(run.lease_until, clock(db)):
        return False
    return run.host != this_host() or process_lives(run.process)


def process_lives(number: int) -> bool:
    """Whether a process of this machine still runs; where that cannot be asked, yes."""
    if sys.platform == "win32":  # asking there would end it; the lease has to run out
        return True
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
