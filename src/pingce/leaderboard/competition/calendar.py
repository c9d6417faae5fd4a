"""A competition's calendar: phases, files with dates of their own, other dates, and the calendars of past editions.

Phases say what may be done when, and may overlap. A file of one subtask may have a date of its own, which then decides
instead of the phases: subtasks come out at different times, and answers of the dev part in the middle of a phase.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from pingce.formats.settings import all_problems
from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .phases import TEST_ANSWERS, Download, PhaseKind, PhasePlan, is_published

BEIJING = timezone(timedelta(hours=8))
DOWNLOAD_TITLES: Mapping[Download, Words] = {
    "train": Words("训练集", "training data"),
    "dev questions": Words("开发集题目", "dev questions"),
    "dev answers": Words("开发集答案", "dev answers"),
    "test questions": Words("测试集题目", "test questions"),
    "test answers": Words("测试集答案", "test answers"),
}

_DELIVERIES: Mapping[str, Words] = {
    "model": Words("模型", "model"),
    "code": Words("代码", "code"),
    "prompts": Words("提示词", "prompts"),
    "report": Words("技术报告", "technical report"),
}


@dataclass(frozen=True, slots=True)
class DatedFile:
    """A kind of file of one subtask, and from when on teams may fetch it; ``public``: everybody may."""

    task: str
    what: Download
    at: float
    public: bool = False


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """A date that opens and closes nothing."""

    title: Words
    starts_at: float
    ends_at: float | None = None


@dataclass(frozen=True, slots=True)
class Calendar:
    """Everything that has a date, as organisers enter it."""

    phases: tuple[tuple[PhaseKind, float, float | None], ...] = ()
    files: tuple[DatedFile, ...] = ()
    events: tuple[DatedEvent, ...] = ()


def check_calendar(
    plans: Sequence[PhasePlan], files: Sequence[DatedFile], events: Sequence[DatedEvent], tasks: Sequence[str]
) -> None:
    """All that is wrong with the dates at once."""
    problems = [*_file_problems(plans, files, tasks), *map(_late_event, (e for e in events if _ends_early(e)))]
    if problems:
        raise UserError(all_problems(Words("日程有误", "The calendar cannot be used"), problems), code="bad-calendar")


def _file_problems(plans: Sequence[PhasePlan], files: Sequence[DatedFile], tasks: Sequence[str]) -> Iterable[Words]:
    seen = set()
    for file in files:
        name = file_title(file.task, file.what)
        if file.task not in tasks:
            yield Words(f"本评测没有 {file.task}", f"this competition has no {file.task}")
        if (file.task, file.what) in seen:
            yield Words(f"{name.zh}有两个日期", f"{name.en} has two dates")
        seen.add((file.task, file.what))
        if file.what == TEST_ANSWERS and not is_published(plans, file.at):
            yield Words(f"{name.zh}早于结果公布", f"{name.en} would come out before the results are published")


def _ends_early(event: DatedEvent) -> bool:
    return event.ends_at is not None and event.ends_at <= event.starts_at


def _late_event(event: DatedEvent) -> Words:
    return Words(f"“{event.title.zh}”的结束不晚于开始", f"'{event.title.en}' ends before it starts")


def file_title(task: str, what: Download) -> Words:
    """As calendars name it."""
    title = DOWNLOAD_TITLES[what]
    return Words(f"{task} {title.zh}", f"{title.en} of {task}")


def delivery_title(kind: str) -> Words:
    """What teams hand in at the end besides answers."""
    return _DELIVERIES[kind]


def deadline_title(kind: str) -> Words:
    """The deadline of a delivery, as calendars name it."""
    title = delivery_title(kind)
    return Words(f"提交{title.zh}截止", f"{title.en} due")


def beijing_time(year: int, month: int, day: int, hour: int = 0) -> float:
    """Seconds since 1970; published calendars name days in Beijing."""
    return datetime(year, month, day, hour, tzinfo=BEIJING).timestamp()
