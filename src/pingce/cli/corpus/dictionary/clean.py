"""``pingce corpus dictionary clean``."""

from contextlib import nullcontext
from pathlib import Path
from typing import IO, get_args

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import print_table, spoken, spoken_option
from pingce.corpus.dictionary.references import References
from pingce.spec.words import Words


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--rules", "rules_file", type=click.Path(path_type=Path), help="Rules of your own, TOML.")
@click.option("--with", "switch_on", multiple=True, metavar="RULE", help="Switch a rule on; may be repeated.")
@click.option("--without", "switch_off", multiple=True, metavar="RULE", help="Switch a rule off; may be repeated.")
@click.option(
    "--references",
    type=click.Choice(get_args(References)),
    default="resolve",
    show_default=True,
    help="Glosses that only point elsewhere (同“X”, 见②).",
)
@click.option("--min-characters", type=click.IntRange(min=1), default=2, show_default=True, help="Of a word.")
@click.option("--min-senses", type=click.IntRange(min=1), default=2, show_default=True, help="Of a word.")
@click.option("--keep-examples/--drop-examples", default=True, show_default=True, help="Keep examples, after |.")
@click.option("--changes", type=click.Path(path_type=Path, dir_okay=False), help="List every change, JSONL.")
@spoken_option
@writes("out", "changes")
def clean(
    file: Path,
    out: Path,
    rules_file: Path | None,
    switch_on: tuple[str, ...],
    switch_off: tuple[str, ...],
    references: References,
    min_characters: int,
    min_senses: int,
    keep_examples: bool,
    changes: Path | None,
) -> None:
    """Clean the glosses of FILE (entries or inventory) into OUT.

    No numbering, part of speech, phonetics or English; examples at the end; references resolved; only words of
    several characters and senses. OUT is an inventory if it ends in .json, entries otherwise. How often each rule
    fired is printed; rules are data (see rules.toml in the package) and can be replaced.
    """
    import orjson

    from pingce.corpus.dictionary.clean import InventorySettings
    from pingce.corpus.dictionary.clean import clean as cleaned
    from pingce.corpus.dictionary.rules import load_rules
    from pingce.corpus.entries import read_entries, write_entries
    from pingce.formats.write import atomic

    rules = load_rules(rules_file, switch_on=switch_on, switch_off=switch_off)
    settings = InventorySettings(min_characters, min_senses, references)
    with atomic(changes) if changes is not None else nullcontext() as listing:
        target: IO[bytes] | None = listing

        def change(word: str, rule: str, before: str, after: str) -> None:
            if target is not None:
                record = {"word": word, "rule": rule, "before": before, "after": after}
                target.write(orjson.dumps(record) + b"\n")

        result = cleaned(read_entries(file), rules, settings, change=change)
    count = write_entries(out, result.entries, examples=keep_examples)
    header = [spoken(title) for title in (Words("规则", "rule"), Words("次数", "fired"))]
    print_table("", header, [[name, f"{times:,}"] for name, times in result.fired.most_common()])
    click.echo(spoken(Words(f"{out}：{count} 个词", f"{out}: {count} words")), err=True)
