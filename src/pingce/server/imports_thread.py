"""Clears away what large imports that were killed have left in the database: a thread of the server."""

from functools import partial
from typing import TYPE_CHECKING

from pingce.annotate.services.large_imports import clear_broken_off
from pingce.store.database import transaction

from .background import BackgroundThread

if TYPE_CHECKING:
    from sqlalchemy import Engine


class ImportsThread(BackgroundThread):
    """Looks for imports that nobody holds any more; what they left is seen by nobody, but takes room."""

    name = "imports"
    look_every = 20.0

    def __init__(self, engine: "Engine") -> None:
        super().__init__()
        self.engine = engine

    def turn(self) -> bool:
        """One look; hardly ever is there anything."""
        return clear_broken_off(partial(transaction, self.engine), self.engine)
