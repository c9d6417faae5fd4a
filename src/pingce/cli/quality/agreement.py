"""``pingce quality agreement``."""

import json
from pathlib import Path
from typing import Literal

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, print_page, resample_option
from pingce.scoring.clusters import Resample
from pingce.spec.words import Lang

from .inputs import answers_options, html_option, read_answers
from .show import write_page

MOST_PEOPLE = 12
"""A wider matrix breaks in a terminal; the page and --json have it."""


@click.command()
@answers_options
@click.option(
    "--which",
    type=click.Choice(["first", "last"]),
    default="first",
    show_default=True,
    help="Everybody's first answer, given before any feedback, or the latest.",
)
@resample_option
@html_option
@json_option("all numbers")
@lang_option
@writes("html")
def agreement(
    *,
    source: str | None,
    task_id: str | None,
    annotators: tuple[str, ...],
    gold: str | None,
    scale: str | None,
    which: Literal["first", "last"],
    resample: Resample,
    html: Path | None,
    as_json: bool,
    lang: Lang,
) -> None:
    """How far people agree: overall, by pair, person, batch, genre, day, before and after feedback.

    ANNOTATIONS is a file exported by the annotation stage (JSON lines) or a CSV table of labels, a column per person.
    Labels get percent, Cohen's and Fleiss' kappa, Krippendorff's alpha and Gwet's AC1; fragments, tuples and senses
    get F1 by the task's own scorer and overlaps; likeness compares whole answers, as the page of a campaign does.
    Every number has an interval or the reason why there is none.
    """
    from pingce.quality.agreement.run import agreement as compute
    from pingce.quality.agreement.whole_answers import likeness_of_all
    from pingce.report.agreement import agreement_page

    data = read_answers(source, task_id, annotators, gold, scale)
    fields = compute(data, which=which, resample=resample)
    likeness = likeness_of_all(data, which=which, resample=resample)
    if html is not None:
        write_page(html, agreement_page(fields, likeness), data, lang)
    if as_json:
        result = {
            "source": data.source,
            "likeness": likeness.as_json(),
            "fields": [field.as_json() for field in fields],
        }
        click.echo(json.dumps(result, ensure_ascii=False))
    else:
        print_page(agreement_page(fields, likeness, widest=MOST_PEOPLE), lang)
