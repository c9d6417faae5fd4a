"""``pingce release stage``: what is public when."""

import datetime as dt
from pathlib import Path

import click

from pingce.cli.release.inputs import showing_flaws
from pingce.cli.terminal import lang_option
from pingce.spec.words import Lang, Words


@click.command()
@click.argument("folder", metavar="PACK", type=click.Path(path_type=Path))
@click.argument("name", required=False)
@click.option("--on", "day", type=click.DateTime(["%Y-%m-%d"]), help="Instead of NAME: all that is public on that day.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder to write; without it the stages are listed.")
@click.option("--with-test-answers", is_flag=True, help="Allow a stage that publishes the answers of the test part.")
@click.option("--zip", "with_zip", is_flag=True, help="Also write the folder as one zip file beside it.")
@lang_option
def stage(
    folder: Path,
    name: str | None,
    day: dt.datetime | None,
    out: Path | None,
    with_test_answers: bool,
    with_zip: bool,
    lang: Lang,
) -> None:
    """Write the files of the stage NAME of a PACK, and nothing else.

    Stages are [[stages]] of release.toml: a name, perhaps a date, and files among train, dev questions, dev answers,
    test questions, test answers and reports. The folder has its own card, metadata, licence and checksums.
    """
    from pingce.release.pack.stage import about_pack, write_stage

    about = about_pack(folder)
    if out is None:
        for planned in about.stages:
            click.echo(f"{planned.date or '–'}  {planned.name}: {', '.join(planned.files)}")
        return
    if (name is None) == (day is None):
        raise click.UsageError("Give the NAME of a stage, or --on DATE.")
    if name is not None:
        contents = about.stage(name).files
    else:
        assert day is not None
        name, contents = day.date().isoformat(), about.public_on(day.date())
    with showing_flaws(lang):
        manifest = write_stage(folder, name, contents, out, test_answers=with_test_answers, with_zip=with_zip)
    for file in manifest.files:
        click.echo(file.path)
    count = len(manifest.files)
    click.echo(Words(f"{out}：{count} 个文件", f"{out}: {count} files").say(lang), err=True)
