"""Biases as JSON."""

from pingce.quality.dataset.encode import cross_dict

from .measure import Bias, TaskBias
from .probes import Probe
from .tables import BiasTable


def as_dict(bias: Bias) -> dict[str, object]:
    return {
        "parts": bias.parts,
        "texts": bias.texts,
        "originals": bias.originals,
        "how": bias.how,
        "tasks": {task.task.id: _task(task) for task in bias.tasks},
    }


def _task(task: TaskBias) -> dict[str, object]:
    return {
        "items": task.items,
        "replaced": task.replaced,
        "tables": {table.key: _table(table) for table in task.tables},
        "shares": {
            f"{shares.table.field}.{shares.table.key}": {
                "counts": cross_dict(shares.table),
                "cramers_v": shares.strength,
            }
            for shares in task.shares
        },
        "probes": {probe.key: _probe(probe) for probe in task.probes},
        "skipped": {skipped.key: skipped.why.en for skipped in task.skipped},
    }


def _table(table: BiasTable) -> dict[str, object]:
    return {
        "label": table.drawn,
        "cramers_v": table.strength,
        "left_out": table.left_out,
        "rows": [
            {
                "name": row.name,
                "n": row.n,
                "counts": dict(zip(table.labels, row.counts, strict=True)),
                "share": row.share,
                "interval": [row.low, row.high],
            }
            for row in table.rows
        ],
    }


def _probe(probe: Probe) -> dict[str, object]:
    return {
        "n": probe.n,
        "originals": probe.originals,
        "accuracy": probe.accuracy,
        "interval": [*probe.interval],
        "majority": probe.majority,
        "gain": [*probe.gain],
        "balanced": probe.balanced,
        "labels": probe.labels,
    }
