"""Which items of a campaign are there: those of an import that is not finished are seen by nobody.

They are in the tables already, with numbers from ``UnfinishedImport.first_item`` on. Whatever looks for the items of a
campaign asks here; only imports themselves ask for ``Item.campaign_id``, and what starts from answers, which hidden
items do not have.
"""

from sqlalchemy import BindParameter, ColumnElement, and_, exists, func, select
from sqlalchemy.orm import InstrumentedAttribute

from pingce.store.tables.annotate import Item, UnfinishedImport

BEYOND_ALL = 2**31 - 1
"""No item has a larger number."""
Campaigns = int | BindParameter[int] | InstrumentedAttribute[int]


def shown(campaign: Campaigns) -> ColumnElement[bool]:
    """Items of a campaign."""
    return and_(Item.campaign_id == campaign, seen(campaign))


def seen(campaign: Campaigns = Item.campaign_id) -> ColumnElement[bool]:
    """Items of any campaign that are not hidden; of a known one the database looks only once.

    The sum keeps it from reading all items by their number to answer this.
    """
    first = select(UnfinishedImport.first_item).where(UnfinishedImport.campaign_id == campaign)
    hidden = first.correlate(Item).scalar_subquery()
    return Item.id + 0 < func.coalesce(hidden, BEYOND_ALL)


def hides_items(campaign: Campaigns) -> ColumnElement[bool]:
    """Whether items of a campaign are hidden now."""
    return exists().where(UnfinishedImport.campaign_id == campaign, UnfinishedImport.first_item.is_not(None))
