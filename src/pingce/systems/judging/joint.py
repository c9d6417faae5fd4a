"""Both judgements in a row: a model of texts, and a model of reasons for texts judged wrong.

The second is asked only where the first says that the text is wrong; a text that is fine has no reason that holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pingce.formats.senses import Inventory
from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words
from pingce.systems.interface import Example, Model, Prediction, Progress, Training
from pingce.systems.model_folder import CARD
from pingce.systems.settings import EndpointSettings, given_part

from .linear import Linear, LinearSettings
from .pair import PairSettings, ReasonPair
from .prediction import NO, YES

TEXTS, REASONS = "texts", "reasons"


@dataclass(frozen=True)
class JointSettings(EndpointSettings):
    """Trained models for the two questions, or none to train linear ones on data with both answers."""

    texts: str = ""
    """A model folder that judges texts."""
    reasons: str = ""
    """A model folder that judges reasons."""
    strength: float = 0.1
    normal_share: float = 0.5
    """Share of normal texts expected."""
    holding_share: float = 0.5
    """Share of reasons expected to hold."""


@dataclass(frozen=True)
class JointModel:
    """Answers that never contradict each other."""

    fields: tuple[str, str]
    texts: Model
    reasons: Model

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        about_texts = self.texts.predict(items, progress)
        wrong = [i for i, prediction in enumerate(about_texts) if _only(prediction.answer) == NO]
        about_reasons = dict(zip(wrong, self.reasons.predict([items[i] for i in wrong], progress), strict=True))
        return [self._both(prediction, about_reasons.get(i)) for i, prediction in enumerate(about_texts)]

    def _both(self, text: Prediction, reason: Prediction | None) -> Prediction:
        first, second = self.fields
        if reason is None:
            return Prediction({first: YES, second: NO}, text.score, {first: dict(text.detail)})
        answer = {first: NO, second: _only(reason.answer)}
        sure = (text.score or 0.0) * (reason.score or 0.0)
        return Prediction(answer, sure, {first: dict(text.detail), second: dict(reason.detail)})


class Joint:
    """From trained models, or from data with both answers."""

    Settings = JointSettings

    def train(self, training: Training) -> None:
        from pingce.systems.train import copy_model

        settings: JointSettings = training.settings
        for name, given in ((TEXTS, settings.texts), (REASONS, settings.reasons)):
            if given:
                copy_model(Path(given), training.folder / name, given=given_part(settings))
            else:
                _train_part(training, name)

    def load(self, folder: Path, task: TaskSpec, settings: JointSettings, inventory: Inventory | None) -> JointModel:
        first, second = (field.name for field in task.public_answer)
        return JointModel(
            (first, second),
            _load_part(folder / TEXTS, task, Linear(), LinearSettings(normal_share=settings.normal_share), settings),
            _load_part(
                folder / REASONS, task, ReasonPair(), PairSettings(normal_share=settings.holding_share), settings
            ),
        )


def _only(answer: Answer) -> str:
    """The label of an answer with one field, or of the field that was asked for last."""
    return str(list(answer.values())[-1])


def _train_part(training: Training, name: str) -> None:
    settings: JointSettings = training.settings
    if not training.train:
        raise UserError(
            Words(
                "系统 joint 需要训练数据，或 texts 与 reasons 两个模型文件夹。",
                "The system joint needs training data, or two model folders, texts and reasons.",
            ),
            hint=Words(
                "用 --train FILE，或 --set texts=DIR --set reasons=DIR。",
                "Use --train FILE, or --set texts=DIR --set reasons=DIR.",
            ),
            code="no-training-data",
        )
    folder = training.folder / name
    folder.mkdir(exist_ok=True)
    if name == TEXTS:
        chosen = list({example.item.text: example for example in training.train}.values())
        linear_settings = LinearSettings(strength=settings.strength)
        Linear().train(replace(training, train=chosen, settings=linear_settings, folder=folder))
    else:
        wrong = [example for example in training.train if _first(example) == NO]
        ReasonPair().train(replace(training, train=wrong, settings=PairSettings(), folder=folder))


def _first(example: Example) -> str:
    return str(next(iter(example.answer.values())))


def _load_part(
    folder: Path,
    task: TaskSpec,
    system: Linear | ReasonPair,
    own: LinearSettings | PairSettings,
    settings: JointSettings,
) -> Model:
    if not (folder / CARD).is_file():
        return system.load(folder, task, own, None)  # type: ignore[arg-type]  # each with its own settings
    from pingce.systems.train import load_model

    return load_model(folder, given=given_part(settings))[0]
