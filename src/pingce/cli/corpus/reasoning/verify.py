"""``pingce corpus reasoning verify``: are these the items that were committed to?"""

from pathlib import Path

import click

from pingce.cli.terminal import json_option, lang_option
from pingce.spec.words import Lang, Words

FILE = click.Path(path_type=Path, dir_okay=False)
SHOWN = 10


@click.command()
@click.argument("commitment", type=FILE)
@click.argument("opening", type=FILE)
@click.argument("files", metavar="FILE...", type=FILE, nargs=-1, required=True)
@json_option("the comparison")
@lang_option
def verify(commitment: Path, opening: Path, files: tuple[Path, ...], as_json: bool, lang: Lang) -> None:
    """Check with OPENING that the items of FILE... are those whose checksums COMMITMENT published.

    Exit code 1 when an item was changed, left out, added or is there twice.
    """
    from pingce.corpus.reasoning.commit import compare

    result = compare(commitment, opening, files)
    if as_json:
        import dataclasses

        import orjson

        click.echo(orjson.dumps({**dataclasses.asdict(result), "holds": result.holds}).decode())
    else:
        click.echo(Words(f"与承诺一致的题：{result.equal}", f"items as committed to: {result.equal}").say(lang))
        for words, ids in (
            (Words("改动过的", "changed"), result.changed),
            (Words("缺少的", "missing"), result.missing),
            (Words("多出或重复的", "added or repeated"), result.added),
        ):
            if ids:
                more = f" … (+{len(ids) - SHOWN})" if len(ids) > SHOWN else ""
                click.echo(f"{words.say(lang)}: {len(ids)}: {', '.join(ids[:SHOWN])}{more}")
    if not result.holds:
        click.get_current_context().exit(1)
