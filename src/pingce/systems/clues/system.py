"""Questions of SpaCE2024 and SpaCE2025 rsr answered without training on them.

Each ability has its clue: the nearest mention (1, rsr), what stands around a mention (2), the odd word of a judging
model of an earlier edition (3), a proof (4), and what is known of exchanged words (5).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pingce.formats.senses import Inventory
from pingce.language.tagging.catalog import make_tagger
from pingce.language.tagging.words import Tagger
from pingce.reasoning.item import reasoning_item
from pingce.reasoning.prove import prove
from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item, Letters
from pingce.spec.words import Words
from pingce.systems.interface import Model, NoProgress, Prediction, Progress, Training
from pingce.systems.same_scene.difference import find_difference
from pingce.systems.same_scene.judge import judge
from pingce.systems.same_scene.knowledge import knowledge
from pingce.systems.settings import EndpointSettings, given_part

from .texts import NEAR, best_surroundings, distance_before, nearest_mentions, odd_statement

ASKING = Words("看线索", "following clues")
JUDGING = "judging"
"""The judging model's folder in the model's own."""
NO_CLUE = Words("没有线索", "there is no clue")
_REFERENCE = re.compile(r"“(?P<phrase>.+)”是以“(?P<entity>.+)”为(?:基准|参照)")
_EXCHANGE = re.compile(r"“(?P<phrase>.+)”中的“(?P<word>.+)”替换为\(\)形成的新句(?P<wanted>.*)")


@dataclass(frozen=True)
class ClueSettings(EndpointSettings):
    """Settings of the system that answers choice questions by clues."""

    judging: str = ""
    """Folder of a model that judges texts (replacement or linear of SpaCE2021 or 2022); ability 3 asks it for the odd
    word. Training copies it."""
    least_odds: float = -1.0
    """Below these log-odds no word is odd, and «none of the above» is right."""
    tagger: str = "default"


@dataclass(frozen=True)
class ClueModel:
    """Answers choice questions from clues in the text; nothing was trained, a judging model may help."""

    task: TaskSpec
    tagger: Tagger
    judging: Model | None
    least_odds: float

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        progress.begin(ASKING, len(items))
        odd = self._odd_words(items)
        predictions = []
        for item in items:
            predictions.append(self._choose(item, odd) if self.task.options is not None else self._refer(item))
            progress.advance()
        return predictions

    def _odd_words(self, items: Sequence[Item]) -> dict[str, list[tuple[int, str, float]]]:
        """The suspicious words of the texts that ability 3 asks about."""
        asked = [item for item in items if self.judging is not None and self._ability(item) == "3"]
        if self.judging is None or not asked:
            return {}
        texts = [Item(item.id, {"text": item.text}) for item in asked]
        predictions = self.judging.predict(texts, NoProgress())
        return {
            item.id: [(int(start), str(word), float(odds)) for start, word, odds in prediction.detail["suspicious"]]
            for item, prediction in zip(asked, predictions, strict=True)
        }

    def _ability(self, item: Item) -> str | None:
        groups = self.task.groups.get("ability")
        return None if groups is None else groups.of(item)

    def _choose(self, item: Item, odd: dict[str, list[tuple[int, str, float]]]) -> Prediction:
        (asked,) = self.task.public_answer
        shape = self.task.options
        question = item.texts.get("question", "")
        how_many = 2 if shape is not None and shape.kind(item) == "multiple" else 1
        letters: Letters | None = None
        match self._ability(item):
            case "1":
                letters = nearest_mentions(item.text, question, item.options, how_many)
            case "2":
                letters = best_surroundings(item.text, question, item.options, how_many)
            case "3" if item.id in odd:
                letters = odd_statement(item.text, odd[item.id], item.options, self.least_odds)
            case "4":
                proof = prove(reasoning_item(item))
                letters = proof.meant or proof.answer
            case "5":
                letters = self._exchanged(item)
        return Prediction(
            {asked.name: letters or frozenset(sorted(item.options)[:how_many])},
            detail={"ability": self._ability(item)},
            failed=None if letters else NO_CLUE,
        )

    def _exchanged(self, item: Item) -> Letters | None:
        """The words whose exchange leaves the scene as it is, or those that change it, as the question asks."""
        asked = _EXCHANGE.match(item.texts.get("question", ""))
        if asked is None or asked["phrase"] not in item.text:
            return None
        different = "不同" in asked["wanted"]
        chosen = []
        for letter, word in item.options.items():
            head, _, tail = asked["phrase"].rpartition(asked["word"])
            new = item.text.replace(asked["phrase"], f"{head}{word.strip()}{tail}", 1)
            if judge(*find_difference(self.tagger, item.text, new), knowledge()).same != different:
                chosen.append(letter)
        return frozenset(chosen)

    def _refer(self, item: Item) -> Prediction:
        """Right where the entity was mentioned shortly before the phrase that refers to it."""
        (asked,) = self.task.public_answer
        reference = _REFERENCE.search(item.texts.get("interpretation", ""))
        place = item.text.find(reference["phrase"]) if reference is not None else -1
        if reference is None or place < 0:
            return Prediction({asked.name: "错误"}, failed=NO_CLUE)
        distance = distance_before(item.text, reference["entity"], place)
        return Prediction({asked.name: "正确" if distance <= NEAR else "错误"}, detail={"distance": distance})


class Clues:
    """Nothing is learned; a judging model of an earlier edition may help."""

    Settings = ClueSettings

    def train(self, training: Training) -> None:
        from pingce.systems.train import train_by_asking

        train_by_asking(self, training, training.settings.judging, JUDGING)

    def load(self, folder: Path, task: TaskSpec, settings: ClueSettings, inventory: Inventory | None) -> ClueModel:
        return ClueModel(task, make_tagger(settings.tagger), _judging(folder, settings), settings.least_odds)


def _judging(folder: Path, settings: ClueSettings) -> Model | None:
    """From the model's own folder; what a card names elsewhere is not opened."""
    from pingce.systems.train import load_model

    inside = folder / JUDGING
    if not inside.is_dir():
        return None
    model, card, _ = load_model(inside, given=given_part(settings))
    if card.system not in ("replacement", "linear", "replacement-lm", "linear-lm"):
        raise UserError(
            Words(
                f"模型 {inside}（{card.system}）不指出可疑的词。",
                f"The model {inside} ({card.system}) names no odd words.",
            ),
            hint=Words("请用 replacement 或 linear。", "Use replacement or linear."),
            code="wrong-system",
        )
    return model
