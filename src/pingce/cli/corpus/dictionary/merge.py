"""``pingce corpus dictionary merge``."""

from pathlib import Path
from typing import get_args

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, print_table, spoken, spoken_option
from pingce.corpus.dictionary.merge import Compared, Measure
from pingce.spec.words import Words

SAID = {
    "base_words": Words("原有的词", "base words"),
    "base_glosses": Words("原有的释义", "base glosses"),
    "new_words": Words("新词", "new words"),
    "new_word_glosses": Words("新词的释义", "new word glosses"),
    "words_with_added_glosses": Words("添了释义的词", "words with added glosses"),
    "added_glosses": Words("添的释义", "added glosses"),
    "skipped_glosses": Words("没有收的释义", "skipped glosses"),
    "words": Words("词", "words"),
    "glosses": Words("释义", "glosses"),
}


@click.command()
@click.argument("base", type=click.Path(path_type=Path))
@click.argument("additions", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--measure", type=click.Choice(get_args(Measure)), default="ratio", show_default=True, help="Similarity.")
@click.option(
    "--threshold",
    type=click.FloatRange(0, 100),
    default=85,
    show_default=True,
    help="Per cent; a gloss more similar than this to any of the word's is not added.",
)
@click.option(
    "--compare",
    type=click.Choice(get_args(Compared)),
    default="text",
    show_default=True,
    help="Glosses without their examples, or the whole line.",
)
@click.option(
    "--as-written",
    is_flag=True,
    help="Let blanks and full-width or half-width punctuation count as differences.",
)
@click.option(
    "--within-new/--new-as-is",
    default=True,
    show_default=True,
    help="Whether the glosses of a new word are compared with each other.",
)
@click.option(
    "--decisions",
    type=click.Path(path_type=Path, dir_okay=False),
    help="What people decided about pairs of glosses, JSONL: word, gloss, like, same. It goes before the rule.",
)
@click.option(
    "--pairs",
    type=click.Path(path_type=Path, dir_okay=False),
    help="List the pairs that are alike, JSONL as for --decisions, same being what was decided or what the rule says.",
)
@click.option(
    "--near",
    type=click.FloatRange(0, 100),
    default=60,
    show_default=True,
    help="Per cent; pairs more similar than this are listed by --pairs.",
)
@click.option("--duplicates", type=click.Path(path_type=Path, dir_okay=False), help="List glosses not added, JSONL.")
@json_option("the counts and the rule")
@spoken_option
@writes("out", "duplicates", "pairs")
def merge(
    base: Path,
    additions: Path,
    out: Path,
    measure: Measure,
    threshold: float,
    compare: Compared,
    as_written: bool,
    within_new: bool,
    decisions: Path | None,
    pairs: Path | None,
    near: float,
    duplicates: Path | None,
    as_json: bool,
) -> None:
    """Add the words and glosses of ADDITIONS to those of BASE and write OUT.

    A word BASE lacks is added; a gloss is added unless it is more than 85 % similar to a gloss the word has, or people
    decided otherwise (--decisions). The order of BASE is kept. OUT is an inventory if it ends in .json, entries
    otherwise; the rule, the files' checksums and the counts stand in OUT.meta.json.
    """
    import orjson

    from pingce.corpus.dictionary.merge import MergeRule
    from pingce.corpus.dictionary.merge_files import merge_files

    rule = MergeRule(measure, threshold, compare, as_written, within_new)
    about = merge_files(base, additions, out, rule, decisions=decisions, duplicates=duplicates, pairs=pairs, near=near)
    if as_json:
        click.echo(orjson.dumps(about).decode())
        return
    rows = [[spoken(SAID[name]), f"{times:,}"] for name, times in about["counts"].items()]
    print_table("", ["", spoken(Words("数量", "count"))], rows)
