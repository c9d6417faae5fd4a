"""Learning curves: the loss and the dev score of every epoch, kept beside the model that came of them.

While a network learns they stand in the state of its checkpoints, so that a run that goes on goes on with them, too.
"""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pingce.formats.write import write_text

STATE = "state.json"
"""Where a training is, in the folder of its checkpoints."""
CURVES = "curves.json"
"""In the folder of a model."""


class EpochPoint(NamedTuple):
    """One epoch; None where nothing was measured, or where what was measured is no number."""

    loss: float | None
    dev: float | None


LearningCurves = Mapping[str, Sequence[EpochPoint]]
"""By the part of the system that learned; a system of one network has one without a name."""


def epoch_point(loss: float, dev: float | None) -> EpochPoint:
    return EpochPoint(*(value if value is not None and math.isfinite(value) else None for value in (loss, dev)))


def keep_curves(checkpoints: Path, folder: Path) -> None:
    """Before the checkpoints are removed; systems that do not learn in epochs have no curve."""
    curves = {
        "" if path.parent == checkpoints else path.parent.relative_to(checkpoints).as_posix(): json.loads(
            path.read_text(encoding="utf-8")
        ).get("curve", [])
        for path in sorted(checkpoints.rglob(STATE))
    }
    if any(curves.values()):
        write_text(folder / CURVES, json.dumps(curves, ensure_ascii=False) + "\n")


def read_curves(folder: Path) -> LearningCurves:
    """None for models of earlier versions and of systems that do not learn in epochs."""
    try:
        stored = json.loads((folder / CURVES).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return {name: [EpochPoint(*point) for point in points] for name, points in stored.items()}
