"""``pingce release``: from decided items to packs."""

import click

from pingce.cli.lazy import LazyGroup


@click.group(
    cls=LazyGroup,
    lazy={
        "split": "pingce.cli.release.split:split",
        "pack": "pingce.cli.release.pack:pack",
        "verify": "pingce.cli.release.verify:verify",
        "stage": "pingce.cli.release.stage:stage",
        "harness": "pingce.cli.release.harness:harness",
    },
)
def release() -> None:
    """Decided items → packs: grouped splits, answers apart from questions, card and checksums."""
