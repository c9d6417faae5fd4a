"""What a database says about itself as a whole."""

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from .base import Base


class Mark(Base):
    """``made-for``: ``demo`` where a demo filled it."""

    __tablename__ = "marks"

    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    value: Mapped[str] = mapped_column(String(200))
