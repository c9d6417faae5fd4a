"""``pingce quality agreement``."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.formats.encode import Json
from pingce.spec.words import Lang, Words

from .figures import all_json, print_numbers, short, write_page
from .inputs import answers_options, html_option, read_answers

if TYPE_CHECKING:
    from pingce.quality.agreement.run import FieldAgreement

MOST_PEOPLE = 12
"""A wider matrix breaks in a terminal; the page and --json have it."""


@click.command()
@answers_options
@click.option(
    "--which",
    type=click.Choice(["first", "last"]),
    default="first",
    show_default=True,
    help="Everybody's first answer, given before any feedback, or the latest.",
)
@html_option
@json_option("all numbers")
@lang_option
@writes("html")
def agreement(
    *,
    source: str | None,
    task_id: str | None,
    annotators: tuple[str, ...],
    gold: str | None,
    scale: str | None,
    which: Literal["first", "last"],
    html: Path | None,
    as_json: bool,
    lang: Lang,
) -> None:
    """How far people agree: overall, by pair, person, batch, genre, day, before and after feedback.

    ANNOTATIONS is a file exported by the annotation stage (JSON lines) or a CSV table of labels, a column per person.
    Labels get percent, Cohen's and Fleiss' kappa, Krippendorff's alpha and Gwet's AC1; fragments, tuples and senses
    get F1 by the task's own scorer and overlaps. Every number has an interval or the reason why there is none.
    """
    from pingce.quality.agreement.run import agreement as compute

    data = read_answers(source, task_id, annotators, gold, scale)
    found = compute(data, which=which)
    if html is not None:
        from pingce.report.quality_agreement import agreement_section

        write_page(html, Words("标注一致性", "Agreement"), data, [agreement_section(found)], lang)
    if as_json:
        click.echo(json.dumps({"source": data.source, "fields": [_json(one) for one in found]}, ensure_ascii=False))
        return
    for one in found:
        _print(one, lang)


def _json(one: "FieldAgreement") -> Json:
    return {
        "field": one.asked.name,
        "overall": all_json(one.overall),
        "pairs": [{"people": list(pair), **all_json(numbers)} for pair, numbers in one.pairs.items()],
        "people": {name: all_json(numbers) for name, numbers in one.people.items()},
        "parts": {
            part: {group: all_json(numbers) for group, numbers in groups.items()} for part, groups in one.parts.items()
        },
        "labels": [{"labels": list(pair), "n": n} for pair, n in one.confusion.items()],
    }


def _print(one: "FieldAgreement", lang: Lang) -> None:
    rows = [(one.titles[name].say(lang), number) for name, number in one.overall.items()]
    title = f"{one.asked.title.say(lang)} ({one.asked.name})"
    print_numbers(title, Words("指标", "number"), rows, lang, code=list(one.overall))
    people = list(one.people)
    names = list(next(iter(one.people.values()), {}))
    if 2 < len(people) <= MOST_PEOPLE:
        for name in names[:1]:
            body = [[a, *(_pair(one, a, b, name) for b in people), short(one.people[a][name])] for a in people]
            print_table(one.titles[name].say(lang), ["", *people, Words("行平均", "row mean").say(lang)], body)
    from pingce.report.quality_agreement import PARTS, PHASES, main_number

    for part, groups in one.parts.items():
        main = main_number(one)
        lines = [(PHASES[g].say(lang) if g in PHASES else g, numbers[main]) for g, numbers in groups.items()]
        print_numbers(one.titles[main].say(lang), PARTS[part], lines, lang)


def _pair(one: "FieldAgreement", a: str, b: str, name: str) -> str:
    numbers = one.pairs.get((a, b)) or one.pairs.get((b, a))
    return short(numbers[name]) if numbers is not None else ""
