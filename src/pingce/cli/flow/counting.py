"""The table of counts, as the commands print it."""

from typing import TYPE_CHECKING

from pingce.cli.terminal import print_table
from pingce.spec.words import Lang, Words

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from pingce.flow.benchmark import Benchmark

HEADINGS = (
    Words("步骤", "stage"),
    Words("", ""),
    Words("进", "in"),
    Words("出", "out"),
    Words("未取", "left out"),
    Words("原因", "why"),
)


def print_counts(db: "Session", benchmark: "Benchmark", benchmark_id: int, lang: Lang) -> None:
    """In every row the numbers in = out + left out."""
    from pingce.flow.counts import flow_counts

    rows = [
        [
            row.stage,
            row.title.say(lang),
            str(row.taken),
            str(row.given),
            str(sum(row.left.values())),
            ", ".join(f"{row.reasons[reason].say(lang)} {count}" for reason, count in sorted(row.left.items())),
        ]
        for row in flow_counts(db, benchmark, benchmark_id)
    ]
    if rows:
        print_table("", [heading.say(lang) for heading in HEADINGS], rows)
