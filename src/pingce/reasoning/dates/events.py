"""Known dates of the world, and what lasts from one event to another."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pingce.reasoning.item import Language

SOMEBODY = "~"
"""Whoever a phrase is about: one character at its beginning, ``~`` or 他; one of several people stands in 〔〕."""
_FILE = Path(__file__).parent / "world_dates.toml"


@dataclass(frozen=True)
class Duration:
    """A phrase for something that lasts, and the phrases for its beginning and end.

    The person it is about and ``{}`` are shared by all three.
    """

    phrase: re.Pattern[str]
    start: str
    end: str

    @staticmethod
    def moment(phrase: str, who: str, kind: str) -> str:
        """The phrase for the beginning or end of what a certain person does."""
        return who + phrase[len(SOMEBODY) :].replace("{}", kind)


@dataclass(frozen=True)
class WorldDates:
    """Years by phrase, periods by phrase, and durations of a life."""

    years: dict[str, int]
    periods: dict[str, tuple[int, int]]
    durations: tuple[Duration, ...]


@cache
def world_dates(language: Language) -> WorldDates:
    """The dates file for one language; phrases are written as `plain_phrase` writes them."""
    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return WorldDates(
        years={plain_phrase(phrase): row["year"] for row in data["event"] for phrase in row[language]},
        periods={plain_phrase(phrase): (row["from"], row["to"]) for row in data["period"] for phrase in row[language]},
        durations=tuple(_duration(*row[language]) for row in data["duration"]),
    )


def plain_phrase(phrase: str) -> str:
    """A phrase without article and capitals, so that it is the same at the beginning of a sentence."""
    return re.sub(r"^the ", "", " ".join(phrase.split()).lower())


def duration_of(phrase: str, language: Language) -> tuple[str, str] | None:
    """The beginning and end of something that lasts, or None when it is no such thing."""
    for duration in world_dates(language).durations:
        match = duration.phrase.fullmatch(phrase)
        if match is not None:
            who, kind = match["who"], match.groupdict().get("kind", "")
            return duration.moment(duration.start, who, kind), duration.moment(duration.end, who, kind)
    return None


def _duration(phrase: str, start: str, end: str) -> Duration:
    does = re.escape(plain_phrase(phrase)[len(SOMEBODY) :]).replace(r"\{\}", "(?P<kind>[^,，]+)")
    return Duration(re.compile(rf"(?P<who>他|~|〔[^〕]*〕){does}"), plain_phrase(start), plain_phrase(end))
