"""A frozen encoder: the gloss nearest to the target. Nothing is learned, only gloss vectors are made and kept."""

from dataclasses import dataclass
from pathlib import Path

from pingce.formats.senses import Inventory
from pingce.spec.task import TaskSpec
from pingce.systems.interface import Training
from pingce.systems.learning.device import device

from .biencoder import BiEncoder, VectorSettings, load_vectors, new_scorer, save_vectors
from .learn import first_encoder
from .model import ChoiceSettings, SenseModel, load_choice, save_choice, training_inventory


@dataclass(frozen=True)
class EmbedSettings(VectorSettings, ChoiceSettings):
    """As those of BEM."""


class Embed:
    """What an encoder knows about senses before it has seen a single answer."""

    Settings = EmbedSettings

    def train(self, training: Training) -> None:
        pretrained = first_encoder(training)
        scorer = new_scorer(BiEncoder(pretrained, None, training.settings).to(device()), pretrained)
        save_vectors(training.folder, scorer, training_inventory(training))
        save_choice(training, scorer, training.settings)

    def load(self, folder: Path, task: TaskSpec, settings: EmbedSettings, inventory: Inventory | None) -> SenseModel:
        return load_choice(folder, inventory, lambda _: load_vectors(folder, settings, tied=True))
