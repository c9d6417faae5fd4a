"""``pingce quality report``: everything about the answers of one file on one page."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.show import lang_option
from pingce.spec.words import Lang, Words

from .figures import write_page
from .inputs import FILE, answers_options, levels_option, read_answers

if TYPE_CHECKING:
    from pingce.quality.people import People
    from pingce.quality.records import Annotations
    from pingce.report.quality import Section


@click.command()
@answers_options
@click.option("--out", required=True, type=FILE, help="Where the page goes (HTML).")
@click.option("--rules", "rules_name", metavar="NAME|FILE", help="Tier rules; else the task's preset, if it has one.")
@levels_option
@lang_option
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
    lang: Lang,
) -> None:
    """One page: agreement, people, tiers and, where right answers are known, human performance.

    Opens without a network; every chart stands beside its numbers.
    """
    from pingce.quality.levels import load_levels
    from pingce.quality.people import people

    thresholds = load_levels(levels)
    data = read_answers(source, task_id, annotators, gold, scale)
    sections = _sections(data, people(data, thresholds), rules_name)
    write_page(out, Words("质量报告", "Quality report"), data, sections, lang)


def _sections(data: "Annotations", crowd: "People", rules_name: str | None) -> "list[Section]":
    from pingce.quality.agreement.run import agreement
    from pingce.quality.human import human
    from pingce.quality.outliers import load_outlier_rules
    from pingce.quality.tiers.rules import load_rules, presets
    from pingce.quality.tiers.run import tiers
    from pingce.report.quality_agreement import agreement_section
    from pingce.report.quality_human import human_section
    from pingce.report.quality_people import people_section
    from pingce.report.quality_tiers import tiers_section

    sections = [agreement_section(agreement(data)), people_section(crowd)]
    preset = data.task.id.replace("/", "-") if data.task is not None else ""
    if rules_name is not None or (data.decisions and preset in presets()):
        sections.append(tiers_section(tiers(data, crowd, load_rules(rules_name or preset))))
    if data.known:
        sections.append(human_section(human(data, load_outlier_rules()), data))
    return sections
