"""Questions a system had no answer to, for the person who waits for the file."""

import click

from pingce.spec.problem import harmless
from pingce.spec.words import Lang, Words
from pingce.systems.predict import Answered

FIRST = 20


def list_failures(answered: Answered, lang: Lang) -> None:
    failures = answered.failures
    if not failures:
        return
    count = len(failures)
    heading = Words(
        f"{count} 题没有得到可用的回答，写的是空答案：", f"{count} without a usable answer, written as empty answers:"
    )
    click.echo(heading.say(lang), err=True)
    for item_id, why in failures[:FIRST]:
        click.echo(harmless(f"  {item_id}: {why.say(lang)}"), err=True)
    if count > FIRST:
        click.echo(Words(f"  ……另有 {count - FIRST} 题", f"  … and {count - FIRST} more").say(lang), err=True)
