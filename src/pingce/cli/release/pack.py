"""``pingce release pack``: public and private files of a release."""

from collections.abc import Sequence
from pathlib import Path

import click

from pingce.cli.release.inputs import read_given, showing_flaws
from pingce.cli.terminal import lang_option, print_table, progress
from pingce.spec.problem import CODES
from pingce.spec.words import Lang, Words


@click.command()
@click.argument("files", metavar="[TASK=FILE]...", nargs=-1)
@click.option(
    "--split", "split_folder", type=click.Path(path_type=Path), required=True, help="Folder of pingce release split."
)
@click.option(
    "--about",
    "about_file",
    type=click.Path(path_type=Path),
    required=True,
    help="release.toml: names, licence, stages.",
)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder to write; must not exist yet.")
@click.option("--inventory", type=click.Path(path_type=Path), help="Words and their glosses (wsd/senses).")
@click.option(
    "--page", "reports", type=click.Path(path_type=Path), multiple=True, help="A page to publish with the data."
)
@click.option(
    "--accept",
    metavar="CODE",
    type=click.Choice(sorted(CODES)),
    multiple=True,
    help="Let problems of this kind stand in the data; the manifest says so.",
)
@click.option(
    "--organiser",
    "organisers",
    metavar="NAME",
    multiple=True,
    help="Login name of somebody who may use the pack with its answers on the pages, beside administrators; may be "
    "given several times. Written to OUT/organisers.txt, where names can be added later.",
)
@click.option("--zip", "with_zip", is_flag=True, help="Also write the public files as public.zip.")
@lang_option
def pack(
    files: tuple[str, ...],
    split_folder: Path,
    about_file: Path,
    out: Path,
    inventory: Path | None,
    reports: tuple[Path, ...],
    accept: tuple[str, ...],
    organisers: tuple[str, ...],
    with_zip: bool,
    lang: Lang,
) -> None:
    """Pack the files that were split: OUT/public for everybody, OUT/private with the answers.

    The files of campaigns lie in the split itself and need not be given.

    Public are the training part with answers, questions of dev and test, licence, data card, Croissant metadata,
    reports and checksums; private are the answers of dev and test and the proof of the split. The pack is verified
    before it appears. Items get new ids and an order by chance.
    """
    from pingce.release.inputs import named_inputs
    from pingce.release.pack.about import read_about
    from pingce.release.pack.run import PackOrder, inputs_as_split
    from pingce.release.pack.run import pack as write_pack
    from pingce.release.split.proof import usable_proof
    from pingce.release.split.run import SPLIT_NAMES
    from pingce.release.split.sidecars import kept_inputs, read_origins

    with showing_flaws(lang):
        about, toml = read_about(about_file)
        proof = usable_proof(split_folder)
        given = [*files, *kept_inputs(split_folder, proof)]
        inputs = inputs_as_split(named_inputs(given, progress), proof, split_folder)
        decided = read_given(inputs, lambda code: code in accept, lang, _may_stand)
        order = PackOrder(about, toml, reports, inventory, tuple(sorted(accept)), with_zip, organisers)
        manifest = write_pack(order, decided, proof, out, read_origins(split_folder, proof))
    rows = [[task, *(str(parts[split_name]) for split_name in SPLIT_NAMES)] for task, parts in manifest.items.items()]
    print_table("", [Words("任务", "task").say(lang), *SPLIT_NAMES], rows)
    click.echo(str(out), err=True)


def _may_stand(codes: Sequence[str]) -> Words:
    """What a person can do about errors that do not keep the data from being read."""
    options = " ".join(f"--accept {code}" for code in codes)
    return Words(f"请改正，或让它们留在数据里：{options}。", f"Correct them, or let them stand in the data: {options}.")
