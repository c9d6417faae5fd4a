"""``pingce systems``: train systems, let them answer, measure them."""

import click

from pingce.cli.lazy import LazyGroup


@click.group(
    cls=LazyGroup,
    lazy={
        "list": "pingce.cli.systems.catalog:list_systems",
        "train": "pingce.cli.systems.train:train",
        "predict": "pingce.cli.systems.predict:predict",
        "evaluate": "pingce.cli.systems.evaluate:evaluate",
        "senses": "pingce.cli.systems.senses:senses",
        "curve": "pingce.cli.systems.curve:curve",
        "llm": "pingce.cli.systems.llm:llm",
        "export": "pingce.cli.systems.export:export",
        "from-log": "pingce.cli.systems.from_log:from_log",
    },
)
def systems() -> None:
    """Systems that answer: train, predict, evaluate."""
