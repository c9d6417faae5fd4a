"""``pingce quality bias``: what labels depend on besides meaning."""

import sys
from pathlib import Path

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, progress
from pingce.spec.words import Lang, Words

from .inputs import FILE, certain_option, html_option, originals_option, parts_argument
from .show import show_about_data

SHOWN = 15


@click.command()
@parts_argument
@originals_option
@click.option(
    "--replaced",
    type=FILE,
    help="Stated replacements, as pingce corpus replace or quality recover writes them; matched by text.",
)
@certain_option
@click.option("--no-probes", is_flag=True, help="Leave out the classifiers; they take most of the time.")
@html_option
@json_option("all numbers")
@lang_option
@writes("html")
def bias(
    parts: tuple[str, ...],
    originals: tuple[str, ...],
    replaced: Path | None,
    certain: bool,
    no_probes: bool,
    html: Path | None,
    as_json: bool,
    lang: Lang,
) -> None:
    """Labels by split, replaced word, pair, class, length and genre; and how far these alone get a classifier.

    A part is TASK=FILE or TASK:SPLIT=FILE. What was replaced is recovered from the texts where no file states it.
    """
    from pingce.formats.parts import read_parts
    from pingce.quality.bias.items import read_stated
    from pingce.quality.bias.measure import measure_bias
    from pingce.report.bias import bias_page, describe_page

    biases = measure_bias(
        read_parts(parts, watch=progress),
        originals=read_parts(originals, watch=progress),
        stated=read_stated(replaced) if replaced is not None else None,
        likely=not certain,
        with_probes=not no_probes,
        watch=lambda title: _say(title, lang),
    )
    show_about_data(
        html=html,
        page=lambda spoken: bias_page(biases, lang=spoken),
        record=biases.as_json if as_json else None,
        summary=lambda: describe_page(biases, most=SHOWN),
        lang=lang,
    )


def _say(title: Words, lang: Lang) -> None:
    """Which probe is running, if somebody is looking: on large data each takes some seconds."""
    if sys.stderr.isatty():
        click.echo(f"… {title.say(lang)}", err=True)
