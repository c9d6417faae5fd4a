"""Whether the kept figures of a campaign are right: compared with those from all rows, and counted anew if need be."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import NamedTuple

from sqlalchemy import update
from sqlalchemy.orm import Session

from pingce.store.people import Actor, Role
from pingce.store.tables.figures import CampaignFigures

from .access import enter
from .figures import figures, recount_figures
from .progress import progress, recount_progress


class WrongFigure(NamedTuple):
    """A number that is not what a recount says."""

    name: str
    kept: object
    recounted: object


def differences(db: Session, actor: Actor, campaign_id: int) -> list[WrongFigure]:
    """All numbers of the campaign's page whose kept value is wrong; there should be none."""
    pairs = (
        (progress(db, actor, campaign_id), recount_progress(db, actor, campaign_id)),
        (figures(db, actor, campaign_id), recount_figures(db, actor, campaign_id)),
    )
    return [difference for kept, recounted in pairs for difference in _compared("", asdict(kept), asdict(recounted))]


def _compared(name: str, kept: object, recounted: object) -> Iterator[WrongFigure]:
    if isinstance(kept, Mapping) and isinstance(recounted, Mapping):
        for key in {**kept, **recounted}:
            yield from _compared(f"{name}.{key}" if name else str(key), kept.get(key), recounted.get(key))
    elif isinstance(kept, tuple) and isinstance(recounted, tuple) and len(kept) == len(recounted):
        for number, (ours, theirs) in enumerate(zip(kept, recounted, strict=True)):
            yield from _compared(f"{name}[{number}]", ours, theirs)
    elif kept != recounted:
        yield WrongFigure(name, kept, recounted)


def forget_kept(db: Session, actor: Actor, campaign_id: int) -> None:
    """Have all figures of a campaign counted anew."""
    enter(db, actor, campaign_id, Role.BUILDER)
    here = CampaignFigures.campaign_id == campaign_id
    db.execute(update(CampaignFigures).where(here).values(basis="", version=CampaignFigures.version + 1))
