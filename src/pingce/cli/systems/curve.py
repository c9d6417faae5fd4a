"""``pingce systems curve``: how much do more words help?"""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.systems.predict import inventory_option
from pingce.cli.systems.train import changes_option, encoder_option, settings_option, system_option
from pingce.cli.systems.watching import watched
from pingce.cli.terminal import json_option, lang_option, print_page
from pingce.spec.words import Lang
from pingce.tasks.catalog import find_task

if TYPE_CHECKING:
    from pingce.systems.senses.curve import Protocol


@click.command()
@system_option
@click.option("--train", "train_file", required=True, metavar="FILE", help="Questions with answers (wsd/senses).")
@click.option("--dev", "dev_file", metavar="FILE", help="More sentences to split; fixed-dev: to measure on.")
@click.option("--test", "test_file", metavar="FILE", help="More sentences to split.")
@click.option(
    "--protocol",
    type=click.Choice(["resplit", "fixed-dev"]),
    default="resplit",
    show_default=True,
    help="Split the sentences of the chosen words anew, as the paper does, or measure every point on one dev.",
)
@encoder_option
@inventory_option
@click.option("--words", "sizes", type=int, multiple=True, help="A point; may be repeated. Default: 600 to 900.")
@click.option("--seed", "seeds", type=int, multiple=True, help="May be repeated, for a mean. Default: 0.")
@settings_option
@changes_option
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder of the curve.")
@click.option("--keep", is_flag=True, help="Keep the models.")
@json_option("the points")
@lang_option
def curve(
    name: str,
    train_file: str,
    dev_file: str | None,
    test_file: str | None,
    protocol: "Protocol",
    encoder: str | None,
    inventory: str | None,
    sizes: tuple[int, ...],
    seeds: tuple[int, ...],
    settings_file: Path | None,
    changes: tuple[str, ...],
    out: Path,
    keep: bool,
    as_json: bool,
    lang: Lang,
) -> None:
    """Train a word-sense system on 600, 700, 800, 900 and all words and measure each.

    Every point splits the sentences of its own words 7 : 1 : 2, all sentences of a few words going to the test, and is
    measured on that test (--protocol resplit); with fixed-dev all points are measured on one dev. The last point is
    always all words. An interrupted curve continues when the same command is given again.
    """
    from pingce.report.curve import curve_page
    from pingce.systems.senses.curve import SIZES, learning_curve
    from pingce.systems.train import Order

    order = Order(
        task=find_task("wsd/senses"),
        system=name,
        train=train_file,
        out=out,
        dev=dev_file,
        encoder=encoder,
        inventory=inventory,
        settings_file=settings_file,
        changes=changes,
    )
    with watched(lang) as watch:
        points = list(
            learning_curve(order, sizes or SIZES, seeds or (0,), watch, keep=keep, protocol=protocol, test=test_file)
        )
    if as_json:
        click.echo(json.dumps([vars(point) for point in points], ensure_ascii=False))
    else:
        print_page(curve_page(points, protocol), lang)
