"""``pingce corpus screen``."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, page_lang
from pingce.formats.provenance import SOURCE_KINDS, SourceKind
from pingce.spec.words import Lang

from .options import engine_options, interruptible, make_engine, progress_bar

FILE = click.Path(dir_okay=False, path_type=Path)
PLACE = click.Path(path_type=Path)


@click.command()
@click.argument("inputs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="IN...")
@click.option("--out", required=True, type=PLACE, help="Where the passages that are kept go (JSON lines).")
@click.option("--dropped", type=PLACE, help="Where the others go, each with its reason.")
@click.option(
    "--partitions",
    type=click.IntRange(1, 100_000),
    help="Screen in so many parts, each read and written by one worker; --out and --dropped are then folders, which "
    "all machines share. The passages that are kept are the same.",
)
@click.option("--html", type=FILE, help="A page with the distributions.")
@click.option("--summary", "summary_file", type=FILE, help="All counts as JSON.")
@click.option("--weights", type=FILE, help="Weights and limits (TOML); what it leaves out stays as it comes.")
@click.option("--min-weight", type=float, help="Least sum of the weights of a passage.")
@click.option("--min-density", type=float, help="Least weight per 100 characters.")
@click.option("--shortest", type=click.IntRange(min=1), help="Fewest characters of a passage.")
@click.option("--target", type=int, help="Characters from which a passage closes at the next good sentence end.")
@click.option("--longest", type=int, help="Most characters of a passage.")
@click.option("--similarity", type=float, help="From here on (0.3 to 1) two passages are near-duplicates.")
@click.option("--genre", help="The genre of files that lie in no folder of a genre.")
@click.option("--kind", type=click.Choice(SOURCE_KINDS[:2]), help="Web texts or edited (professional) ones.")
@click.option("--tagger", default="default", show_default=True, help="The tagger, by name.")
@click.option("--user-dictionary", type=FILE, help="Words the tagger has to know.")
@click.option("--lexicon", type=click.Path(path_type=Path), help="Your own spatial lexicon instead of ours.")
@engine_options
@json_option("the counts")
@lang_option
@writes("out", "dropped", "html", "summary_file")
def screen(
    *,
    inputs: Sequence[Path],
    out: Path,
    dropped: Path | None,
    partitions: int | None,
    html: Path | None,
    summary_file: Path | None,
    weights: Path | None,
    min_weight: float | None,
    min_density: float | None,
    shortest: int | None,
    target: int | None,
    longest: int | None,
    similarity: float | None,
    genre: str | None,
    kind: SourceKind | None,
    tagger: str,
    user_dictionary: Path | None,
    lexicon: Path | None,
    workers: int,
    engine: str,
    address: str | None,
    as_json: bool,
    lang: Lang,
) -> None:
    """Raw text → passages that say enough about space.

    IN are files (.txt, .jsonl, also .gz and .zst) or folders; the folders inside a folder are its genres. Passages are
    cut at sentence ends and keep their place in the file. What is incomplete, not modern Chinese, says too little about
    space or was there before is dropped. An interrupted run goes on where it was; the output is the same.
    """
    from pingce.corpus.inputs import find_files, keep_apart
    from pingce.corpus.screen.partitions import screen_partitions
    from pingce.corpus.screen.run import screen as screen_whole
    from pingce.corpus.screen.settings import load_settings
    from pingce.corpus.screen.work import ScreenWork

    from .screened import save_summary, show

    settings = load_settings(
        weights,
        spatial={"min_weight": min_weight, "min_density": min_density},
        passage={"shortest": shortest, "target": target, "longest": longest},
        duplicates={"similarity": similarity},
    )
    keep_apart(inputs, [path for path in (out, dropped) if path is not None])
    files = find_files(inputs, genre=genre)
    work = ScreenWork(settings, tagger, user_dictionary, lexicon, dropped=dropped is not None, kind=kind)
    screen_files = screen_whole if partitions is None else partial(screen_partitions, count=partitions)
    with interruptible(), progress_bar("Screening", total_bytes=sum(file.size for file in files)) as advance:
        screening = screen_files(
            files,
            work,
            out=out,
            dropped=dropped,
            engine=make_engine(engine, workers, address),
            advance=advance,
        )
    if summary_file is not None:
        save_summary(summary_file, screening)
    if html is not None:
        from pingce.formats.write import write_text
        from pingce.report.screening import screening_page

        write_text(html, screening_page(screening, lang=page_lang(lang)))
    show(screening, lang, as_json=as_json)
