"""``pingce systems train``."""

from pathlib import Path

import click

from pingce.cli.systems.predict import inventory_option
from pingce.cli.systems.watching import watched
from pingce.cli.terminal import lang_option, number, print_table
from pingce.spec.words import Lang, Words
from pingce.tasks.catalog import find_task

HEADER = (Words("指标", "measure"), Words("开发集", "dev"))

system_option = click.option(
    "--system", "name", required=True, metavar="NAME", help="One of `pingce systems list TASK`."
)
encoder_option = click.option(
    "--encoder", metavar="NAME_OR_FOLDER", help="A pretrained encoder, for systems that start from one."
)
settings_option = click.option(
    "--settings", "settings_file", type=click.Path(path_type=Path, dir_okay=False), help="Settings as TOML."
)
changes_option = click.option(
    "--set", "changes", multiple=True, metavar="NAME=VALUE", help="One setting; may be repeated."
)


@click.command()
@click.argument("task_id", metavar="TASK")
@system_option
@click.option("--train", "train_file", metavar="FILE", help="Questions with answers, for systems that learn.")
@click.option(
    "--pack",
    type=click.Path(path_type=Path),
    metavar="NAME_OR_FOLDER",
    help="Train and measure on the parts of a pack: a folder, or the benchmark's own by its name.",
)
@click.option(
    "--dev",
    "dev_file",
    metavar="FILE",
    help="To measure on; without it a part of --train is held out, by original sentence.",
)
@encoder_option
@inventory_option
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same model.")
@settings_option
@changes_option
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="The model folder.")
@click.option("--replace", "may_replace", is_flag=True, help="Even if --out holds a model of other data or settings.")
@lang_option
def train(
    task_id: str,
    name: str,
    train_file: str | None,
    pack: Path | None,
    dev_file: str | None,
    encoder: str | None,
    inventory: str | None,
    seed: int,
    settings_file: Path | None,
    changes: tuple[str, ...],
    out: Path,
    may_replace: bool,
    lang: Lang,
) -> None:
    """Train a system for TASK and write it to --out.

    An interrupted run continues when the same command is given again, and ends with the same model. A finished model
    of other data or settings stays unless you --replace it.
    """
    from pingce.systems.train import Order, train_model

    if pack is not None:
        train_file, dev_file, inventory = _parts(task_id, pack, train_file, dev_file, inventory)
    order = Order(
        task=find_task(task_id),
        system=name,
        train=train_file,
        out=out,
        dev=dev_file,
        encoder=encoder,
        inventory=inventory,
        seed=seed,
        settings_file=settings_file,
        changes=changes,
        may_replace=may_replace,
    )
    with watched(lang) as watch:
        card, continued = train_model(order, watch)
    if continued:
        click.echo(Words("接着上次中断处继续训练。", "An interrupted run was continued.").say(lang), err=True)
    title = Words(f"{card.system} · {card.task} · 已写出 {out}", f"{card.system} · {card.task} · {out} written").say(
        lang
    )
    if not card.dev:
        click.echo(title)
        return
    print_table(title, [heading.say(lang) for heading in HEADER], [[k, number(v)] for k, v in card.dev.items()])


def _parts(
    task_id: str, pack: Path, train_file: str | None, dev_file: str | None, inventory: str | None
) -> tuple[str, str | None, str | None]:
    """Training part, dev part and inventory of a pack; what was named besides goes before."""
    from pingce.flow.packs import file_in_pack, pack_folder, part_of_pack

    if train_file is not None:
        raise click.UsageError("Give --train or --pack, not both.")
    folder = pack_folder(pack)
    dev, glosses = file_in_pack(folder, task_id, "dev", "gold"), file_in_pack(folder, task_id, None, "inventory")
    return (
        str(part_of_pack(folder, task_id, "train", "gold")),
        dev_file or (str(dev) if dev is not None else None),
        inventory or (str(glosses) if glosses is not None else None),
    )
