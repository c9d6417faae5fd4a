"""Tasks of one's own in the database: found from there, and kept there when a campaign or a competition begins.

One id has one description in a database. Words and measures of a stored task may change, and scores of before are then
out of date as with any new scorer. What its files and answers look like may change only while nothing is stored about
it: otherwise the changed task needs a name of its own.
"""

import time
from collections.abc import Iterator

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from pingce.formats.taskfile.places import described
from pingce.spec.words import Words
from pingce.tasks.catalog import TASKS
from pingce.tasks.own import OwnTask, TaskListing, answer_structure, find_own, places

from .database import clock, reading
from .errors import Conflict
from .tables.annotate import Campaign
from .tables.competition import Competition
from .tables.own_tasks import StoredTask

FRESH_SECONDS = 5.0
"""What another process has stored is seen after so long."""


class DatabaseTasks:
    """The tasks of a database, as a place to find them."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._rows: dict[str, str] = {}
        self._read_at = float("-inf")

    def find(self, task_id: str) -> OwnTask | None:
        description = self._descriptions().get(task_id) or self._descriptions(anew=True).get(task_id)
        return None if description is None else _own(task_id, description)

    def listed(self) -> TaskListing:
        return TaskListing(tuple(_own(task_id, text) for task_id, text in self._descriptions().items()))

    def _descriptions(self, *, anew: bool = False) -> dict[str, str]:
        now = time.monotonic()
        if anew or now - self._read_at > FRESH_SECONDS:
            with reading(self.engine) as db:
                self._rows = {row.id: row.description for row in db.scalars(select(StoredTask))}
            self._read_at = now
        return self._rows


def _own(task_id: str, description: str) -> OwnTask:
    return described(description.encode(), task_id, f"database: {task_id}")


def keep_task(db: Session, task_id: str) -> None:
    """Store how a task of one's own is described now, if it is described in TOML.

    One that is stored already must still read the answers that are stored with it.
    """
    if task_id in TASKS:
        return
    outside = [place for place in places() if not isinstance(place, DatabaseTasks)]
    own = find_own(task_id, outside)
    row = db.get(StoredTask, task_id)
    if own is None or not own.description or (row is not None and row.description == own.description):
        return
    if row is None:
        db.add(StoredTask(id=task_id, description=own.description, stored_at=clock(db)))
        db.flush()
    else:
        renew_task(db, own)


def renew_task(db: Session, own: OwnTask) -> None:
    """Store the new description of a task that is stored already; refused if stored answers no longer fit it."""
    row = db.get(StoredTask, own.task.id)
    if row is None or row.description == own.description:
        return
    _refuse_other_answers(db, own, _own(own.task.id, row.description))
    row.description, row.stored_at = own.description, clock(db)
    db.flush()


def _refuse_other_answers(db: Session, own: OwnTask, stored: OwnTask) -> None:
    if answer_structure(own.task) == answer_structure(stored.task):
        return
    users = list(_users(db, own.task.id))
    if users:
        name = own.task.id
        raise Conflict(
            Words(
                f"{own.where} 里的 {name} 改了答案的样子，而{'、'.join(users)}里已按从前的描述存了内容。",
                f"The answers of {name} in {own.where} are no longer those that are stored: {', '.join(users)}.",
            ),
            hint=Words("给改过的任务起一个新名字（新文件）。", "Give the changed task a new name (a new file)."),
            code="task-changed",
        )


def _users(db: Session, task_id: str) -> Iterator[str]:
    """Titles of campaigns and competitions that are about a task."""
    yield from db.scalars(select(Campaign.title).where(Campaign.form == task_id).order_by(Campaign.id))
    for competition in db.scalars(select(Competition).order_by(Competition.id)):
        if task_id in competition.tasks:
            yield competition.title
