"""``pingce quality tiers``."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.database_options import as_option, database_option
from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option
from pingce.spec.errors import UserError
from pingce.spec.words import Lang, Words

from .campaigns import campaign_history
from .inputs import FILE, html_option, levels_option, read_answers
from .show import show_about_people, written

if TYPE_CHECKING:
    from pingce.formats.tiers import GradedItem
    from pingce.quality.tiers.rules import TierRules


@click.command()
@click.argument("source", metavar="[ANNOTATIONS]", required=False)
@click.option("--campaign", help="Grade a campaign of the database (number or title) and store the tiers there, too.")
@click.option("--task", "task_id", metavar="TASK", help="The task; an annotation file usually says it itself.")
@click.option(
    "--rules", "rules_name", metavar="NAME|FILE", help="A preset or your own TOML file; else the task's preset."
)
@levels_option
@click.option("--out", type=FILE, help="Write a line per item: tier, rule, what decided it (JSONL).")
@as_option
@database_option
@html_option
@json_option("counts, rules and classes")
@lang_option
@writes("out", "html")
def tiers(
    *,
    source: str | None,
    campaign: str | None,
    task_id: str | None,
    rules_name: str | None,
    levels: Path | None,
    out: Path | None,
    as_name: str | None,
    database_url: str,
    html: Path | None,
    as_json: bool,
    lang: Lang,
) -> None:
    """Give every item a tier, and show what each rule throws away.

    Rules look at agreement, decisions, levels of the annotators and rule hits; they stand in a TOML file, the first
    that holds decides. Classes (labels, types, slots, how fragments begin and end) that a rule all but deletes are
    listed, so that nothing vanishes from the data unseen. What is not released stays out of `pingce annotate export`
    (with --campaign) and of `pingce release split` and `pack` (--graded OUT).
    """
    from pingce.quality.levels import load_levels
    from pingce.quality.people import people
    from pingce.quality.tiers.run import graded_items, tier_lines
    from pingce.quality.tiers.run import tiers as compute
    from pingce.report.tiers import tiers_page

    if (source is None) == (campaign is None):
        raise click.UsageError("Give a file of annotations or a --campaign.")
    with _annotations(source, campaign, as_name, database_url) as (file, store):
        data = read_answers(file, task_id, (), None, None)
        rules = _rules(rules_name, data.task.id if data.task is not None else None)
        graded = compute(data, people(data, load_levels(levels)), rules)
        if store is not None:
            store(graded_items(graded))
    if out is not None:
        from pingce.formats.write import write_jsonl

        write_jsonl(out, tier_lines(graded))
        written(out, lang)
    page = tiers_page(graded)
    show_about_people(graded, page, data, html=html, as_json=as_json, lang=lang)


Store = Callable[[Iterable["GradedItem"]], None]


@contextmanager
def _annotations(
    source: str | None, campaign: str | None, as_name: str | None, database_url: str
) -> Iterator[tuple[str, Store | None]]:
    """The file to read; of a campaign its history, and where its tiers are stored."""
    if campaign is None:
        assert source is not None
        yield source, None
        return
    from pingce.annotate.services.tiers import store_tiers
    from pingce.store.database import transaction

    with campaign_history(campaign, as_name, database_url) as (file, engine, actor, number):

        def store(graded: Iterable["GradedItem"]) -> None:
            with transaction(engine) as db:
                store_tiers(db, actor, number, graded)

        yield file, store


def _rules(name: str | None, task_id: str | None) -> "TierRules":
    from pingce.quality.tiers.rules import load_rules, presets

    if name is not None:
        return load_rules(name)
    preset = (task_id or "").replace("/", "-")
    if preset not in presets():
        raise UserError(
            Words(
                f"{task_id or '标签表'} 没有现成的分级规则。",
                f"There are no ready tier rules for {task_id or 'a table'}.",
            ),
            hint=Words(
                f"请用 --rules；现成的有：{'、'.join(presets())}。", f"Use --rules; ready are: {', '.join(presets())}."
            ),
            code="unknown-rules",
        )
    return load_rules(preset)
