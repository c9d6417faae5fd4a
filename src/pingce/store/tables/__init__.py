"""The tables, one file per stage."""

from sqlalchemy import MetaData

from . import annotate, competition, history, marks, people
from .base import Base

FILES = (people, annotate, history, competition, marks)


def all_tables() -> MetaData:
    """Every table of the workbench; migrations are compared with it."""
    return Base.metadata
