"""Numbers of the quality stage in the terminal and as JSON."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.terminal import number, page_lang, print_table
from pingce.formats.encode import Json
from pingce.spec.words import Lang, Words

if TYPE_CHECKING:
    from pingce.quality.agreement.numbers import Number
    from pingce.quality.annotations import Annotations
    from pingce.report.quality import Section

VALUE, INTERVAL, ITEMS = Words("数值", "value"), Words("95 % 区间", "95 % interval"), Words("题数", "items")


def shown(one: "Number", lang: Lang) -> str:
    """The value, or why there is none."""
    if one.value is not None:
        return number(one.value)
    return f"– ({one.why.say(lang)})" if one.why is not None else "–"


def short(one: "Number") -> str:
    return number(one.value) if one.value is not None else "–"


def around(one: "Number") -> str:
    return f"[{number(one.interval.low)}, {number(one.interval.high)}]" if one.interval is not None else ""


def as_json(one: "Number") -> dict[str, Json]:
    return {
        "value": one.value,
        "n": one.n,
        "interval": list(one.interval) if one.interval is not None else None,
        "why": one.why.en if one.why is not None else None,
    }


def all_json(numbers: "Mapping[str, Number]") -> dict[str, Json]:
    return {name: as_json(one) for name, one in numbers.items()}


def print_numbers(
    title: str, head: Words, rows: "Sequence[tuple[str, Number]]", lang: Lang, *, code: Sequence[str] = ()
) -> None:
    """A table of numbers with intervals."""
    names = [head.say(lang), *(["code"] if code else []), ITEMS.say(lang), VALUE.say(lang), INTERVAL.say(lang)]
    body = [
        [name, *([code[i]] if code else []), str(one.n), shown(one, lang), around(one)]
        for i, (name, one) in enumerate(rows)
    ]
    print_table(title, names, body)


def write_page(path: Path, title: Words, data: "Annotations | None", sections: "Sequence[Section]", lang: Lang) -> None:
    """A report; ``data``: the answers it is about, if it is about any."""
    from pingce.formats.write import write_text
    from pingce.report.quality import quality_page
    from pingce.report.quality_facts import facts

    about = facts(data) if data is not None else []
    write_text(path, quality_page(title, about, sections, lang=page_lang(lang)))
    written(path, lang)


def written(path: Path, lang: Lang) -> None:
    click.echo(Words(f"已写出 {path}", f"{path} written").say(lang), err=True)
