"""``pingce move``: from other annotation tools and back to them."""

import click

from pingce.cli.lazy import LazyGroup


@click.group(cls=LazyGroup, lazy={"in": "pingce.cli.move.commands:move_in", "out": "pingce.cli.move.commands:move_out"})
def move() -> None:
    """Annotations of Label Studio and doccano ⇄ files of a task.

    \b
    in   their export → a file of the task, for check, score, `annotate import` and everything else
    out  a file of the task → a file they import
    """
