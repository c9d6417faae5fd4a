"""``pingce corpus``: from raw text and dictionary pages to items ready for annotation."""

import gc

import click

from pingce.cli.lazy import LazyGroup


@click.group(
    cls=LazyGroup,
    lazy={
        "screen": "pingce.cli.corpus.screen:screen",
        "replace": "pingce.cli.corpus.replace:replace",
        "undo": "pingce.cli.corpus.replace:undo",
        "pairs": "pingce.cli.corpus.pairs:pairs",
        "reasoning": "pingce.cli.corpus.reasoning:reasoning",
        "tag": "pingce.cli.corpus.tag:tag",
        "dictionary": "pingce.cli.corpus.dictionary:dictionary",
        "words": "pingce.cli.corpus.words:words",
        "sentences": "pingce.cli.corpus.sentences:sentences",
    },
)
def corpus() -> None:
    """Raw text and dictionary pages → items ready for annotation."""
    # The program switches the search for cycles off for short runs; these take hours.
    gc.enable()
