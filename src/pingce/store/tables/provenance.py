"""Where the items of campaigns and competitions come from, and how far each can be trusted."""

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from .annotate import KEY_LENGTH, STATE_LENGTH, Json
from .base import Base

DIGEST_LENGTH = 64
NAME_LENGTH = 64
TASK_LENGTH = 64
PACK_LENGTH = 128


class ItemOrigin(Base):
    """What an item carries with it (:mod:`pingce.formats.provenance`), found by id, by text or by original."""

    __tablename__ = "item_origins"
    __table_args__ = (
        Index("ix_item_origins_ref", "ref"),
        Index("ix_item_origins_digest", "digest"),
        Index("ix_item_origins_other_digest", "other_digest"),
        Index("ix_item_origins_original", "original"),
    )

    item_id: Mapped[int] = mapped_column(ForeignKey("items.id"), primary_key=True)
    ref: Mapped[str] = mapped_column(String(KEY_LENGTH))
    """The item's own id in its file."""
    digest: Mapped[str] = mapped_column(String(DIGEST_LENGTH))
    """SHA-256 of its text."""
    other_digest: Mapped[str | None] = mapped_column(String(DIGEST_LENGTH))
    """Of its second text, where it asks about two."""
    original: Mapped[str | None] = mapped_column(String(KEY_LENGTH))
    """The untouched passage it was made of, or is."""
    record: Mapped[Json] = mapped_column(JSON)
    """The provenance record without its ``qid``."""


class StoredTier(Base):
    """The tier that ``quality tiers`` gave an item last."""

    __tablename__ = "item_tiers"
    __table_args__ = (Index("ix_item_tiers_campaign", "campaign_id", "release"),)

    item_id: Mapped[int] = mapped_column(ForeignKey("items.id"), primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    tier: Mapped[str] = mapped_column(String(NAME_LENGTH))
    release: Mapped[bool] = mapped_column(Boolean)
    rule: Mapped[str] = mapped_column(String(NAME_LENGTH))
    """The rule that decided."""
    labels: Mapped[list[str]] = mapped_column(JSON)
    """What the item is held to be, or what people said of it."""
    graded_by: Mapped[int | None] = mapped_column(Integer)
    graded_at: Mapped[float] = mapped_column(Float)


class ReleasedItem(Base):
    """An item of a competition's questions or answers, found by id or by text: the way from a board back to its
    origin.
    """

    __tablename__ = "released_items"
    __table_args__ = (
        UniqueConstraint("file_id", "qid"),
        Index("ix_released_items_qid", "qid"),
        Index("ix_released_items_was", "was"),
        Index("ix_released_items_digest", "digest"),
        Index("ix_released_items_other_digest", "other_digest"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    file_id: Mapped[int] = mapped_column(ForeignKey("competition_files.id"))
    task: Mapped[str] = mapped_column(String(TASK_LENGTH))
    part: Mapped[str] = mapped_column(String(STATE_LENGTH))
    qid: Mapped[str] = mapped_column(String(KEY_LENGTH))
    position: Mapped[int] = mapped_column(Integer)
    """Its place among the items of the file, which is its place among the rows of a score."""
    digest: Mapped[str] = mapped_column(String(DIGEST_LENGTH))
    """SHA-256 of its text; empty where a file has answers only."""
    other_digest: Mapped[str | None] = mapped_column(String(DIGEST_LENGTH))
    pack: Mapped[str | None] = mapped_column(String(PACK_LENGTH))
    """Name and version of the pack it came with."""
    was: Mapped[str | None] = mapped_column(String(KEY_LENGTH))
    """Its id before the pack gave it a new one."""
    record: Mapped[Json | None] = mapped_column(JSON(none_as_null=True))
    """Its provenance record without its ``qid``, as the private side of the pack has it."""
    answer: Mapped[Json | None] = mapped_column(JSON(none_as_null=True), deferred=True)
    """What an answer file has for it, so that nobody unpacks the file for one item; as much a secret as the file."""
