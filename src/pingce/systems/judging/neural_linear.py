"""The judges of sites that also ask a neural language model."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pingce.systems.interface import Training
from pingce.systems.learning.device import Precision
from pingce.systems.learning.encoder import must_be_there
from pingce.systems.learning.gaps import GapScorer

from .linear import Linear, LinearSettings, Looks
from .lm import load_language_model

FOLDER = "lm"


@dataclass(frozen=True)
class NeuralSettings(LinearSettings):
    """The language model is not trained; only how much to believe it."""

    precision: Precision = "float32"


class LinearLm(Linear):
    """Neighbourhood, n-grams and a neural language model."""

    Settings = NeuralSettings

    def scorer(self, training: Training) -> GapScorer:
        assert training.encoder is not None, "the catalogue asks for one"
        scorer = load_language_model(training.encoder, training.settings.precision)
        scorer.save(training.folder / FOLDER)
        return scorer

    def load_scorer(self, folder: Path, settings: LinearSettings) -> GapScorer:
        assert isinstance(settings, NeuralSettings)
        must_be_there(folder / FOLDER)
        return load_language_model(folder / FOLDER, settings.precision)


class ReplacementLm(LinearLm):
    """Only how probable a word is beside the others of its group."""

    looks: ClassVar[Looks] = Looks(neighbourhood=False)
