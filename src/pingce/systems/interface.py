"""What every system is: something that can be trained into a folder, loaded from it and asked.

``System.train`` gets a ``Training`` (examples, settings, folder, seed) and writes a model folder; ``System.load`` gives
a ``Model``; ``Model.predict`` answers items. The program knows nothing else about a system.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from pingce.formats.senses import Inventory
from pingce.reasoning.answer import ReasonedAnswer
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words


class Example(NamedTuple):
    """A question with its right answer."""

    item: Item
    answer: Answer


@dataclass(frozen=True)
class Prediction:
    """An answer, how sure the system is of it, and what else it wants to tell (probabilities, suspicious words)."""

    answer: Answer
    score: float | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)
    failed: Words | None = None
    """Why there is no real answer; the one given is valid and says nothing."""
    reasoned: ReasonedAnswer | None = None
    """How it was reasoned, of a system that proves its answers."""


SURE_FROM = 0.8
"""A judgement is told as such from this probability on; below it people are told that the system is not sure."""


def suspect(start: int, word: str, log_odds: float) -> list[object]:
    """A word under ``suspicious`` in a prediction's detail: where it stands, what it is, the odds that it is wrong."""
    return [start, word, round(log_odds, 3)]


class Progress(Protocol):
    """Told how a long computation goes on (a bar, a log): what is done, how far it is, a word about it (the loss)."""

    def begin(self, what: Words, total: int) -> None: ...

    def advance(self, steps: int = 1, note: str = "") -> None: ...


class NoProgress:
    """Progress that nobody wants to see."""

    def begin(self, what: Words, total: int) -> None:
        pass

    def advance(self, steps: int = 1, note: str = "") -> None:
        pass


@dataclass(frozen=True)
class Training:
    """One training: data, settings, and the folder where everything of it goes."""

    task: TaskSpec
    train: Sequence[Example]
    dev: Sequence[Example]
    settings: Any
    """Of the system's own ``Settings`` dataclass."""
    folder: Path
    """Weights, label maps and checkpoints; it becomes the model folder when training has ended."""
    seed: int
    encoder: Path | None = None
    inventory: Inventory | None = None
    progress: Progress = field(default_factory=NoProgress)
    score: Callable[[Sequence[Answer]], float] = lambda _: 0.0
    """What ranks, for answers to the dev questions in their order; chooses the best state."""

    @property
    def checkpoints(self) -> Path:
        """What only a run that goes on needs; removed in the end."""
        folder = self.folder / "checkpoints"
        folder.mkdir(exist_ok=True)
        return folder


class Model(Protocol):
    """A trained system."""

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        """An answer for every item, in their order; the same items give the same answers."""


class System(Protocol):
    """How a kind of model is trained and loaded; ``Settings`` is a frozen dataclass with a default for everything."""

    Settings: type[Any]

    def train(self, training: Training) -> None:
        """Write the model into ``training.folder``. A run that was interrupted continues from its checkpoints and
        ends with the same model.
        """

    def load(self, folder: Path, task: TaskSpec, settings: Any, inventory: Inventory | None) -> Model:  # noqa: ANN401
        """The model in a folder whose checksums have been compared."""
