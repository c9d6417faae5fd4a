"""The judges of sites that also ask a neural language model."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pingce.formats.checksum import file_sha256
from pingce.spec.errors import cannot_write
from pingce.systems.interface import Training
from pingce.systems.learning.device import Precision
from pingce.systems.learning.encoder import must_be_there
from pingce.systems.learning.gaps import GapScorer
from pingce.systems.settings import at_run_time

from .linear import Linear, LinearSettings, Looks
from .lm import load_language_model

FOLDER = "lm"


@dataclass(frozen=True)
class NeuralSettings(LinearSettings):
    """The language model is not trained; only how much to believe it."""

    precision: Precision = "float32"
    scores: str = at_run_time("")
    """Folder where training keeps what the model said of every gap, for other trainings with the same one: those of an
    ensemble's folds, or with other settings. Without it, only until this training has ended."""


class LinearLm(Linear):
    """Neighbourhood, n-grams and a neural language model."""

    Settings = NeuralSettings

    def scorer(self, training: Training) -> GapScorer:
        assert training.encoder is not None, "the catalogue asks for one"
        scorer = load_language_model(training.encoder, training.settings.precision)
        scorer.save(training.folder / FOLDER)
        return scorer

    def notes(self, training: Training) -> Path:
        settings: NeuralSettings = training.settings
        if not settings.scores:
            return training.checkpoints
        folder = Path(settings.scores) / f"{digest(training.folder / FOLDER)}-{settings.precision}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise cannot_write(folder, problem) from problem
        return folder

    def load_scorer(self, folder: Path, settings: LinearSettings) -> GapScorer:
        assert isinstance(settings, NeuralSettings)
        must_be_there(folder / FOLDER)
        return load_language_model(folder / FOLDER, settings.precision)


def digest(folder: Path) -> str:
    """Of a model's files: another model has other notes."""
    whole = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        whole.update(f"{path.name}\n{file_sha256(path)}\n".encode())
    return whole.hexdigest()[:16]


class ReplacementLm(LinearLm):
    """Only how probable a word is beside the others of its group."""

    looks: ClassVar[Looks] = Looks(neighbourhood=False)
