"""``pingce leaderboard rank``: from a score table to a ranking."""

import json
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.terminal import json_option, lang_option
from pingce.leaderboard.ranking import Ranking, Standing, ranking
from pingce.leaderboard.table import read_table, short_name
from pingce.spec.task import EditionSpec
from pingce.spec.words import Lang, Words, same
from pingce.tasks.catalog import EDITIONS

if TYPE_CHECKING:
    from rich.table import Table

UNDEFINED = "–"
TEAM_COLUMN = 1
NARROWEST_NAME = 12
"""Columns on the screen, six Chinese characters."""
RANK = Words("名次", "rank")
TEAM = Words("队伍", "team")
BASELINE = Words("（基线）", " (baseline)")
Z_MEAN = Words("平均 Z", "mean Z")
TOTAL = Words("总分", "overall")
PRIZES = Words("获奖分", "Awards")
EVALUATION = Words("评测得分", "evaluation")
JURY = Words("评委得分", "jury")
FINAL = Words("总分", "final")
NOTES = Words("说明：", "Notes:")


@click.command()
@click.argument("table", type=click.Path(path_type=Path))
@click.option(
    "--edition", "edition_id", type=click.Choice(list(EDITIONS)), required=True, help="Whose ranking rules to follow."
)
@json_option("the ranking, unrounded and with notes in both languages,")
@lang_option
@click.option(
    "--digits",
    type=click.IntRange(0, 15),
    default=4,
    show_default=True,
    help="Digits after the decimal point in the table.",
)
def rank(table: Path, edition_id: str, as_json: bool, lang: Lang, digits: int) -> None:
    """Rank the teams in TABLE by the rule of an edition: by mean Z, or from 2024 on by accuracy or the mean of means.

    TABLE is a CSV or JSON file with the columns team, task1, task2, task3 (choice in 2024, jsi, rsr, rse, spr-zh and
    spr-en in 2025; a number such as 0.7992, a fraction such
    as 2479/3152, or empty if nothing was handed in) and, where wanted, baseline (1 or empty), finalist (1 or empty)
    and jury (a mark; with it the awards of SpaCE2021 are computed).
    """
    edition = EDITIONS[edition_id]
    result = ranking(edition, read_table(table, edition))
    if as_json:
        click.echo(json.dumps(as_dict(result), ensure_ascii=False))
        return
    _print_table(_standings_table(edition, result.standings, lang, digits))
    if result.prizes:
        _print_table(_prizes_table(result, lang, digits))
    click.echo(NOTES.say(lang))
    for note in result.notes:
        click.echo(f"- {note.say(lang)}")


def as_dict(result: Ranking) -> dict[str, object]:
    """The ranking as JSON values, nothing rounded."""
    return {
        "edition": result.edition,
        "rows": [
            {
                "team": s.team,
                "baseline": s.baseline,
                "rank": s.rank,
                "scores": {task: None if score is None else float(score) for task, score in s.scores.items()},
                "z": dict(s.z),
                "z_mean": s.z_mean,
                "means": {group: None if mean is None else float(mean) for group, mean in s.means.items()},
                "total": s.total,
            }
            for s in result.standings
        ],
        "notes": [note._asdict() for note in result.notes],
        "awards": [
            {"team": p.team, "rank": p.rank, "eval": p.evaluation, "jury": p.jury, "final": p.final}
            for p in result.prizes
        ],
    }


def _standings_table(edition: EditionSpec, standings: Sequence[Standing], lang: Lang, digits: int) -> "Table":
    tasks = edition.ranked
    names = [short_name(task) for task in tasks]
    groups = edition.means if len(edition.means) > 1 else ()  # a single group is the total itself
    zs = [] if edition.means else list(tasks)
    last = TOTAL if edition.means else Z_MEAN
    headings = (RANK, TEAM, *map(same, names), *(same(f"Z {short_name(task)}") for task in zs))
    headings = (*headings, *(group.title for group in groups), last)
    rows = [
        (
            _place(s.rank),
            s.team + (BASELINE.say(lang) if s.baseline else ""),
            *(_number(s.scores[task], digits) for task in tasks),
            *(_number(s.z[task], digits) for task in zs),
            *(_number(s.means[group.id], digits) for group in groups),
            _number(s.total, digits),
        )
        for s in standings
    ]
    return _table(edition.title.say(lang), [heading.say(lang) for heading in headings], rows)


def _prizes_table(result: Ranking, lang: Lang, digits: int) -> "Table":
    headings = [heading.say(lang) for heading in (RANK, TEAM, EVALUATION, JURY, FINAL)]
    rows = [
        (_place(p.rank), p.team, *(_number(value, digits) for value in (p.evaluation, p.jury, p.final)))
        for p in result.prizes
    ]
    return _table(PRIZES.say(lang), headings, rows)


def _table(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(
        title=Text(title), title_justify="left", box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0)
    )
    for index, heading in enumerate(headings):
        is_team = index == TEAM_COLUMN
        table.add_column(heading, justify="left" if is_team else "right", no_wrap=not is_team, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))  # Text: a team called [red] is not a colour
    return table


def _print_table(table: "Table") -> None:
    from rich.console import Console
    from rich.measure import Measurement

    console = Console()
    whole = console.options.update(max_width=sys.maxsize)
    needed = Measurement.get(console, whole, table).maximum
    if console.is_terminal:
        # On a narrow screen the names are folded, down to a point; a number that is cut would be a wrong number.
        names = [Measurement.get(console, whole, cell).maximum for cell in table.columns[TEAM_COLUMN].cells]
        needed -= max(0, max(names) - NARROWEST_NAME)
    # A file or a pipe has no width to fit into.
    console.width = max(console.width, needed)
    console.print(table)
    console.print()


def _place(rank: int | None) -> str:
    return UNDEFINED if rank is None else str(rank)


def _number(value: float | Fraction | None, digits: int) -> str:
    return UNDEFINED if value is None else f"{float(value):z.{digits}f}"
