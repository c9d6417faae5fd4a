"""Stores the sums of campaigns now and then, so that a page has few changes to count: a thread of the server.

Annotators come first: sums of a campaign are stored when some hundreds of things happened in it, or after a while, some
items at a time, and as long as counting took nothing is counted next.
"""

import time
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from pingce.annotate.services.kept import catch_up, items_in
from pingce.spec.errors import UserError
from pingce.store.database import reading
from pingce.store.tables.annotate import Campaign
from pingce.store.tables.figures import CampaignFigures
from pingce.store.tables.history import Event
from pingce.store.tables.removal import DELETED

from .background import BackgroundThread

if TYPE_CHECKING:
    from sqlalchemy import Engine

MANY = 500
"""Events or items that are worth storing the sums at once; a page counts fewer in hundredths of a second."""
REST_SECONDS = 300.0
"""So often the rest is stored, too."""


class FiguresThread(BackgroundThread):
    """Watches how much happened in each campaign since its sums were stored."""

    name = "figures"
    look_every = 10.0

    def __init__(self, engine: "Engine") -> None:
        super().__init__()
        self.engine = engine
        self.rested = time.monotonic()

    def turn(self) -> bool:
        """One look at all campaigns."""
        now = time.monotonic()
        rest = now - self.rested >= REST_SECONDS
        if rest:
            self.rested = now
        for campaign in behind(self.engine, 1 if rest else MANY):
            self._catch_up(campaign)
        return False

    def _catch_up(self, campaign: int) -> None:
        more = True
        while more and not self._stop.is_set():
            start = time.monotonic()
            try:
                more = catch_up(self.engine, campaign)
            except UserError:  # its task is not there any more
                return
            self._stop.wait(time.monotonic() - start)


def behind(engine: "Engine", least: int) -> list[int]:
    """Campaigns of whose sums so many events or items are missing."""
    campaigns = []
    with reading(engine) as db:
        query = select(Campaign.id, Campaign.size, CampaignFigures.counted_events, CampaignFigures.counts)
        query = query.outerjoin(CampaignFigures, CampaignFigures.campaign_id == Campaign.id)
        for campaign, size, events, counts in db.execute(query.where(Campaign.status != DELETED)).all():
            happened = select(Event.id).where(Event.campaign_id == campaign, Event.id > (events or 0)).limit(least)
            missing = db.scalar(select(func.count()).select_from(happened.subquery())) or 0
            if max(missing, size - items_in(counts or {})) >= least:
                campaigns.append(campaign)
    return campaigns
