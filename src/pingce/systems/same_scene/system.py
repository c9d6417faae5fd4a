"""The system: alignment, knowledge, entities, template."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from pingce.formats.senses import Inventory
from pingce.language.tagging.catalog import make_tagger
from pingce.language.tagging.words import Tagger
from pingce.spec.errors import UserError
from pingce.spec.problem import shown
from pingce.spec.shapes import Choice
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item, StepTuple, Verdict
from pingce.spec.words import Words
from pingce.systems.interface import Model, NoProgress, Prediction, Progress, Training
from pingce.systems.settings import EndpointSettings, given_part
from pingce.tasks.slots_and_roles import ENTITY_SLOTS

from .difference import SceneSide, find_difference
from .entities import MOST, Entities, find_entities
from .explain import explain
from .judge import judge
from .knowledge import knowledge

JUDGING = Words("判断", "judging")


TUPLES = "tuples"
"""The tuple system's folder in the model's own."""


@dataclass(frozen=True)
class SceneSettings(EndpointSettings):
    """Settings of the system that says whether two texts describe the same scene, and why."""

    tagger: str = "default"
    tuples: str = ""
    """Folder of a trained tuple system; its entities are named instead of our own guess. Training copies it."""


@dataclass
class SceneModel:
    """Judges whether two texts describe the same scene, by aligning them; the tuples of another model may help."""

    tagger: Tagger
    tuples: Model | None = None
    explains: bool = True
    """Whether the task asks for words besides the judgement (SpaCE2023) or for one of two words (SpaCE2025)."""

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        progress.begin(JUDGING, len(items))
        tuples = self._tuples(items)
        predictions = []
        for item, steps in zip(items, tuples, strict=True):
            predictions.append(self._predict_item(item, steps))
            progress.advance()
        return predictions

    def _tuples(self, items: Sequence[Item]) -> list[tuple[StepTuple, ...]]:
        """Of the first text of every item."""
        if self.tuples is None:
            return [() for _ in items]
        asked = [Item(item.id, {"text": item.texts["text1"]}) for item in items]
        return [
            cast("tuple[StepTuple, ...]", prediction.answer["tuples"])
            for prediction in self.tuples.predict(asked, NoProgress())
        ]

    def _predict_item(self, item: Item, steps: Sequence[StepTuple]) -> Prediction:
        first, second = find_difference(self.tagger, item.texts["text1"], item.texts["text2"])
        shared_knowledge = knowledge()
        judgement = judge(first, second, shared_knowledge)
        if not self.explains:
            return Prediction({"answer": "相同" if judgement.same else "不同"}, judgement.score, {"why": judgement.why})
        entities = _with_tuples(first, find_entities(first), steps)
        words = explain(first, second, judgement, entities, shared_knowledge)
        return Prediction(
            {"verdicts": (Verdict("true" if judgement.same else "false", words),)},
            judgement.score,
            {"why": judgement.why, "first": first.said(first.unit), "second": second.said(second.unit)},
        )


def _with_tuples(side: SceneSide, guessed: Entities, steps: Sequence[StepTuple]) -> Entities:
    """Entities of the tuples that speak of the differing place; our own where no tuple does."""
    if not side.unit:
        return guessed
    places = set(range(side.words[side.unit.start].start, side.words[side.unit.stop - 1].end))
    named = [
        (min(fill.fragment.idxes), fill.fragment.text)
        for step in steps
        if _touches(step, places)
        for fill in step.fills
        if fill.slot in ENTITY_SLOTS and fill.fragment is not None and fill.fragment.idxes
    ]
    if not named:
        return guessed
    names = [name for _, name in sorted(set(named))]
    listed = dict.fromkeys([*names, guessed.ground] if guessed.ground else names)
    return Entities(names[0], guessed.ground, tuple(listed)[:MOST])


def _touches(step: StepTuple, places: set[int]) -> bool:
    return any(fill.fragment is not None and places & set(fill.fragment.idxes) for fill in step.fills)


class Scenes:
    """Nothing is learned; the folder holds the settings."""

    Settings = SceneSettings

    def train(self, training: Training) -> None:
        from pingce.systems.train import train_by_asking

        train_by_asking(self, training, training.settings.tuples, TUPLES)

    def load(self, folder: Path, task: TaskSpec, settings: SceneSettings, inventory: Inventory | None) -> SceneModel:
        explains = not isinstance(task.public_answer[0].shape, Choice)
        return SceneModel(make_tagger(settings.tagger), _load_tuples(folder, settings), explains)


def _load_tuples(own: Path, settings: SceneSettings) -> Model | None:
    """From the model's own folder; what a card names elsewhere is not opened."""
    if not settings.tuples:
        return None
    from pingce.systems.train import load_model

    folder = own / TUPLES
    if not folder.is_dir():
        raise UserError(
            Words(
                f"模型 {own} 的元组系统不在它的文件夹里（模型卡里写的是 {shown(settings.tuples)}，不打开）。",
                f"The tuple system of the model {own} is not in its folder (the card says {shown(settings.tuples)}, "
                "which is not opened).",
            ),
            hint=Words("请重新训练：会复制进来。", "Train it again, which copies it."),
            code="model-outside",
        )
    model, _, task = load_model(folder, given=given_part(settings))
    if task.tuple_shape is None:
        raise UserError(
            Words(
                f"模型 {folder} 是 {task.id} 的，不标注元组。", f"The model {folder} is for {task.id}, not for tuples."
            ),
            code="wrong-task",
        )
    return model
