"""The tables, one file per stage."""

from sqlalchemy import MetaData

from . import (
    annotate,
    competition,
    figures,
    flow,
    glosses,
    history,
    marks,
    notifications,
    organising,
    own_tasks,
    people,
    provenance,
    qualification,
    removal,
)
from .base import Base

FILES = (
    people,
    annotate,
    provenance,
    history,
    glosses,
    qualification,
    competition,
    organising,
    own_tasks,
    flow,
    marks,
    removal,
    notifications,
    figures,
)


def all_tables() -> MetaData:
    """Every table of the workbench; migrations are compared with it."""
    return Base.metadata
