"""``pingce quality tiers``."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.formats.encode import Json
from pingce.spec.errors import UserError
from pingce.spec.words import Lang, Words

from .figures import write_page, written
from .inputs import FILE, html_option, levels_option, read_answers

if TYPE_CHECKING:
    from pingce.quality.tiers.rules import TierRules
    from pingce.quality.tiers.run import Tiers

TIERS = (
    Words("级", "tier"),
    Words("名称", "title"),
    Words("题数", "items"),
    Words("%", "%"),
    Words("发布", "released"),
)
RULES = (
    Words("规则", "rule"),
    Words("级", "tier"),
    Words("定级", "decides"),
    Words("单独适用", "alone"),
    Words("说明", "title"),
)
EMPTIED = (Words("类", "class"), Words("失去", "lost"), Words("共有", "of"), Words("规则", "rule"))


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

    data = read_answers(source, task_id, (), None, None)
    rules = _rules(rules_name, data.task.id if data.task is not None else None)
    found = compute(data, people(data, load_levels(levels)), rules)
    if out is not None:
        from pingce.formats.write import write_jsonl

        write_jsonl(out, _lines(found))
        written(out, lang)
    if html is not None:
        from pingce.report.quality_tiers import tiers_section

        write_page(html, Words("数据分级", "Tiers"), data, [tiers_section(found)], lang)
    if as_json:
        click.echo(json.dumps(_json(found), ensure_ascii=False))
    else:
        _print(found, lang)


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


def _lines(found: "Tiers") -> Iterator[dict[str, Json]]:
    for one in found.items:
        facts = one.facts
        yield {
            "item": one.item,
            "tier": one.tier,
            "release": found.rules.tier(one.tier).release,
            "rule": one.rule,
            "answers": facts.answers,
            "alike": facts.alike,
            "decided_by": facts.decided_by,
            "unchanged": facts.unchanged,
            "levels": list(facts.levels),
            "hits": [*sorted(facts.hits)],
        }


def _json(found: "Tiers") -> dict[str, Json]:
    return {
        "rules": found.rules.source,
        "items": len(found.items),
        "tiers": dict(found.counts),
        "effects": [
            {
                "rule": one.rule.name,
                "tier": one.rule.tier,
                "decides": one.decided,
                "alone": one.applies,
                "released": one.released,
                "classes": dict(one.by_class),
            }
            for one in found.effects
        ],
        "classes": dict(found.classes),
        "emptied": [
            {"class": one.name, "rule": one.rule.name, "lost": one.lost, "total": one.total} for one in found.emptied
        ],
    }


def _print(found: "Tiers", lang: Lang) -> None:
    n = len(found.items)
    yes, no = Words("是", "yes").say(lang), Words("否", "no").say(lang)
    body = [
        [
            tier.name,
            tier.title.say(lang),
            str(count),
            f"{100 * count / n:.1f}" if n else "–",
            yes if tier.release else no,
        ]
        for tier in found.rules.tiers
        for count in (found.counts[tier.name],)
    ]
    print_table(
        f"{found.rules.title.say(lang)} ({found.rules.source}) · n = {n}", [one.say(lang) for one in TIERS], body
    )
    effects = [
        [one.rule.name, one.rule.tier, str(one.decided), str(one.applies), one.rule.title.say(lang)]
        for one in found.effects
    ]
    print_table("", [one.say(lang) for one in RULES], effects)
    if found.emptied:
        lost = [[one.name, str(one.lost), str(one.total), one.rule.name] for one in found.emptied]
        vanish = Words("几乎被某条规则删光的类", "classes a rule all but deletes")
        print_table(vanish.say(lang), [one.say(lang) for one in EMPTIED], lost)
