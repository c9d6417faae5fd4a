"""``pingce corpus dictionary``: dictionary pages → a sense inventory."""

import click

from pingce.cli.lazy import LazyGroup


@click.group(
    cls=LazyGroup,
    lazy={
        "crawl": "pingce.cli.corpus.dictionary.crawl:crawl",
        "parse": "pingce.cli.corpus.dictionary.parse:parse",
        "clean": "pingce.cli.corpus.dictionary.clean:clean",
        "merge": "pingce.cli.corpus.dictionary.merge:merge",
        "improve": "pingce.cli.corpus.dictionary.improve:improve",
        "overlaps": "pingce.cli.corpus.dictionary.improve:overlaps",
        "compare": "pingce.cli.corpus.dictionary.improve:compare",
        "stats": "pingce.cli.corpus.dictionary.stats:stats",
    },
)
def dictionary() -> None:
    """Dictionary pages → a sense inventory.

    \b
    crawl   pages of one dictionary into a folder
    parse   pages → entries (JSONL)
    clean   entries → glosses fit for an inventory
    merge   base + additions
    improve reviewed changes to glosses
    overlaps  glosses of one word that are alike
    compare one word in several dictionaries
    stats   words, senses, lengths
    """
