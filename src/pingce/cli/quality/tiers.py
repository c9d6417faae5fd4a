"""``pingce quality tiers``."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, print_page
from pingce.formats.encode import Json
from pingce.spec.errors import UserError
from pingce.spec.words import Lang, Words

from .figures import write_page, written
from .inputs import FILE, html_option, levels_option, read_answers

if TYPE_CHECKING:
    from pingce.quality.tiers.rules import TierRules
    from pingce.quality.tiers.run import Tiers


@click.command()
@click.argument("source", metavar="ANNOTATIONS")
@click.option("--task", "task_id", metavar="TASK", help="The task; an annotation file usually says it itself.")
@click.option(
    "--rules", "rules_name", metavar="NAME|FILE", help="A preset or your own TOML file; else the task's preset."
)
@levels_option
@click.option("--out", type=FILE, help="Write a line per item: tier, rule, what decided it (JSONL).")
@html_option
@json_option("counts, rules and classes")
@lang_option
@writes("out", "html")
def tiers(
    *,
    source: str,
    task_id: str | None,
    rules_name: str | None,
    levels: Path | None,
    out: Path | None,
    html: Path | None,
    as_json: bool,
    lang: Lang,
) -> None:
    """Give every item a tier, and show what each rule throws away.

    Rules look at agreement, decisions, levels of the annotators and rule hits; they stand in a TOML file, the first
    that holds decides. Classes (labels, types, slots, how fragments begin and end) that a rule all but deletes are
    listed, so that nothing vanishes from the data unseen.
    """
    from pingce.quality.levels import load_levels
    from pingce.quality.people import people
    from pingce.quality.tiers.run import tiers as compute
    from pingce.report.tiers import tiers_page

    data = read_answers(source, task_id, (), None, None)
    rules = _rules(rules_name, data.task.id if data.task is not None else None)
    graded = compute(data, people(data, load_levels(levels)), rules)
    if out is not None:
        from pingce.formats.write import write_jsonl

        write_jsonl(out, _lines(graded))
        written(out, lang)
    page = tiers_page(graded)
    if html is not None:
        write_page(html, page, data, lang)
    if as_json:
        click.echo(json.dumps(_json(graded), ensure_ascii=False))
    else:
        print_page(page, lang)


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


def _lines(graded: "Tiers") -> Iterator[dict[str, Json]]:
    for item in graded.items:
        facts = item.facts
        yield {
            "item": item.item,
            "tier": item.tier,
            "release": graded.rules.tier(item.tier).release,
            "rule": item.rule,
            "answers": facts.answers,
            "alike": facts.alike,
            "decided_by": facts.decided_by,
            "unchanged": facts.unchanged,
            "levels": list(facts.levels),
            "hits": [*sorted(facts.hits)],
        }


def _json(graded: "Tiers") -> dict[str, Json]:
    return {
        "rules": graded.rules.source,
        "items": len(graded.items),
        "tiers": dict(graded.counts),
        "effects": [
            {
                "rule": effect.rule.name,
                "tier": effect.rule.tier,
                "decides": effect.decided,
                "alone": effect.applies,
                "released": effect.released,
                "classes": dict(effect.by_class),
            }
            for effect in graded.effects
        ],
        "classes": dict(graded.classes),
        "emptied": [
            {"class": lost.name, "rule": lost.rule.name, "lost": lost.lost, "total": lost.total}
            for lost in graded.emptied
        ],
    }
