"""``pingce quality report``: the whole quality stage on one page."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import lang_option, progress
from pingce.spec.words import Lang, Words

from .figures import write_page
from .inputs import FILE, answers_options, levels_option, read_answers
from .sections import originals_option

if TYPE_CHECKING:
    from pingce.quality.annotations import Annotations
    from pingce.quality.people import People
    from pingce.report.quality import Section


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
    from pingce.quality.levels import load_levels
    from pingce.quality.people import people

    if not parts and (originals or inventory):
        raise click.UsageError("--originals and --inventory are about --data; give that too.")
    thresholds = load_levels(levels)
    data = None
    sections: list[Section] = []
    if source is not None or annotators or not parts:
        data = read_answers(source, task_id, annotators, gold, scale)
        sections += _about_answers(data, people(data, thresholds), rules_name)
    if parts:
        sections += _about_data(parts, originals, inventory, with_probes=not no_probes)
    write_page(out, Words("质量报告", "Quality report"), data, sections, lang)


def _about_answers(data: "Annotations", crowd: "People", rules_name: str | None) -> "Iterator[Section]":
    from pingce.quality.agreement.run import agreement
    from pingce.quality.human import human
    from pingce.quality.outliers import load_outlier_rules
    from pingce.quality.tiers.rules import load_rules, presets
    from pingce.quality.tiers.run import tiers
    from pingce.report.quality_agreement import agreement_section
    from pingce.report.quality_human import human_section
    from pingce.report.quality_people import people_section
    from pingce.report.quality_tiers import tiers_section

    yield agreement_section(agreement(data))
    yield people_section(crowd)
    preset = data.task.id.replace("/", "-") if data.task is not None else ""
    if rules_name is not None or (data.decisions and preset in presets()):
        yield tiers_section(tiers(data, crowd, load_rules(rules_name or preset)))
    if any(one.item in data.known for one in data.versions):
        yield human_section(human(data, load_outlier_rules()), data)


def _about_data(
    named: Sequence[str], originals: Sequence[str], inventory: str | None, *, with_probes: bool
) -> "Iterator[Section]":
    from pingce.formats.check import load_inventory
    from pingce.formats.parts import read_parts
    from pingce.quality.bias.measure import measure_bias
    from pingce.quality.dataset.summary import describe
    from pingce.quality.leaks import find_leaks
    from pingce.report import bias, dataset, leaks
    from pingce.report.quality_data import data_section

    parts, known = read_parts(named, watch=progress), read_parts(originals, watch=progress)
    glosses = load_inventory(inventory) if inventory is not None else None
    yield data_section("dataset", dataset.describe_page(describe(parts, inventory=glosses)))
    if any(part.answered for part in parts):
        found = measure_bias(parts, originals=known, with_probes=with_probes)
        yield data_section("bias", bias.describe_page(found))
    if len(parts) > 1:
        yield data_section("leaks", leaks.describe_page(find_leaks(parts)))
