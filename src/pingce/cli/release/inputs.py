"""What the commands of this group share: reading the inputs, showing flaws."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click

from pingce.cli.terminal import show_error, warn_about
from pingce.formats.load import BadFileError
from pingce.release.flaws import Flaw, FlawsError
from pingce.release.inputs import Accept, Decided, Input, read_all
from pingce.spec.words import Lang, Words

FIRST = 50
"""Flaws printed one by one; the rest is counted."""


def read_given(
    inputs: Sequence[Input],
    accept: Accept,
    lang: Lang,
    advice: Callable[[Sequence[str]], Words] = lambda _: Words("", ""),
) -> list[Decided]:
    """The items of all inputs; every file that cannot be used is named before the command ends.

    ``advice`` says what can be done about errors with these codes.
    """
    bad: list[BadFileError] = []
    decided = read_all(inputs, accept, bad.append, lambda findings: warn_about(findings, lang))
    for problem in bad:
        codes = {code for level, code in problem.findings.counts if level == "error" and not accept(code)}
        problem.advice = advice(sorted(codes))
    for problem in bad[:-1]:
        show_error(problem, lang)
    if bad:
        raise bad[-1]
    return decided


def flaw_lines(flaws: Sequence[Flaw], lang: Lang) -> list[str]:
    """What is wrong with a split or a pack, a line each, as commands print it."""
    lines = [flaw.text(lang) for flaw in flaws[:FIRST]]
    if len(flaws) > FIRST:
        more = len(flaws) - FIRST
        lines.append(Words(f"……另有 {more} 处", f"… and {more} more").say(lang))
    return lines


@contextmanager
def showing_flaws(lang: Lang) -> Iterator[None]:
    """Flaws of what stops a command, each on a line of its own, before its message."""
    try:
        yield
    except FlawsError as problem:
        for line in flaw_lines(problem.flaws, lang):
            click.echo(line, err=True)
        raise
