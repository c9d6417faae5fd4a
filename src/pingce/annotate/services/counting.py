"""How many hold or answered an item, and with it whether the queue offers it.

The queue must find the next item without counting jobs, so each item keeps its numbers of places taken and filled;
these functions are the only ones that change them.
"""

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from pingce.annotate.workflow import ANSWERED_JOBS, ItemState, JobState
from pingce.store.tables.annotate import Item, Job, Seat

NOT_OFFERED, FRESH, STARTED = 0, 1, 2
ARRIVED = -1
"""Fresh, from an import in batches: kept apart from the others, so that looking for those never meets items that are
not to be seen yet. Soon after the import they join them."""
HOLDING = tuple(str(state) for state in (ANSWERED_JOBS | {JobState.CLAIMED}))


def offer(item: Item) -> None:
    """Set the item's place in the queue from its state and counts."""
    if item.state != ItemState.OPEN or item.answers + item.claims >= item.asked:
        item.queue = NOT_OFFERED
    else:
        item.queue = STARTED if item.answers + item.claims else FRESH


def take_place(item: Item, user_id: int, *, alone: bool = False) -> None:
    """Somebody begins; ``alone``: what they say is enough, where the item allows it and nobody began before them."""
    if alone and item.alone and not item.answers + item.claims:
        item.asked = 1
    item.claims += 1
    if item.first_by is None:
        item.first_by = user_id
    offer(item)


def fill_place(item: Item) -> None:
    """A claim becomes an answer."""
    item.claims -= 1
    item.answers += 1
    offer(item)


def give_back_place(db: Session, item: Item, user_id: int, *, asked: int) -> None:
    """A claim ends without an answer: somebody else may begin. The job's state must have changed already.

    ``asked``: how many people the campaign asks for, where it depends on who begins.
    """
    item.claims -= 1
    if item.alone and not item.answers + item.claims:
        item.asked = asked
    if item.first_by == user_id:
        db.flush()
        query = select(Job.user_id).where(Job.item_id == item.id, Job.state.in_(HOLDING)).order_by(Job.id).limit(1)
        item.first_by = db.scalar(query)
    offer(item)
    if item.group_id is not None:
        # Fixed annotators who thought they were done with the group look again.
        db.execute(update(Seat).where(Seat.group_id == item.group_id).values(finished=False))
