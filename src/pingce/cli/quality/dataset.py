"""``pingce quality dataset``: what a data set is made of."""

from pathlib import Path

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, progress
from pingce.spec.words import Lang

from .inputs import html_option
from .show import show_about_data


@click.command()
@click.argument("parts", nargs=-1, metavar="[TASK[:SPLIT]=FILE...]")
@click.option(
    "--pack",
    type=click.Path(path_type=Path),
    help="All parts with answers of a pack, private side included: its folder, or a pack of the benchmark by name.",
)
@click.option("--inventory", help="Sense inventory of word-sense data: {word: [gloss, …]}; gives the coverage.")
@html_option
@json_option("all numbers")
@lang_option
@writes("html")
def dataset(
    parts: tuple[str, ...], pack: Path | None, inventory: str | None, html: Path | None, as_json: bool, lang: Lang
) -> None:
    """Counts, characters, lengths, genres and label tables of the parts of a data set.

    A part is TASK=FILE, for example space2022/task1=task1_train.jsonl; TASK:SPLIT=FILE if the file's name does not
    say which split it is. Files without answers count for sizes.
    """
    from pingce.formats.load import load_inventory
    from pingce.formats.parts import read_parts
    from pingce.quality.dataset.encode import as_dict
    from pingce.quality.dataset.summary import describe
    from pingce.report.dataset import dataset_page, describe_page

    if bool(parts) == (pack is not None):
        raise click.UsageError("Name parts of a data set, or one --pack.")
    if pack is not None:
        from pingce.flow.packs import pack_folder
        from pingce.flow.tables import pack_inventory, pack_parts

        folder = pack_folder(pack)
        parts = tuple(pack_parts(folder))
        glosses_of_pack = pack_inventory(folder)
        inventory = inventory or (str(glosses_of_pack) if glosses_of_pack is not None else None)
    glosses = load_inventory(inventory) if inventory is not None else None
    described = describe(read_parts(parts, watch=progress), inventory=glosses)
    show_about_data(
        html=html,
        page=lambda spoken: dataset_page(described, lang=spoken),
        record=(lambda: as_dict(described)) if as_json else None,
        summary=lambda: describe_page(described),
        lang=lang,
    )
