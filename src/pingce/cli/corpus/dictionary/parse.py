"""``pingce corpus dictionary parse``."""

from collections import Counter
from pathlib import Path

import click

from pingce.cli.corpus.options import engine_options, interruptible, make_engine, progress_bar
from pingce.cli.outputs import writes
from pingce.cli.terminal import spoken, spoken_option
from pingce.spec.words import Words


@click.command()
@click.argument("pages", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--layout", required=True, metavar="A|B|FILE", help="How the pages are laid out; FILE is a TOML file.")
@click.option("--out", required=True, type=click.Path(path_type=Path, dir_okay=False), help="Entries, JSONL.")
@click.option(
    "--problems", type=click.Path(path_type=Path, dir_okay=False), help="Odd pages; default: OUT.problems.jsonl."
)
@engine_options
@spoken_option
@writes("out", "problems")
def parse(
    pages: tuple[Path, ...],
    layout: str,
    out: Path,
    problems: Path | None,
    workers: int,
    engine: str,
    address: str | None,
) -> None:
    """Read entries from PAGES: folders of a crawl, folders of saved pages, or single pages.

    A page without the section, without glosses or in a broken encoding is reported and left out or used as far as it
    goes; it never stops the run.
    """
    from pingce.corpus.dictionary.batch import BATCH, ParsePages, find_pages
    from pingce.corpus.dictionary.layout import load_layout
    from pingce.corpus.dictionary.parse import NOTES
    from pingce.corpus.engine import fingerprint_of, ordered, resumable_output
    from pingce.corpus.engine.work import batched

    load_layout(layout)
    run = make_engine(engine, workers, address)
    page_files = list(find_pages(pages))
    settings = {"layout": layout, "command": "dictionary parse", "pages": len(page_files)}
    files = [Path(layout)] if Path(layout).is_file() else []
    notes = problems or out.with_name(f"{out.name}.problems.jsonl")
    fingerprint = fingerprint_of([*pages, *files], settings)
    with (
        interruptible(),
        resumable_output(out, fingerprint, sidecars=[notes]) as output,
        progress_bar("pages", total_items=len(page_files)) as advance,
    ):
        advance(output.done * BATCH)
        batches = output.remaining(batched(iter(page_files), BATCH))
        for result in ordered(ParsePages(layout), batches, run):
            output.write(result.entries, sidecars=[result.notes])
            advance(result.pages)
    _summary(out, notes, len(page_files), NOTES)


def _summary(out: Path, notes: Path, pages: int, titles: dict[str, Words]) -> None:
    """From the files, which a resumed run has written only the end of."""
    import msgspec

    with out.open("rb") as file:
        entries = sum(1 for _ in file)
    with notes.open("rb") as file:
        codes = Counter(str(msgspec.json.decode(line)["code"]) for line in file)
    words = Words(f"{out}：{pages} 页中有 {entries} 个词条", f"{out}: {entries} entries from {pages} pages")
    click.echo(spoken(words), err=True)
    for code, times in sorted(codes.items(), key=lambda pair: (-pair[1], pair[0])):
        click.echo(f"  {code}: {spoken(titles[code])} × {times}", err=True)
