"""Who holds a run: a lease that its worker renews, so that a run whose worker is gone can be taken over.

As with submissions, a result counts only while its lease holds. A worker of this very machine that is gone holds
nothing, so nobody waits for the lease of a run that was killed here.
"""

import os
import socket
import sys

from sqlalchemy.orm import Session

from pingce.store.database import clock
from pingce.store.tables.flow import RunRow

LEASE_SECONDS = 30.0
LONGEST_LEASE = 10 * LEASE_SECONDS
HOST_LENGTH = 128


def this_host() -> str:
    return socket.gethostname()[:HOST_LENGTH]


def is_alive(db: Session, run: RunRow) -> bool:
    """Whether somebody still works on a run that is said to be running."""
    if run.lease_until is None:
        return False
    now = clock(db)
    if not now - 1 <= run.lease_until <= now + LONGEST_LEASE:
        return False
    return run.host != this_host() or process_lives(run.process)


def process_lives(number: int) -> bool:
    if sys.platform == "win32":  # asking there would end it; the lease has to run out
        return True
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
