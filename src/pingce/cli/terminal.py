"""What all commands share: language option, problem lists, tables."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import IO, TYPE_CHECKING, Any, BinaryIO, cast

import click
from click.core import ParameterSource

from pingce.formats.findings import Findings
from pingce.formats.load import BadFileError
from pingce.scoring.clusters import RESAMPLE_WAYS
from pingce.spec.errors import UserError
from pingce.spec.problem import CODES
from pingce.spec.words import LANG_VARIABLE, LANGS, Lang, Words

if TYPE_CHECKING:
    from pingce.report.sections import Block, Page

FIRST = 50
"""Problems printed one by one; the rest is counted."""

LARGE = 32 * 1024 * 1024
"""Bytes from which reading takes longer than a moment."""

LANG = "pingce.lang"
"""Where the chosen language is kept, for errors that leave the command that knew it."""

NUMBER = re.compile(
    r"""[-–]?                                        # nothing
    | [<>≤≥]?[-−+]?[\d.,]+(e[-+]\d+)?                # 1,234  -0.5  1e-05  ≥7
      (\ ?(%|s|ms|min|h|[KMGT]?B|/s)|/[\d,]+)?       # 12.5 %  3.1 s  3/5
      (\ ?[(\[].*)?                                  # 12 (40.0%)  0.81 [0.79, 0.83]
    | \[.*\]""",
    re.VERBOSE,
)
"""What stands to the right in a table; a name that begins with a digit, such as 3-test-17, does not."""

LEVELS = {"error": Words("错误：", "error: "), "warning": Words("警告：", "warning: ")}


def _remember(context: click.Context, parameter: click.Parameter, lang: Lang) -> Lang:
    """A group's choice holds for its commands unless they are told otherwise."""
    assert parameter.name is not None
    if context.get_parameter_source(parameter.name) is not ParameterSource.DEFAULT:
        context.meta[LANG] = lang
    return chosen_lang(context)


def chosen_lang(context: click.Context) -> Lang:
    """The language asked for so far; a command without --lang still follows the environment."""
    lang: Lang = context.meta.get(LANG) or ("zh" if os.environ.get(LANG_VARIABLE) == "zh" else "en")
    return lang


resample_option = click.option(
    "--resample",
    type=click.Choice(RESAMPLE_WAYS),
    default="clusters",
    show_default=True,
    help="Intervals draw whole clusters (items of one original, word or text), or every item by itself.",
)
_lang_option = partial(
    click.option,
    "--lang",
    type=click.Choice(LANGS),
    default="en",
    show_default=True,
    envvar=LANG_VARIABLE,
    is_eager=True,
    callback=_remember,
    help="Language of messages; the environment variable PINGCE_LANG sets the default.",
)
lang_option = _lang_option()
spoken_option = _lang_option(expose_value=False)
"""For commands that leave the choice to `spoken` and to errors."""


def spoken(words: Words) -> str:
    """In the language of the command that runs."""
    return words.say(chosen_lang(click.get_current_context()))


def page_lang(lang: Lang) -> Lang:
    """Pages are Chinese first, whatever the default of messages; they can be switched."""
    source = click.get_current_context().get_parameter_source("lang")
    return "zh" if source is ParameterSource.DEFAULT else lang


def json_option(what: str) -> Callable[[Any], Any]:
    return click.option("--json", "as_json", is_flag=True, help=f"Print {what} as one JSON object.")


def problem_lines(findings: Findings, lang: Lang) -> list[str]:
    """The first fifty problems, errors first, warnings marked as such, and how many there are."""
    problems = findings.problems
    lines = [
        (LEVELS["warning"].say(lang) if problem.level == "warning" else "") + problem.text(lang)
        for problem in problems[:FIRST]
    ]
    total = findings.error_count + findings.warning_count
    if total > len(lines):
        more = total - len(lines)
        lines.append(Words(f"……另有 {more} 处", f"… and {more} more").say(lang))
    return lines


def summary(findings: Findings, lang: Lang) -> str:
    """A line on what checking a file found: errors, warnings, questions without an answer."""
    errors, warnings = findings.error_count, findings.warning_count
    words = Words(
        f"{findings.file}：{errors} 个错误，{warnings} 个警告",
        f"{findings.file}: {errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}",
    ).say(lang)
    unanswered = sum(n for (_, code), n in findings.counts.items() if code == "missing-qid")
    if unanswered:
        questions = f"{unanswered} question{'s' * (unanswered != 1)} without an answer"
        words += Words(f"；{unanswered} 题未答", f"; {questions}").say(lang)
    if findings.stopped_at is not None:
        words += Words(
            f"；读到第 {findings.stopped_at} 行为止", f"; reading stopped at line {findings.stopped_at}"
        ).say(lang)
    return words


def warn_about(findings: Findings, lang: Lang) -> None:
    """For commands that go on: what was found, by kind, on stderr."""
    for (level, code), count in findings.by_kind():
        note = ""
        if CODES[code].official_stops(level):
            zh, en = "（官方脚本可能在此中止；此处按 0 分）", " (the official script may stop here; we score 0)"
            note = Words(zh, en).say(lang)
        click.echo(f"{LEVELS[level].say(lang)}{CODES[code].title.say(lang)}{note} × {count}", err=True)
        click.echo(f"  {findings.first[level, code].text(lang)}", err=True)


def show_error(problem: UserError, lang: Lang) -> None:
    """A person's error on stderr: the message, then what to do about it."""
    if isinstance(problem, BadFileError):
        for line in problem_lines(problem.findings, lang):
            click.echo(line, err=True)
        click.echo(summary(problem.findings, lang), err=True)
    click.echo(Words("错误：", "Error: ").say(lang) + problem.say(lang), err=True)


def progress(file: IO[bytes], size: int) -> AbstractContextManager[IO[bytes]]:
    """A bar for files that take longer than a moment, if somebody is looking."""
    if size < LARGE or not sys.stderr.isatty():
        return nullcontext(file)
    from rich.console import Console
    from rich.progress import wrap_file

    return wrap_file(cast("BinaryIO", file), size, description="", console=Console(stderr=True), transient=True)


def print_page(page: "Page", lang: Lang) -> None:
    """A result as its HTML page shows it, histograms as tables; what is too much for a terminal is left to the page."""
    for name, value in page.facts:
        click.echo(f"{name.say(lang)}{Words('：', ': ').say(lang)}{value.say(lang)}")
    if page.hero is not None:
        click.echo(f"{page.hero.value} {page.hero.title.say(lang)} · {page.hero.note.say(lang)}")
    for section in page.sections:
        if not section.page_only:
            click.secho(f"\n{section.title.say(lang)}", bold=True)
            for block in section.blocks:
                _print_block(block, lang)


def _print_block(block: "Block", lang: Lang) -> None:
    from pingce.report.charts import BarTable
    from pingce.report.sections import Chart, CodeLines, Curves, ItemCards, Lines, Table, plain_table

    rows: list[list[str]]
    match block:
        case Table(folded=True):
            return
        case Table() | BarTable() | Chart() | Curves():
            table = plain_table(block)
            assert table is not None, "these are tables"
            rows = [[cell.say(lang) for cell in row] for row in table.rows]
            title = "" if isinstance(block, BarTable) else table.title.say(lang)  # it heads the first column there
            print_table(title, [name.say(lang) for name in table.head], rows)
        case Lines():
            for line in block.lines:
                click.echo(line.say(lang))
            return
        case CodeLines():
            for signature in block.lines:
                click.echo(signature)
            return
        case ItemCards():
            return
    if block.note is not None:
        click.echo(f"  {block.note.say(lang)}")


def print_table(title: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table on stdout; numbers to the right, names to the left, Chinese as wide as it is."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD)
    rows = [list(row) for row in rows]
    for i, name in enumerate(header):
        numeric = bool(rows) and all(_is_number(row[i]) for row in rows)
        table.add_column(name, justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console = Console(highlight=False, markup=False, file=sys.stdout)
    if not console.is_terminal:
        console.width = 160
    if title:
        console.print(title, style="bold")
    console.print(table)


def _is_number(text: str) -> bool:
    return NUMBER.fullmatch(text) is not None


def number(value: float) -> str:
    return f"{value:.4f}" if abs(value) < 10 else f"{value:.2f}"
