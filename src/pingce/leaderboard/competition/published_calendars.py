"""The calendars that past editions published, to begin a new one with or to look at.

A day without an hour begins at midnight in Beijing; a last day is whole: what ends on 20 August ends at the midnight
after it. Where a page was changed later, the calendar is the last one it showed, but for SpaCE2023: its page first
published the questions of the third test in May, later only examples; the first is here, with dates for every file.
``year`` moves all dates to the same days of another year.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pingce.leaderboard.table import short_name
from pingce.spec.words import Words

from .calendar import Calendar, DatedEvent, DatedFile, beijing_time
from .phases import Download, PhaseKind

Day = tuple[int, int] | tuple[int, int, int]
"""Month, day and perhaps an hour."""
Span = tuple[Day, Day | None]
DEV: tuple[Download, ...] = ("dev questions",)
TRAIN_AND_DEV: tuple[Download, ...] = ("train", "dev questions")


@dataclass(frozen=True)
class CalendarPreset:
    """A published calendar: subtasks by their short names, days without a year."""

    id: str
    title: Words
    year: int
    source: str
    """The page it was published on."""
    phases: Mapping[PhaseKind, Span]
    files: Sequence[tuple[Day, Sequence[str], Sequence[Download]]]
    events: Sequence[tuple[Span, Words]] = ()

    def calendar(self, tasks: Sequence[str], year: int | None = None) -> Calendar:
        """For a competition with these subtasks; those the edition did not have come out with its first one."""
        at = _at(self.year if year is None else year)
        first = self.files[0][1][0]
        known = {name for _, names, _ in self.files for name in names}
        files = [
            DatedFile(task, what, at(day))
            for task in tasks
            for day, names, whats in self.files
            if (short_name(task) if short_name(task) in known else first) in names
            for what in whats
        ]
        phases = [(kind, at(starts), _end(at, ends)) for kind, (starts, ends) in self.phases.items()]
        events = [DatedEvent(title, at(starts), _end(at, ends)) for (starts, ends), title in self.events]
        return Calendar(tuple(phases), tuple(files), tuple(events))


def _at(year: int) -> Callable[[Day], float]:
    return lambda day: beijing_time(year, *day)


def _end(at: Callable[[Day], float], day: Day | None) -> float | None:
    if day is None:
        return None
    return at(day) if len(day) == 3 else at(day) + 86_400


def _workshop(first: Day, last: Day) -> tuple[Span, Words]:
    return (first, last), Words("评测研讨会", "workshop")


REGISTRATION, DEV_PHASE, TEST_PHASE, PUBLISHED = PhaseKind
_PRESETS = (
    CalendarPreset(
        "space2021",
        Words("SpaCE2021 的日程", "calendar of SpaCE2021"),
        2021,
        "github.com/2030NLP/SpaCE2021 README.md",
        {
            REGISTRATION: ((4, 1), (6, 19)),
            DEV_PHASE: ((4, 5), (6, 18)),
            TEST_PHASE: ((6, 19), (7, 16)),
            PUBLISHED: ((7, 23), None),
        },
        [
            ((4, 1), ("task1", "task2"), TRAIN_AND_DEV),
            ((4, 1), ("task3",), DEV),
            ((6, 19), ("task1", "task2", "task3"), ("dev answers", "test questions")),
        ],
        [
            (((4, 5), None), Words("发布基线系统", "baseline system published")),
            (((7, 16), (7, 20)), Words("选择一个模型作为最终参赛模型提交", "the final model is chosen and handed in")),
            (((7, 23), None), Words("技术报告收取截止", "technical reports due")),
            _workshop((8, 13), (8, 15)),
        ],
    ),
    CalendarPreset(
        "space2022",
        Words("SpaCE2022 的日程", "calendar of SpaCE2022"),
        2022,
        "2030nlp.github.io/SpaCE2022, 4 评测赛程",
        {
            REGISTRATION: ((6, 1), (8, 20)),
            DEV_PHASE: ((8, 8), None),
            TEST_PHASE: ((9, 15, 9), (9, 18, 22)),
            PUBLISHED: ((10, 14), None),
        },
        [
            ((8, 8), ("task1", "task2"), TRAIN_AND_DEV),
            ((8, 12), ("task3",), TRAIN_AND_DEV),
            ((8, 18), ("task1", "task2", "task3"), ("dev answers",)),
            ((9, 15, 9), ("task1", "task2", "task3"), ("test questions",)),
        ],
        [
            (((9, 25, 22), None), Words("提交最终版本的模型及技术报告", "final models and technical reports due")),
            _workshop((10, 14), (10, 16)),
        ],
    ),
    CalendarPreset(
        "space2023",
        Words("SpaCE2023 的日程", "calendar of SpaCE2023"),
        2023,
        "2030nlp.github.io/SpaCE2023, 表2",
        {
            REGISTRATION: ((4, 5), (5, 15)),
            DEV_PHASE: ((5, 1), None),
            TEST_PHASE: ((6, 5), (6, 8)),
            PUBLISHED: ((6, 14), None),
        },
        [
            ((5, 1), ("task1", "task2"), TRAIN_AND_DEV),
            ((5, 5), ("task3",), ("test questions",)),
            ((5, 11), ("task1", "task2"), ("dev answers",)),
            ((6, 5), ("task1", "task2"), ("test questions",)),
        ],
        [
            (((6, 11), None), Words("提交最终版本的模型", "final models due")),
            _workshop((8, 4), (8, 6)),
        ],
    ),
    CalendarPreset(
        "space2024",
        Words("SpaCE2024 的日程", "calendar of SpaCE2024"),
        2024,
        "2030nlp.github.io/SpaCE2024, 4 评测赛程",
        {
            REGISTRATION: ((2, 20), (4, 15)),
            DEV_PHASE: ((4, 22), (5, 17)),
            TEST_PHASE: ((4, 22), (5, 17)),
            PUBLISHED: ((6, 14), None),
        },
        [
            ((3, 27), ("choice",), ("train",)),
            ((4, 22), ("choice",), ("dev questions", "dev answers", "test questions")),
        ],
        [
            (((4, 2), None), Words("发布评分脚本和评分细则", "scoring script published")),
            (((4, 26), None), Words("发布空间语义词表资源", "lexicon published")),
            (((5, 21), None), Words("参赛模型提交截止", "models due")),
            (((5, 30), None), Words("技术报告、评测论文初稿提交截止", "technical reports and drafts due")),
            (((6, 10), None), Words("反馈论文审核意见", "reviews")),
            (((6, 15), None), Words("评测论文终稿截止", "final papers due")),
            (((6, 25), None), Words("评测论文录用通知", "notification")),
            _workshop((7, 25), (7, 28)),
        ],
    ),
    CalendarPreset(
        "space2025",
        Words("SpaCE2025 的日程", "calendar of SpaCE2025"),
        2025,
        "pku-space.github.io/SpaCE2025, 4 评测赛程",
        {
            REGISTRATION: ((2, 20), (3, 31)),
            DEV_PHASE: ((3, 31), (5, 11)),
            TEST_PHASE: ((3, 31), (5, 11)),
            PUBLISHED: ((5, 31), None),
        },
        [
            ((3, 24), ("spr-zh", "spr-en", "jsi", "rsr", "rse"), ("train",)),
            ((3, 31), ("spr-zh", "spr-en"), ("dev questions", "dev answers")),
            ((3, 31), ("spr-zh", "spr-en", "jsi", "rsr", "rse"), ("test questions",)),
        ],
        [
            (((5, 15), None), Words("参赛模型提交截止", "models due")),
            (((5, 30), None), Words("评测论文初稿提交截止", "drafts of papers due")),
            (((6, 15), None), Words("评测论文终稿提交截止", "final papers due")),
            (((6, 20), None), Words("评测论文录用通知", "notification")),
            _workshop((8, 1), (8, 31)),
        ],
    ),
)
CALENDARS: Mapping[str, CalendarPreset] = {preset.id: preset for preset in _PRESETS}
"""By edition."""
