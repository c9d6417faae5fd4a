"""``pingce quality``: how far people agree, how good they are, what the data hold and what they give away."""

import click

from pingce.cli.lazy import LazyGroup


@click.group(
    cls=LazyGroup,
    lazy={
        "agreement": "pingce.cli.quality.agreement:agreement",
        "people": "pingce.cli.quality.people:people",
        "tiers": "pingce.cli.quality.tiers:tiers",
        "human": "pingce.cli.quality.human:human",
        "draw": "pingce.cli.quality.draw:draw",
        "audit": "pingce.cli.quality.audit:audit",
        "dataset": "pingce.cli.quality.dataset:dataset",
        "bias": "pingce.cli.quality.bias:bias",
        "leaks": "pingce.cli.quality.leaks:leaks",
        "prove": "pingce.cli.quality.prove:prove",
        "recover": "pingce.cli.quality.recover:recover",
        "report": "pingce.cli.quality.report:report",
    },
)
def quality() -> None:
    """Annotations and data sets → agreement, people, tiers, human studies, bias, leaks."""
