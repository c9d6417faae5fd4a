"""``pingce corpus words``."""

from pathlib import Path

import click

from pingce.cli.corpus.options import engine_options, interruptible, make_engine, progress_bar, texts_options
from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, print_table, spoken, spoken_option
from pingce.corpus.sample.tagged import Form
from pingce.spec.words import Words

HEADER = (
    Words("义项数", "senses"),
    Words("释义表中", "in the inventory"),
    Words("语料中", "in the corpus"),
    Words("选出", "chosen"),
    Words("剔除", "excluded"),
    Words("缺", "missing"),
    Words("最低频次", "least frequency"),
)


@click.command()
@click.option(
    "--corpus",
    "corpora",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path),
    help="Tagged or raw corpus: .txt or .jsonl, also .gz or .zst, or a folder; may be repeated.",
)
@click.option("--inventory", required=True, type=click.Path(path_type=Path), help="Words and their glosses.")
@click.option("--out", required=True, type=click.Path(path_type=Path, dir_okay=False), help="Chosen words, JSONL.")
@click.option(
    "--bins",
    type=click.IntRange(min=1, max=50),
    default=6,
    show_default=True,
    help="Words with 2, 3, … senses; the last bin takes all above.",
)
@click.option("--top", type=click.IntRange(min=1), default=200, show_default=True, help="Words of each bin.")
@click.option("--exclude", type=click.Path(path_type=Path), help="Words the experts take out: CSV word,reason.")
@click.option("--refill", is_flag=True, help="Let the next words of a bin come in for excluded ones.")
@texts_options("Cuts raw text into words.")
@engine_options
@json_option("the bins")
@spoken_option
@writes("out")
def words(
    corpora: tuple[Path, ...],
    inventory: Path,
    out: Path,
    bins: int,
    top: int,
    exclude: Path | None,
    refill: bool,
    form: Form,
    tagger: str,
    user_dictionary: Path | None,
    workers: int,
    engine: str,
    address: str | None,
    as_json: bool,
) -> None:
    """Choose the words to annotate: the most frequent ones of each number of senses.

    Excluded words stay in OUT with the experts' reasons, so that the choice can be followed.
    """
    import orjson

    from pingce.corpus.engine import fingerprint_of, resumable_output
    from pingce.corpus.entries import by_word, read_entries
    from pingce.corpus.inputs import find_files
    from pingce.corpus.sample.word_files import read_exclusions
    from pingce.corpus.sample.words import CountWords, choose_words, count_words, word_lines
    from pingce.formats.write import atomic
    from pingce.language.tagging.catalog import make_tagger

    run = make_engine(engine, workers, address)
    senses = {word: len(entry.glosses) for word, entry in by_word(read_entries(inventory)).items()}
    excluded = read_exclusions(exclude) if exclude is not None else {}
    files = find_files(corpora)
    work = CountWords(frozenset(senses), form, tagger, user_dictionary)
    version = make_tagger(tagger, user_dictionary=user_dictionary).version
    settings = {"command": "words", "form": form, "tagger": version}
    inputs = [*corpora, inventory, *([user_dictionary] if user_dictionary is not None else [])]
    counts = out.with_name(f".{out.name}.counts")
    with (
        interruptible(),
        resumable_output(counts, fingerprint_of(inputs, settings)) as output,
        progress_bar("corpus", total_bytes=sum(file.size for file in files)) as advance,
    ):
        counted = count_words(work, files, run, output, advance)
        choice = choose_words(senses, counted.frequencies, bins_wanted=bins, top=top, excluded=excluded, refill=refill)
        # Inside: a run killed here finds its counts again.
        with atomic(out) as file:
            file.writelines(line + b"\n" for line in word_lines(choice))
    counts.unlink()
    if counted.troubles:
        trouble = Words(f"{counted.troubles} 行不能用", f"{counted.troubles} lines could not be used")
        click.echo(spoken(trouble), err=True)
    for word in choice.unused:
        unused = Words(f"要剔除的词本来也没有选上：{word}", f"excluded but not chosen anyway: {word}")
        click.echo(spoken(unused), err=True)
    if as_json:
        report = {"tokens": counted.tokens, "bins": [row._asdict() for row in choice.bins], "unused": choice.unused}
        click.echo(orjson.dumps(report).decode())
        return
    print_table("", [spoken(title) for title in HEADER], [[str(cell) for cell in row] for row in choice.bins])
    chosen = sum(row.chosen for row in choice.bins)
    message = Words(
        f"{out}：从 {counted.tokens:,} 词次中选出 {chosen} 个词",
        f"{out}: {chosen} words from {counted.tokens:,} running words",
    )
    click.echo(spoken(message), err=True)
