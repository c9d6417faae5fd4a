"""How many people an item asks for, where a campaign mixes one and more: by share, by genre, by who begins it.

An item gets ``answers`` people if it is drawn (``second_share``) or of a genre that the settings name; any other item
gets one, or, where levels are named, one if somebody of these levels begins it and ``answers`` otherwise. Imports lay
items out by it (:mod:`.services.imports`), claims ask ``answers_alone`` (:mod:`.services.queue`). No database.
"""

import re
from typing import NamedTuple

from .sampling import is_drawn
from .settings import CampaignSettings

NOBODY = 0
"""Items are drawn for the campaign, not for a person."""


class AskedNumber(NamedTuple):
    """How many people; ``alone``: one is enough if the right one begins."""

    asked: int
    alone: bool = False


def asked_number(settings: CampaignSettings, secret: str, number: int, genre: str | None) -> AskedNumber:
    """For the ``number``-th item of a campaign (from 0)."""
    if _is_drawn(settings, secret, number) or genre in listed(settings.second_genres):
        return AskedNumber(settings.answers)
    return AskedNumber(settings.answers, alone=True) if settings.alone_levels else AskedNumber(1)


def seats_number(settings: CampaignSettings, secret: str, number: int) -> int:
    """For the ``number``-th group of a campaign with fixed annotators (from 0)."""
    return settings.answers if _is_drawn(settings, secret, number) else 1


def _is_drawn(settings: CampaignSettings, secret: str, number: int) -> bool:
    return is_drawn(number, settings.second_share, secret=secret, who=NOBODY, what="second")


def answers_alone(settings: CampaignSettings, level: str | None) -> bool:
    """Whether what somebody of this level says is enough."""
    return level is not None and level in listed(settings.alone_levels)


def listed(names: str) -> frozenset[str]:
    """``A, B`` or ``报刊、小说`` as people write it."""
    return frozenset(name for name in re.split(r"[,，、;；\s]+", names) if name)
