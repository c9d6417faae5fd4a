"""``pingce corpus replace`` and ``undo``: one word, or two, for others of their group."""

import json
from pathlib import Path

import click

from pingce.cli.corpus.options import engine_options, interruptible, make_engine, progress_bar
from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, page_lang, print_page, spoken_option
from pingce.corpus.replace.make import MODES, Modes, ReplaceSettings
from pingce.corpus.replace.run import replace_file, undo_file
from pingce.corpus.replace.select import SelectionLimits
from pingce.corpus.replace.work import ReplaceWork
from pingce.formats.source import find_source
from pingce.formats.write import write_text
from pingce.language.lexicon.model import CLASSES, SpatialClass
from pingce.spec.words import Lang

SHOWN_PAIRS = 20
AT_LEAST_ONE = click.IntRange(min=1)
FILE = click.Path(path_type=Path, dir_okay=False)


def _classes(_: click.Context, __: click.Parameter, value: str) -> tuple[SpatialClass, ...]:
    chosen = tuple(cls for cls in CLASSES if cls in value.split(","))
    if unknown := sorted(set(value.split(",")) - set(CLASSES)):
        raise click.BadParameter(f"{', '.join(unknown)}: expected some of {', '.join(CLASSES)}, with commas between.")
    return chosen


@click.command()
@click.argument("file", metavar="IN")
@click.argument("out", type=FILE)
@click.option("--mode", type=click.Choice(MODES), default="both", show_default=True, help="One word, two, or either.")
@click.option(
    "--classes",
    default="f,s,dv",
    show_default=True,
    callback=_classes,
    help="Replace localizers (f), place words (s), directional verbs (dv), prepositions (p), adverbs (d).",
)
@click.option("--lexicon", type=click.Path(path_type=Path), help="Your own lexicon: a TOML file or folder.")
@click.option("--onto", type=FILE, help="Sentences rated normal (judge 1): double replacements only on top of these.")
@click.option(
    "--doubles",
    type=click.IntRange(min=0),
    default=8,
    show_default=True,
    help="At most so many double replacements of one original; 0: all of them, often hundreds.",
)
@click.option("--per-original", type=AT_LEAST_ONE, help="At most so many sentences of one original.")
@click.option("--per-pair", type=AT_LEAST_ONE, help="At most so many sentences of one pair of words.")
@click.option("--sample", type=AT_LEAST_ONE, help="So many sentences in all, spread evenly over the pairs.")
@click.option("--seed", type=int, default=0, show_default=True, help="Decides which sentences a limit keeps.")
@click.option("--tagger", default="default", show_default=True, help="Who finds words and their classes.")
@click.option("--user-dictionary", type=FILE, help="Further words for the tagger.")
@click.option("--summary", "summary_file", type=FILE, help="Write all counts as JSON.")
@click.option("--html", type=FILE, help="Write a page with the counts.")
@engine_options
@json_option("the counts")
@lang_option
@writes("out", "summary_file", "html")
def replace(
    file: str,
    out: Path,
    mode: Modes,
    classes: tuple[SpatialClass, ...],
    lexicon: Path | None,
    onto: Path | None,
    doubles: int,
    per_original: int | None,
    per_pair: int | None,
    sample: int | None,
    seed: int,
    tagger: str,
    user_dictionary: Path | None,
    summary_file: Path | None,
    html: Path | None,
    workers: int,
    engine: str,
    address: str | None,
    as_json: bool,
    lang: Lang,
) -> None:
    """Write to OUT the sentences that arise from the originals IN when spatial words are replaced.

    IN has one JSON object per line with id and text (or qid and context, as in the task files). Every word of
    the lexicon is replaced by every other word of its group, unless it is not about physical space. Each line
    of OUT says what was replaced where; pingce corpus undo gives the originals back.
    """
    settings = ReplaceSettings(mode, per_original, doubles or None, seed)
    work = ReplaceWork(settings, classes, tagger, user_dictionary, lexicon, onto)
    chosen = SelectionLimits(per_pair, sample)
    running = make_engine(engine, workers, address)
    with interruptible(), progress_bar(out.name) as advance:
        summary = replace_file(find_source(file), out, work, chosen, running, advance=advance)
    text = json.dumps(summary.as_json(), ensure_ascii=False, indent=2) + "\n"
    if summary_file is not None:
        write_text(summary_file, text)
    if html is not None:
        from pingce.report.replacement import replacement_page

        write_text(html, replacement_page(summary, source=Path(file).name, lang=page_lang(lang)))
    if as_json:
        click.echo(text, nl=False)
        return
    from pingce.report.replacement import describe_page

    print_page(describe_page(summary, source=Path(file).name, most=SHOWN_PAIRS), lang)


@click.command()
@click.argument("file", metavar="IN")
@click.argument("out", type=FILE)
@spoken_option
@writes("out")
def undo(file: str, out: Path) -> None:
    """Write to OUT the originals of the replaced sentences IN, each once."""
    count = undo_file(find_source(file), out)
    click.echo(f"{out}: {count}", err=True)
