"""What organisers send beyond phases: calendars."""

from typing import Annotated

from pydantic import Field

from pingce.leaderboard.competition.phases import Download
from pingce.spec.words import Words

from .common import In, Note, Out
from .competitions import Line, OptionalLine, TaskId, Time


class DatedFileIn(In):
    """From when on teams may fetch a kind of file of a subtask; `public`: everybody may."""

    task: TaskId
    what: Download
    at: Time
    public: bool = False


class DatedEventIn(In):
    title: Line
    title_en: OptionalLine = ""
    starts_at: Time
    ends_at: Time | None = None


class CalendarIn(In):
    files: Annotated[list[DatedFileIn], Field(max_length=100)]
    events: Annotated[list[DatedEventIn], Field(max_length=50)] = Field(default_factory=list)
    reason: Note = ""


class CalendarPresetIn(In):
    """A published calendar, in its own year unless another is given."""

    preset: Annotated[str, Field(max_length=64)]
    year: Annotated[int, Field(ge=2000, le=2200)] | None = None
    reason: Note = ""


class CalendarPresetView(Out):
    id: str
    title: Words
    year: int
    source: str
    """Where it was published."""
