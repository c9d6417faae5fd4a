"""``pingce quality people``."""

from pathlib import Path

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option
from pingce.spec.words import Lang

from .inputs import answers_options, html_option, levels_option, read_answers
from .show import show_about_people


@click.command()
@answers_options
@levels_option
@html_option
@json_option("everybody's figures")
@lang_option
@writes("html")
def people(
    *,
    source: str | None,
    task_id: str | None,
    annotators: tuple[str, ...],
    gold: str | None,
    scale: str | None,
    levels: Path | None,
    html: Path | None,
    as_json: bool,
    lang: Lang,
) -> None:
    """Everybody's accuracy, speed and rule hits, and the level A–D that follows.

    Accuracy is of first answers: on control items (and --gold), and against final decisions. The level comes from
    thresholds in a TOML file; what keeps somebody from the level above is told.
    """
    from pingce.quality.levels import load_levels
    from pingce.quality.people import people as compute
    from pingce.report.people import people_page

    thresholds = load_levels(levels)
    data = read_answers(source, task_id, annotators, gold, scale)
    crowd = compute(data, thresholds)
    page = people_page(crowd)
    show_about_people(crowd, page, data, html=html, as_json=as_json, lang=lang)
