"""What several answers to one item come to.

Comes in: the answers to an item and the campaign's settings. Comes out: agreed, by majority, undetermined, or to be
reviewed; services act on it (:mod:`.services.settle`). No database.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pingce.scoring.likeness import MEAN, Definition, RatingLevel

from .agreement import agree
from .forms import Form
from .settings import CampaignSettings

LEVELS: dict[str, RatingLevel] = {"strict": "strict", "binary": "binary", "loose": "loose"}


class ItemConsensus(NamedTuple):
    """``chosen`` is the answer that stands for those that agree; all of them or a majority."""

    chosen: int
    unanimous: bool


def same(form: Form, settings: CampaignSettings, a: object, b: object, definition: Definition = MEAN) -> bool:
    """Whether two answers agree by the campaign's test; ``definition``: of likeness, as when the campaign began."""
    threshold = settings.threshold if settings.test == "threshold" else 1.0
    return agree(form, a, b, threshold=threshold, level=LEVELS.get(settings.test, "strict"), definition=definition)


def consensus(
    form: Form, settings: CampaignSettings, answers: Sequence[object], definition: Definition = MEAN
) -> ItemConsensus | None:
    """The earliest answer with which more than half of all agree, itself included."""
    best: ItemConsensus | None = None
    for i, answer in enumerate(answers):
        votes = 1 + sum(same(form, settings, answer, other, definition) for j, other in enumerate(answers) if j != i)
        if votes == len(answers):
            return ItemConsensus(i, True)
        if best is None and votes * 2 > len(answers):
            best = ItemConsensus(i, False)
    return best
