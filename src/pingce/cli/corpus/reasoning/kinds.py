"""``pingce corpus reasoning kinds``: what generated items can be about."""

import click

from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.spec.words import Lang, Words


@click.command()
@json_option("the kinds")
@lang_option
def kinds(as_json: bool, lang: Lang) -> None:
    """List the kinds of items that pingce corpus reasoning make can make."""
    from pingce.reasoning.generate.kinds import KINDS

    if as_json:
        import orjson

        listed = [{"kind": kind.name, "domain": kind.domain, "title": kind.title._asdict()} for kind in KINDS.values()]
        click.echo(orjson.dumps({"kinds": listed}).decode())
        return
    title = Words("题目的种类", "Kinds of items").say(lang)
    head = [Words("种类", "kind").say(lang), Words("领域", "domain").say(lang), Words("内容", "about").say(lang)]
    print_table(title, head, [[kind.name, kind.domain, getattr(kind.title, lang)] for kind in KINDS.values()])
