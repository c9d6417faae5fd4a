"""``uie``: prompted span extraction for reasons and for tuples, one network each (see ``learning/prompts.py``).

What it asks a text for stands in ``spans/uie.py`` and ``tuples/uie.py``.
"""

from pathlib import Path

from pingce.formats.senses import Inventory
from pingce.spec.task import TaskSpec

from .interface import Model, Training
from .learning.prompts import UieSettings
from .spans.uie import UieSpans
from .tuples.uie import UieTuples


class Uie:
    """Prompts by the shape of the task's answers."""

    Settings = UieSettings

    def train(self, training: Training) -> None:
        _asking(training.task).train(training)

    def load(self, folder: Path, task: TaskSpec, settings: UieSettings, inventory: Inventory | None) -> Model:
        return _asking(task).load(folder, task, settings)


def _asking(task: TaskSpec) -> UieSpans | UieTuples:
    return UieSpans() if task.tuple_shape is None else UieTuples()
