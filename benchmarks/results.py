"""The measured rows as tables of the documentation, between marks, so that they are renewed and never typed.

Every system of the catalogue stands in the table of each task it answers: with its rows, or as not measured.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pingce.spec.words import Lang, Words
from pingce.systems.catalog import SYSTEMS
from pingce.systems.measured import NOT_MEASURED, MeasuredRow, ranking
from pingce.systems.published import PUBLISHED

MARK = "<!-- measured {lang}: python -m benchmarks.systems --docs -->"
END = "<!-- end of measured -->"
OWN_TASKS = ("llm",)
"""Answers every task; which model is asked decides what it is worth."""
SUBSETS = ("mfs", "frequent", "few", "zero")
HEADER = {
    "zh": ["系统", "得分 [95 %]", "另", "训练（CPU 分钟）", "训练 MB", "每秒文本", "作答 MB", "参数", "检查"],
    "en": [
        "system",
        "score [95 %]",
        "also",
        "train CPU min",
        "train MB",
        "texts/s",
        "answer MB",
        "parameters",
        "check",
    ],
}


def write_tables(page: Path, rows: Sequence[MeasuredRow]) -> None:
    """Put the tables between their marks."""
    page.write_text(with_tables(page.read_text(encoding="utf-8"), rows), encoding="utf-8")


def with_tables(text: str, rows: Sequence[MeasuredRow]) -> str:
    """The page with the tables of these rows."""
    for lang in ("zh", "en"):
        mark = MARK.format(lang=lang)
        made = f"{mark}\n\n" + "\n".join(tables(rows, lang)) + f"\n{END}"
        text, times = re.subn(f"{re.escape(mark)}.*?{re.escape(END)}", lambda _, made=made: made, text, flags=re.DOTALL)  # type: ignore[misc]  # the default binds the loop's value
        assert times == 1, mark
    return text


def tables(rows: Sequence[MeasuredRow], lang: Lang) -> Iterator[str]:
    """A table for every task that a system here was built for."""
    tasks = dict.fromkeys(task for name, entry in SYSTEMS.items() if name not in OWN_TASKS for task in entry.tasks)
    for task in sorted(tasks):
        yield f"**{task}**\n"
        yield _row(HEADER[lang])
        yield _row(["---"] * len(HEADER[lang]))
        yield from (_row(cells) for cells in task_table(task, rows, lang))
        yield ""


def task_table(task: str, rows: Sequence[MeasuredRow], lang: Lang) -> Iterator[list[str]]:
    """Rows of a task system by system, the best first, then what was published."""
    for name, entry in SYSTEMS.items():
        if name in OWN_TASKS or task not in entry.tasks:
            continue
        mine = sorted((row for row in rows if (row.task, row.system) == (task, name)), key=ranking, reverse=True)
        yield from (_cells(row, lang) for row in mine)
        if not mine:
            yield [f"`{name}`", NOT_MEASURED.say(lang), *["–"] * (len(HEADER[lang]) - 2)]
    published = Words("公布", "published")
    for score in PUBLISHED:
        if score.task == task:
            who = f"({published.say(lang)}: {score.who}{', ' * bool(score.method)}{score.method}"
            who += f" → `{score.system}`)" if score.system else ")"
            yield [who, f"{score.value:.4f}", *["–"] * (len(HEADER[lang]) - 2)]


def _cells(row: MeasuredRow, lang: Lang) -> list[str]:
    value, *ends = row.numbers[row.ranked_by]
    name = f"`{row.name}`" + (f" {row.encoder}" if row.encoder else "") + (f", seed {row.seed}" if row.seed else "")
    if row.members:
        name += Words("，成员 ", " of ").say(lang) + ", ".join(row.members)
    minutes = "–" if row.cpu_minutes is None else f"{row.cpu_minutes:.1f}"
    if row.budget_minutes is not None:
        minutes += Words(f"（预算 {row.budget_minutes:g}）", f" (budget {row.budget_minutes:g})").say(lang)
    return [
        name,
        f"{value:.4f}" + (f" [{ends[0]:.3f}, {ends[1]:.3f}]" if ends else ""),
        _also(row, lang),
        minutes,
        "–" if row.training_mb is None else f"{row.training_mb:,.0f}",
        f"{row.texts_per_second:,.0f}",
        "–" if row.answering_mb is None else f"{row.answering_mb:,.0f}",
        f"{row.parameters:,}",
        Words("通过", "passes").say(lang) if row.valid else Words("不通过", "FAILS").say(lang),
    ]


def _also(row: MeasuredRow, lang: Lang) -> str:
    """Further numbers that a task is looked at by."""
    listed = []
    for key, words in (
        ("balanced.balanced_accuracy", Words("平衡", "balanced")),
        ("strict.type_accuracy", Words("类型", "types")),
    ):
        if key in row.numbers:
            listed.append(f"{words.say(lang)} {row.numbers[key][0]:.4f}")
    listed += [
        f"{subset} {row.numbers[f'subset.{subset}'][0]:.4f}" for subset in SUBSETS if f"subset.{subset}" in row.numbers
    ]
    return ", ".join(listed) or "–"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
