"""``pingce backup`` and ``pingce restore``: a whole workbench in one file."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.terminal import lang_option, progress
from pingce.spec.words import Lang, Words
from pingce.store.address import without_password

if TYPE_CHECKING:
    from pingce.server.backup.archive import Manifest

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("database")
@click.argument("out", type=FILE)
@click.option("--models", is_flag=True, help="Trained models, too; they can be large, and can be trained again.")
@click.option(
    "--hold/--no-hold",
    default=True,
    show_default=True,
    help="Let writers wait until OUT is complete, so that it has every answer acknowledged before it was.",
)
@lang_option
def backup(database: str, out: Path, models: bool, hold: bool, lang: Lang) -> None:
    """Write the workbench of DATABASE to OUT while the server runs.

    DATABASE is a SQLite file or postgresql+psycopg://user@host/name (which needs pg_dump). OUT is one archive with the
    database, the installation's secret and the project's folder, a checksum for each; it appears when it is complete,
    readable by its owner only. With --no-hold nobody waits, and OUT shows the moment at which the database was copied.
    """
    from pingce.server.backup.make import back_up

    manifest = back_up(database, out, models=models, hold=hold, watch=progress)
    _say(out, manifest, lang)


@click.command()
@click.argument("file", type=FILE)
@click.argument("database")
@lang_option
def restore(file: Path, database: str, lang: Lang) -> None:
    """Put the backup FILE into DATABASE, which must be empty, and into the folder beside it.

    All checksums are checked before anything is written; afterwards the tables are brought to this version. A backup
    of SQLite is restored to SQLite, one of PostgreSQL to PostgreSQL (which needs pg_restore).
    """
    from pingce.server.backup.restore import restore as put_back

    _say(without_password(database), put_back(file, database, watch=progress), lang)


def _say(where: Path | str, manifest: "Manifest", lang: Lang) -> None:
    rows, files = sum(manifest.counts.values()), len(manifest.files) - 1
    answers = manifest.counts.get("answers", 0)
    words = Words(
        f"{where}：{rows} 行（其中答案 {answers}），{files} 个文件；{manifest.made_at}，表的版本 {manifest.revision}。",
        f"{where}: {rows} rows ({answers} answers), {files} files; {manifest.made_at}, tables {manifest.revision}.",
    )
    click.echo(words.say(lang), err=True)
