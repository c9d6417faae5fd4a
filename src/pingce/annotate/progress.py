"""How far a campaign is: what its page shows of items, jobs, people and days. No database here."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PersonProgress:
    """What one person has done in a campaign, counted over jobs: each job is one person's turn at one item.

    ``median_seconds`` is the working time per submitted answer; None before the first.
    """

    user: int
    name: str
    claimed: int
    submitted: int
    returned: int
    accepted: int
    """Answers nobody needs to touch any more."""
    skipped: int
    expired: int
    median_seconds: float | None


@dataclass(frozen=True, slots=True)
class DayProgress:
    """``day`` by UTC."""

    day: str
    submitted: int
    decided: int


@dataclass(frozen=True, slots=True)
class AskedItems:
    """``items`` that ask for so many ``people``, and how many of them are decided."""

    people: int
    items: int
    decided: int


@dataclass(frozen=True, slots=True)
class CampaignProgress:
    """How far a campaign is: items, jobs and reviews by state, what each person and each day brought.

    What ``GET /campaigns/{campaign}/progress`` answers and ``pingce annotate status CAMPAIGN`` prints.
    """

    items: Mapping[str, int]
    jobs: Mapping[str, int]
    reviews: Mapping[str, int]
    """What is with reviewers, by kind."""
    asked: tuple[AskedItems, ...]
    """Items by how many people they ask for, controls left out."""
    stuck: int
    """Items that want answers and that every annotator has dealt with: add somebody, or send them to review."""
    people: tuple[PersonProgress, ...]
    days: tuple[DayProgress, ...]
    behind: int = 0
    """Items whose changes are not in these numbers yet: only while those of a large campaign are first counted."""
