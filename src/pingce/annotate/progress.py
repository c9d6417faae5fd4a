"""How far a campaign is: what its page shows of items, jobs, people and days. No database here."""

from collections.abc import Mapping
from dataclasses import dataclass

from .workflow import ANSWERED_JOBS, SETTLED_JOBS, JobState


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


def person_progress(user: int, name: str, jobs: Mapping[str, int], median_seconds: float | None) -> PersonProgress:
    """What somebody has done, from how many of their jobs are in which state."""
    return PersonProgress(
        user=user,
        name=name,
        claimed=jobs.get(JobState.CLAIMED, 0),
        submitted=sum(jobs.get(state, 0) for state in ANSWERED_JOBS),
        returned=jobs.get(JobState.RETURNED, 0) + jobs.get(JobState.REJECTED, 0),
        accepted=sum(jobs.get(state, 0) for state in SETTLED_JOBS),
        skipped=jobs.get(JobState.SKIPPED, 0),
        expired=jobs.get(JobState.EXPIRED, 0),
        median_seconds=median_seconds,
    )


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
