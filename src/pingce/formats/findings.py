"""Collects what is wrong with a file: all of it, but not without end.

Counts are exact, but only the first problems of each kind are kept word by word: a file that is wrong in every line
must not fill the memory. What is an error in gold may be a warning in a submission; ``level`` decides.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Literal, overload

from pingce.formats.encode import Json
from pingce.spec.problem import CODES, Level, Problem, Violation, cut
from pingce.spec.words import Words

FileRole = Literal["gold", "submission", "questions", "inventory"]

KEPT = 1_000
"""Problems of each level kept for showing; beyond that they are only counted."""
ENOUGH = 10_000
"""After so many errors reading on tells nobody anything new."""
PATIENCE = 1_000_000
"""After so many errors even scoring, which takes what it can use, gives up."""


class StopReading(Exception):  # noqa: N818 (it steers, it is no error)
    """Raised when a file cannot be read any further or is wrong beyond interest."""


class Findings:
    """The problems of one file."""

    def __init__(self, file: str, *, patient: bool = False, strict: bool = False) -> None:
        self.file = file
        self.patient = patient
        """Read on whatever the records say, as scoring must, up to a point."""
        self.strict = strict
        """Answers that are to become part of a data set, whatever file they come in: what is wrong in gold is wrong."""
        self.role: FileRole = "gold"
        self.errors: list[Problem] = []
        self.warnings: list[Problem] = []
        self.first: dict[tuple[Level, str], Problem] = {}
        """The first problem of each level and code."""
        self.counts: Counter[tuple[Level, str]] = Counter()
        self.stopped_at: int | None = None
        self._once: set[tuple[str, str]] = set()
        self._reading_errors = 0

    def level(self, violation: Violation) -> Level:
        """Whether this is an error or a warning here: submissions are forgiven some of what gold is not."""
        levels = violation.levels
        return levels.submission if self.role == "submission" and not self.strict else levels.gold

    def add(self, violation: Violation, *, line: int | None = None, qid: str | None = None) -> None:
        """Note a problem; the first of each kind are kept, all are counted.

        Raises ``StopReading`` after so many errors that going on tells nobody anything new.
        """
        code, level = violation.code, self.level(violation)
        path, shortened, expected = cut(violation.path), _short(violation.found), _short(violation.expected)
        if code == "unknown-key":
            # One stray key is usually in every record; saying it once is enough.
            if (code, path) in self._once:
                return
            self._once.add((code, path))
        self.counts[level, code] += 1
        kept = self.errors if level == "error" else self.warnings
        if len(kept) < KEPT or (level, code) not in self.first:
            problem = Problem(self.file, line, qid and cut(qid), path, code, level, shortened, expected)
            self.first.setdefault((level, code), problem)
            if len(kept) < KEPT:
                kept.append(problem)
        # Questions nobody answered are counted after the file was read to its end.
        if level == "error" and code != "missing-qid":
            self._reading_errors += 1
            if self._reading_errors >= (PATIENCE if self.patient else ENOUGH):
                self.stopped_at = line
                raise StopReading

    def extend(self, violations: Iterable[Violation], *, line: int | None, qid: str | None) -> None:
        """Note several problems of one record."""
        for violation in violations:
            self.add(violation, line=line, qid=qid)

    def rename(self, before: str, after: str) -> None:
        """For a file that was read from a copy: people know another name of it."""
        self.file = self.file.replace(before, after)
        for kept in (self.errors, self.warnings):
            kept[:] = [problem._replace(file=self.file) for problem in kept]
        self.first = {kind: problem._replace(file=self.file) for kind, problem in self.first.items()}

    @property
    def error_count(self) -> int:
        """All errors, also those beyond the ones kept."""
        return sum(n for (level, _), n in self.counts.items() if level == "error")

    @property
    def warning_count(self) -> int:
        """All warnings, also those beyond the ones kept."""
        return sum(n for (level, _), n in self.counts.items() if level == "warning")

    def by_kind(self) -> list[tuple[tuple[Level, str], int]]:
        """How many of each level and code, errors first, then the most frequent."""
        return sorted(self.counts.items(), key=lambda pair: (pair[0][0], -pair[1]))

    def kinds_json(self) -> list[Json]:
        """Problems by code, each with the first of its kind."""
        return [
            {
                "code": code,
                "level": level,
                "count": count,
                "title": CODES[code].title.en,
                "official_stops": CODES[code].official_stops(level),
                "example": self.first[level, code].text("en"),
                "example_zh": self.first[level, code].text("zh"),
            }
            for (level, code), count in self.by_kind()
        ]

    @property
    def problems(self) -> list[Problem]:
        """The problems kept, errors first."""
        return self.errors + self.warnings

    @property
    def unusable(self) -> bool:
        """The file as such cannot be read, or is wrong beyond any use."""
        return self.stopped_at is not None or any(CODES[code].file_unusable for _, code in self.counts)

    @property
    def lost_values(self) -> bool:
        """Whether a value could not be read, so that the answers here are not all that the file says."""
        return any(CODES[code].value_lost for _, code in self.counts)


@overload
def _short(text: Words) -> Words: ...
@overload
def _short(text: str | Words) -> str | Words: ...
def _short(text: str | Words) -> str | Words:
    return cut(text) if isinstance(text, str) else Words(*map(cut, text))
