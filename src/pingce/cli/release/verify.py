"""``pingce release verify``: is a pack what it says it is?"""

import json
from pathlib import Path

import click

from pingce.cli.release.inputs import flaw_lines
from pingce.cli.terminal import json_option, lang_option
from pingce.spec.words import Lang, Words


@click.command()
@click.argument("folder", metavar="PACK", type=click.Path(path_type=Path))
@json_option("what is wrong")
@lang_option
def verify(folder: Path, as_json: bool, lang: Lang) -> None:
    """Check a PACK, or the one folder of it that a team has downloaded.

    Checksums, formats, counts and equal content of JSON and JSONL; for a whole pack also the proof of the split, that
    questions and answers match, that no text is in two parts, and that nothing public shows an item whose answer
    is held back. All problems at once; exit code 1 if there are any.
    """
    from pingce.release.flaws import problems
    from pingce.release.verify.run import verify as verify_pack

    verified = verify_pack(folder)
    if as_json:
        flaws = [{"file": f.file, "code": f.code, "en": f.words.en, "zh": f.words.zh} for f in verified.flaws]
        click.echo(
            json.dumps({"files": verified.files, "folders": verified.folders, "flaws": flaws}, ensure_ascii=False)
        )
    else:
        for line in flaw_lines(verified.flaws, lang):
            click.echo(line)
        checked = "、".join(verified.folders) if lang == "zh" else ", ".join(verified.folders)
        summary = Words(
            f"{checked}：{verified.files} 个文件，{len(verified.flaws)} 个问题",
            f"{checked}: {verified.files} files, {problems(len(verified.flaws))}",
        )
        click.echo(summary.say(lang))
    if verified.flaws:
        raise click.exceptions.Exit(1)
