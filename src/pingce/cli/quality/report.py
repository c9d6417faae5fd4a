"""``pingce quality report``: the whole quality stage on one page."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import lang_option, page_lang, progress
from pingce.spec.words import Lang, Words

from .inputs import FILE, answers_options, levels_option, originals_option, read_answers
from .show import written

if TYPE_CHECKING:
    from pingce.quality.annotations import Annotations
    from pingce.quality.people import People
    from pingce.report.sections import Page


@click.command()
@answers_options
@click.option("--out", required=True, type=FILE, help="Where the page goes (HTML).")
@click.option("--rules", "rules_name", metavar="NAME|FILE", help="Tier rules; else the task's preset, if it has one.")
@levels_option
@click.option(
    "--data",
    "parts",
    multiple=True,
    metavar="TASK[:SPLIT]=FILE",
    help="A part of the data set: adds its tables, biases and leaks; repeat for every part.",
)
@originals_option
@click.option("--inventory", metavar="FILE", help="Sense inventory of word-sense data, for the coverage.")
@click.option("--no-probes", is_flag=True, help="Leave out the classifiers of the biases; they take most of the time.")
@lang_option
@writes("out")
def report(
    *,
    source: str | None,
    task_id: str | None,
    annotators: tuple[str, ...],
    gold: str | None,
    scale: str | None,
    out: Path,
    rules_name: str | None,
    levels: Path | None,
    parts: tuple[str, ...],
    originals: tuple[str, ...],
    inventory: str | None,
    no_probes: bool,
    lang: Lang,
) -> None:
    """One page: agreement, people, tiers, human performance, data set, bias and leaks.

    The first four come from ANNOTATIONS (or --annotator), human performance where right answers are known; the last
    three from --data. Either may be left out. Opens without a network; every chart stands beside its numbers.
    """
    from pingce.formats.write import write_text
    from pingce.quality.levels import load_levels
    from pingce.quality.people import people
    from pingce.report.annotations import facts
    from pingce.report.sections import composed_page

    if not parts and (originals or inventory):
        raise click.UsageError("--originals and --inventory are about --data; give that too.")
    thresholds = load_levels(levels)
    data = None
    pages: list[Page] = []
    if source is not None or annotators or not parts:
        data = read_answers(source, task_id, annotators, gold, scale)
        pages += _about_answers(data, people(data, thresholds), rules_name)
    if parts:
        pages += _about_data(parts, originals, inventory, with_probes=not no_probes)
    about = facts(data) if data is not None else []
    write_text(out, composed_page(Words("质量报告", "Quality report"), about, pages, lang=page_lang(lang)))
    written(out, lang)


def _about_answers(data: "Annotations", crowd: "People", rules_name: str | None) -> "Iterator[Page]":
    from pingce.quality.agreement.run import agreement
    from pingce.quality.agreement.whole_answers import likeness_of_all
    from pingce.quality.human import human
    from pingce.quality.outliers import load_outlier_rules
    from pingce.quality.tiers.rules import load_rules, presets
    from pingce.quality.tiers.run import tiers
    from pingce.report.agreement import agreement_page
    from pingce.report.human import human_page
    from pingce.report.people import people_page
    from pingce.report.tiers import tiers_page

    yield agreement_page(agreement(data), likeness_of_all(data))
    yield people_page(crowd)
    preset = data.task.id.replace("/", "-") if data.task is not None else ""
    if rules_name is not None or (data.decisions and preset in presets()):
        yield tiers_page(tiers(data, crowd, load_rules(rules_name or preset)))
    if any(answer.item in data.known for answer in data.versions):
        yield human_page(human(data, load_outlier_rules()), data)


def _about_data(
    named: Sequence[str], originals: Sequence[str], inventory: str | None, *, with_probes: bool
) -> "Iterator[Page]":
    from pingce.formats.load import load_inventory
    from pingce.formats.parts import read_parts
    from pingce.quality.bias.measure import measure_bias
    from pingce.quality.dataset.summary import describe
    from pingce.quality.leaks import find_leaks
    from pingce.report import bias, dataset, leaks

    parts, known_originals = read_parts(named, watch=progress), read_parts(originals, watch=progress)
    glosses = load_inventory(inventory) if inventory is not None else None
    yield dataset.describe_page(describe(parts, inventory=glosses))
    if any(part.answered for part in parts):
        biases = measure_bias(parts, originals=known_originals, with_probes=with_probes)
        yield bias.describe_page(biases)
    if len(parts) > 1:
        yield leaks.describe_page(find_leaks(parts))
