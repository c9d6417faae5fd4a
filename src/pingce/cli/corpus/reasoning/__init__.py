"""``pingce corpus reasoning``: new reasoning items with their proofs, and commitments to them."""

import click

from pingce.cli.lazy import LazyGroup


@click.group(
    cls=LazyGroup,
    lazy={
        "make": "pingce.cli.corpus.reasoning.make:make",
        "kinds": "pingce.cli.corpus.reasoning.kinds:kinds",
        "verify": "pingce.cli.corpus.reasoning.verify:verify",
    },
)
def reasoning() -> None:
    """New reasoning items, each with its proof.

    \b
    make    a set of items in Chinese and English, with proofs
    kinds   what items can be about
    verify  were these the items committed to?
    """
