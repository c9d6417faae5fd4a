"""Tasks of one's own that campaigns and competitions are about, as they were described when these began."""

from sqlalchemy import Float, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from .base import Base
from .competition import TASK_LENGTH


class StoredTask(Base):
    """The description of a task, kept so that stored answers can be read whatever becomes of the file."""

    __tablename__ = "own_tasks"

    id: Mapped[str] = mapped_column(String(TASK_LENGTH), primary_key=True)
    description: Mapped[str] = mapped_column(Text)
    """TOML."""
    stored_at: Mapped[float] = mapped_column(Float)
