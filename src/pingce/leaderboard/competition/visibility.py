"""Who sees which scores, and who may fetch which file.

Pure functions of phases, viewer and time: services ask them before they give a score, an interval or a file away.
"""

from collections.abc import Sequence
from typing import Literal

from .calendar import DatedFile
from .phases import TEST_ANSWERS, Download, PhaseKind, PhasePlan, is_published, open_phases

Viewer = Literal["organiser", "team", "public"]
"""``team``: one that was admitted."""
Sight = Literal["all", "own", "none"]


def sight(plans: Sequence[PhasePlan], kind: PhaseKind, viewer: Viewer, now: float) -> Sight:
    """Whose scores of a phase's board the viewer sees now; at publication everything is shown.

    A competition without any phase takes no submissions: it shows a board that was published elsewhere.
    """
    if viewer == "organiser" or not plans:
        return "all"
    plan = next((planned for planned in plans if planned.kind is kind), None)
    if plan is None or plan.starts_at > now:
        return "none"
    if is_published(plans, now) or plan.rules.shows == "all":
        return "all"
    return "own" if plan.rules.shows == "own" and viewer == "team" else "none"


def holds_back(plans: Sequence[PhasePlan], kind: PhaseKind, viewer: Viewer, now: float) -> bool:
    """Whether a score speaks of answers the viewer must not find out: every further digit would tell more of them."""
    return kind is PhaseKind.TEST and viewer != "organiser" and bool(plans) and not is_published(plans, now)


def may_see_intervals(plans: Sequence[PhasePlan], kind: PhaseKind, viewer: Viewer, now: float) -> bool:
    """Whether a viewer sees intervals of scores: while test answers are held back only if the phase says so."""
    plan = next((planned for planned in plans if planned.kind is kind), None)
    return not holds_back(plans, kind, viewer, now) or (plan is not None and plan.rules.intervals)


def may_download(
    plans: Sequence[PhasePlan], what: Download, viewer: Viewer, now: float, date: DatedFile | None = None
) -> bool:
    """Files are for teams that were admitted, in phases that list them, and for everybody once results are out.

    A file with a ``date`` of its own comes out then, whatever the phases list, and for everybody if the date says so.
    Test answers stay where they are whoever asks, organisers included, until results are published and either the
    phase lists them or their date has come.
    """
    listing = [phase for phase in open_phases(plans, now) if what in phase.rules.downloads]
    published = any(phase.kind is PhaseKind.PUBLISHED for phase in listing)
    out = bool(listing) if date is None else date.at <= now
    for_all = published or (date is not None and date.public)
    if what == TEST_ANSWERS:
        return out and is_published(plans, now) and (for_all or (date is not None and viewer != "public"))
    return viewer == "organiser" or (out and (viewer == "team" or for_all))


def may_explore(plans: Sequence[PhasePlan], kind: PhaseKind, viewer: Viewer, now: float) -> bool:
    """Errors item by item give the answers away: on dev only, whoever the team is."""
    if viewer == "organiser":
        return True
    plan = next((planned for planned in plans if planned.kind is kind), None)
    if viewer != "team" or kind is not PhaseKind.DEV or plan is None:
        return False
    return plan.starts_at <= now and plan.rules.explorer
