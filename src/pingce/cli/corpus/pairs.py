"""``pingce corpus pairs``: sentence pairs with one difference, for SpaCE2023 task 3."""

from pathlib import Path

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import spoken, spoken_option
from pingce.corpus.replace.pairs import LONGEST, PairKind, read_and_pair, write_pairs
from pingce.formats.source import find_source
from pingce.language.lexicon.load import load_lexicon
from pingce.spec.words import Words

FILE = click.Path(path_type=Path, dir_okay=False)
FROM_REPLACEMENT: tuple[PairKind, ...] = ("origin-replaced", "replaced-replaced")


@click.command()
@click.argument("file", metavar="IN")
@click.argument("out", type=FILE)
@click.option(
    "--kind",
    "kinds",
    type=click.Choice(FROM_REPLACEMENT),
    multiple=True,
    default=FROM_REPLACEMENT,
    show_default=True,
    help="Original and replaced sentence, or two replacements of one word; may be given twice.",
)
@click.option("--paraphrases", is_flag=True, help='IN has groups of paraphrases: {"id": …, "texts": […]} per line.')
@click.option(
    "--longest",
    type=click.IntRange(min=1),
    default=LONGEST,
    show_default=True,
    help="Characters in which two paraphrases may differ.",
)
@click.option("--per-original", type=click.IntRange(min=1), help="At most so many pairs of one original or group.")
@click.option("--seed", type=int, default=0, show_default=True, help="Decides which are kept and which text is first.")
@click.option("--lexicon", type=click.Path(path_type=Path), help="Your own lexicon, for the relations.")
@click.option("--provenance", type=FILE, help="Where each pair comes from; default: OUT with .provenance.jsonl.")
@spoken_option
@writes("out", "provenance")
def pairs(
    file: str,
    out: Path,
    kinds: tuple[PairKind, ...],
    paraphrases: bool,
    longest: int,
    per_original: int | None,
    seed: int,
    lexicon: Path | None,
    provenance: Path | None,
) -> None:
    """Write to OUT questions for space2023/task3: two texts that differ in one contiguous unit.

    IN is what pingce corpus replace wrote, or with --paraphrases a file of paraphrase groups. Beside OUT a file
    says for every question its two different units (d1, d2), their relation, and the sentences it was made of.
    """
    notes = provenance or out.with_suffix(".provenance.jsonl")
    made = read_and_pair(find_source(file), load_lexicon(lexicon), kinds, paraphrases=paraphrases, longest=longest)
    counts = write_pairs(made, out, notes, per_origin=per_original, seed=seed)
    words = Words(
        f"{out}：{counts.origins} 组中得 {counts.pairs} 对；出处：{notes}",
        f"{out}: {counts.pairs} from {counts.origins}; provenance: {notes}",
    )
    click.echo(spoken(words), err=True)
