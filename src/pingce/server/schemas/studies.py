"""Human studies: what a sample is to be like, the campaign made of it, and how it stands."""

from typing import Annotated

from pydantic import Field

from pingce.annotate.services.studies import StudyKind, StudyPerson
from pingce.annotate.settings import MOST_ANSWERS
from pingce.quality.draw import By, Labels

from .campaigns import CampaignName, MembersIn
from .common import LARGEST_ID, In, Out


class SampleIn(In):
    """A sample of released data for a human study: how many items, and what they are to be like."""

    items: Annotated[int, Field(ge=1, le=100_000)] = 100
    by: By = "genre"
    """Whose shares in the data the sample keeps."""
    labels: Labels = "equal"
    """As many items of each label, or in the shares of the data."""
    seed: Annotated[int, Field(ge=0, le=LARGEST_ID)] = 0


class StudyIn(SampleIn, MembersIn):
    """A sample and the campaign it is answered in."""

    title: CampaignName
    kind: StudyKind
    people: Annotated[int, Field(ge=1, le=MOST_ANSWERS)]
    """How many answer every item."""
    open: bool = False


class StudyView(Out):
    """How a human study stands, and its result as soon as anybody has answered."""

    kind: StudyKind
    items: int
    asked: int
    """People that every item is asked of."""
    people: list[StudyPerson]
    rules: list[str]
    """What `rules` may be."""
    page: dict[str, object] | None
    """The result as a page, as those of runs; null while nobody has answered."""
