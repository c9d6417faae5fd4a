"""``pingce quality human``."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.database_options import as_option, database_option
from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option
from pingce.spec.values import Answer
from pingce.spec.words import Lang

from .campaigns import answers_file, campaign_option
from .inputs import answers_options, html_option, named, read_answers
from .show import show_about_people

if TYPE_CHECKING:
    from pingce.quality.annotations import Annotations


@click.command()
@answers_options
@campaign_option
@click.option("--system", "systems", multiple=True, metavar="NAME=FILE", help="A system's answers to the same items.")
@click.option("--leave-out", multiple=True, metavar="NAME", help="Somebody who does not count; may be repeated.")
@click.option(
    "--outliers", metavar="NAME|FILE", help="Who is left out: a preset (space2022-report) or TOML instead of ours."
)
@as_option
@database_option
@html_option
@json_option("everything")
@lang_option
@writes("html")
def human(
    *,
    source: str | None,
    task_id: str | None,
    annotators: tuple[str, ...],
    gold: str | None,
    scale: str | None,
    campaign: str | None,
    systems: tuple[str, ...],
    leave_out: tuple[str, ...],
    outliers: str | None,
    as_name: str | None,
    database_url: str,
    html: Path | None,
    as_json: bool,
    lang: Lang,
) -> None:
    """How well people do the task, how far they agree, and where systems stand beside them.

    Right answers come from --gold, from the annotation file (control items, items of a study) or from the column gold
    of a table; --campaign takes the answers of a study that runs on the database (pingce quality draw --campaign).
    People who answered carelessly are left out of the means by rules that are told with their reasons.
    """
    from pingce.quality.human import human as compute
    from pingce.quality.outliers import load_outlier_rules
    from pingce.report.human import human_page

    rules = load_outlier_rules(outliers)
    with answers_file(source, campaign, as_name, database_url) as file:
        data = read_answers(file, task_id, annotators, gold, scale)
    test = compute(data, rules, systems=_systems(data, systems), leave_out=leave_out)
    page = human_page(test, data)
    show_about_people(test, page, data, html=html, as_json=as_json, lang=lang)


def _systems(data: "Annotations", pairs: Sequence[str]) -> dict[str, Mapping[str, Answer]]:
    """Systems answer questions whose right answers are known; what of theirs cannot be used earns nothing."""
    if not pairs:
        return {}
    if data.task is None:
        raise click.UsageError("A table of labels has no systems; put them in columns of their own.")
    from pingce.formats.findings import Findings
    from pingce.formats.load import Loaded, load_predictions

    questions = Loaded(Findings(data.source), dict(data.items), dict(data.known))
    return {name: load_predictions(data.task, file, questions).answers for name, file in named(pairs).items()}
