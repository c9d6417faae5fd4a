"""Figures of campaigns, kept as sums: of a campaign, of its people, and what each item has in them.

None of it is anything new: all of it can be counted again from the other tables, and is when it is missing.
"""

from sqlalchemy import JSON, Float, ForeignKey, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from .base import Base

Counts = dict[str, int]


class CampaignFigures(Base):
    """The sums over a campaign's items, and how far they go."""

    __tablename__ = "campaign_figures"

    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"), primary_key=True, autoincrement=False)
    version: Mapped[int] = mapped_column(Integer)
    """Rises with every change, so that of two processes that count at the same time one gives way."""
    basis: Mapped[str] = mapped_column(String(64))
    """Digest of what figures go by beside answers: settings, readings of glosses. With another all is counted anew."""
    counted_items: Mapped[int] = mapped_column(Integer)
    """Items up to this number are in the sums."""
    counted_events: Mapped[int | None] = mapped_column(Integer)
    """Events up to this number are in the sums; of later ones, as many as items say. None: counting has not begun."""
    mark: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))
    """PostgreSQL: an event, the transaction that came next and the time; when all earlier ones have ended, what they
    wrote up to that event can be seen."""
    counts: Mapped[Counts] = mapped_column(JSON)
    times: Mapped[Counts] = mapped_column(JSON)


class PersonSums(Base):
    """What a person has in the figures of a campaign."""

    __tablename__ = "person_figures"

    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"), primary_key=True, autoincrement=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True, autoincrement=False)
    told_at: Mapped[float | None] = mapped_column(Float)
    """When they first heard a reviewer's word about an answer of theirs."""
    counts: Mapped[Counts] = mapped_column(JSON)
    times: Mapped[Counts] = mapped_column(JSON)
    median_answers: Mapped[float | None] = mapped_column(Float)
    median_submitted: Mapped[float | None] = mapped_column(Float)


class ItemSums(Base):
    """What an item has in the figures, to be taken out when it changes."""

    __tablename__ = "item_figures"

    item_id: Mapped[int] = mapped_column(ForeignKey("items.id"), primary_key=True, autoincrement=False)
    events: Mapped[int] = mapped_column(Integer)
    """How many events of the item are in it."""
    part: Mapped[str] = mapped_column(Text)
