"""``pingce quality people``."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.formats.encode import Json
from pingce.spec.words import Lang, Words

from .figures import as_json as number_json
from .figures import short, write_page
from .inputs import answers_options, html_option, levels_option, read_answers

if TYPE_CHECKING:
    from pingce.quality.agreement.numbers import Number
    from pingce.quality.people import Person

COLUMNS = (
    Words("姓名", "name"),
    Words("等级", "level"),
    Words("答案", "answers"),
    Words("质检题", "control"),
    Words("对照定案", "decided"),
    Words("经审核", "reviewed"),
    Words("与他人", "others"),
    Words("秒", "seconds"),
    Words("提醒/题", "hits each"),
    Words("为什么不是更高一级", "why not the level above"),
)


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

    thresholds = load_levels(levels)
    data = read_answers(source, task_id, annotators, gold, scale)
    found = compute(data, thresholds)
    if html is not None:
        from pingce.report.quality_people import people_section

        write_page(html, Words("标注人员", "People"), data, [people_section(found)], lang)
    if as_json:
        record = {
            "levels": found.levels.source,
            "seconds": found.seconds,
            "people": [_json(one) for one in found.people],
        }
        click.echo(json.dumps(record, ensure_ascii=False))
        return
    body = [_row(one, lang) for one in found.people]
    print_table("", [heading.say(lang) for heading in COLUMNS], body)


def _row(one: "Person", lang: Lang) -> list[str]:
    return [
        one.name,
        one.level or "–",
        str(one.answers),
        *(_with_n(number) for number in (one.control, one.decided, one.reviewed, one.agreement)),
        "–" if one.seconds is None else f"{one.seconds:g}",
        f"{one.hits:.2f}",
        one.why.say(lang),
    ]


def _with_n(number: "Number") -> str:
    return f"{short(number)} ({number.n})" if number.value is not None else "–"


def _json(one: "Person") -> dict[str, Json]:
    return {
        "name": one.name,
        "level": one.level,
        "answers": one.answers,
        "control": number_json(one.control),
        "decided": number_json(one.decided),
        "reviewed": number_json(one.reviewed),
        "agreement": number_json(one.agreement),
        "seconds": one.seconds,
        "hits": one.hits,
        "by_rule": dict(one.by_rule),
        "changed": one.changed,
        "why": one.why.en,
    }
