"""``pingce quality human``."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.formats.encode import Json
from pingce.spec.values import Answer
from pingce.spec.words import Lang, Words

from .figures import all_json, around, short, write_page
from .inputs import answers_options, html_option, named, read_answers

if TYPE_CHECKING:
    from pingce.quality.annotations import Annotations
    from pingce.quality.human import Entrant, Human

CONSENSUS = (Words("至少几人相同", "same answer from at least"), Words("题数", "items"), Words("%", "%"))


@click.command()
@answers_options
@click.option("--system", "systems", multiple=True, metavar="NAME=FILE", help="A system's answers to the same items.")
@click.option("--leave-out", multiple=True, metavar="NAME", help="Somebody who does not count; may be repeated.")
@click.option(
    "--outliers", metavar="NAME|FILE", help="Who is left out: a preset (space2022-report) or TOML instead of ours."
)
@html_option
@json_option("everything")
@lang_option
@writes("html")
def human(
    *,
    source: str | None,
    task_id: str | None,
    annotators: tuple[str, ...],
    gold: str | None,
    scale: str | None,
    systems: tuple[str, ...],
    leave_out: tuple[str, ...],
    outliers: str | None,
    html: Path | None,
    as_json: bool,
    lang: Lang,
) -> None:
    """How well people do the task, how far they agree, and where systems stand beside them.

    Right answers come from --gold, from control items of the annotation file or from the column gold of a table.
    People who answered carelessly are left out of the means by rules that are told with their reasons.
    """
    from pingce.quality.human import human as compute
    from pingce.quality.outliers import load_outlier_rules

    rules = load_outlier_rules(outliers)
    data = read_answers(source, task_id, annotators, gold, scale)
    found = compute(data, rules, systems=_systems(data, systems), leave_out=leave_out)
    if html is not None:
        from pingce.report.quality_human import human_section

        write_page(html, Words("人类表现", "Human performance"), data, [human_section(found, data)], lang)
    if as_json:
        click.echo(json.dumps(_json(found), ensure_ascii=False))
    else:
        _print(found, lang)


def _systems(data: "Annotations", pairs: Sequence[str]) -> dict[str, Mapping[str, Answer]]:
    """Systems answer questions whose right answers are known; what of theirs cannot be used earns nothing."""
    if not pairs:
        return {}
    if data.task is None:
        raise click.UsageError("A table of labels has no systems; put them in columns of their own.")
    from pingce.formats.check import Loaded, load_predictions
    from pingce.formats.findings import Findings

    questions = Loaded(Findings(data.source), dict(data.items), dict(data.known))
    return {name: load_predictions(data.task, file, questions).answers for name, file in named(pairs).items()}


def _json(found: "Human") -> dict[str, Json]:
    return {
        "n": found.n,
        "main": found.main,
        "subjects": [_entrant(one) for one in found.subjects],
        "mean": all_json(found.mean),
        "majority": _entrant(found.majority) if found.majority is not None else None,
        "systems": [_entrant(one) for one in found.systems],
        "agreement": all_json(found.agreement.overall),
        "pairs": [{"people": list(pair), **all_json(numbers)} for pair, numbers in found.agreement.pairs.items()],
        "row_means": {name: all_json(numbers) for name, numbers in found.agreement.people.items()},
        "consensus": {str(k): n for k, n in found.consensus.items()},
        "high": found.high,
        "items": [
            {"item": one.item, "score": one.score, "answers": one.answers, "same": one.same} for one in found.items
        ],
    }


def _entrant(one: "Entrant") -> dict[str, Json]:
    return {
        "name": one.name,
        "answered": one.answered,
        "left_out": [why.en for why in one.left_out],
        "noted": [why.en for why in one.noted],
        "seconds": one.seconds,
        **all_json(one.numbers),
    }


def _print(found: "Human", lang: Lang) -> None:
    columns = sorted(found.mean, key=lambda name: name != found.main)
    people = [(one.name + " ×" * bool(one.left_out), one) for one in found.subjects]
    rest = [(Words("多数", "majority").say(lang), found.majority)] if found.majority is not None else []
    rest += [(one.name, one) for one in found.systems]
    mean = [
        Words("平均", "mean").say(lang),
        str(len(found.counted)),
        *(short(found.mean[name]) for name in columns),
        around(found.mean[columns[0]]),
    ]
    body = [_row(name, one, columns) for name, one in people]
    body += [mean, *(_row(name, one, columns) for name, one in rest)]
    heads = [Words("谁", "who"), Words("答题", "answered")]
    last = Words("首列 95 % 区间", "first, 95 % interval").say(lang)
    print_table(f"n = {found.n}", [*(one.say(lang) for one in heads), *columns, last], body)
    for one in found.subjects:
        for why in one.left_out:
            click.echo(Words(f"× {one.name} 不计入：{why.zh}", f"× {one.name} left out: {why.en}").say(lang))
        for why in one.noted:
            click.echo(Words(f"· {one.name} 计入：{why.zh}", f"· {one.name} counts: {why.en}").say(lang))
    rows = [[str(k), str(n), f"{100 * n / found.n:.1f}"] for k, n in found.consensus.items()]
    print_table("", [one.say(lang) for one in CONSENSUS], rows)


def _row(name: str, one: "Entrant", columns: Sequence[str]) -> list[str]:
    numbers = [one.numbers[column] for column in columns]
    return [name, str(one.answered), *(short(number) for number in numbers), around(numbers[0])]
