"""What all word-sense systems share: candidates from the inventory, scores, a set of senses decided from them.

A ``GlossScorer`` gives every candidate gloss a number; this turns numbers into ``Senses``, for systems that count,
compare characters or train networks alike.
"""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import msgspec

from pingce.formats.senses import Inventory
from pingce.formats.write import write_text
from pingce.scoring.frequency import count_senses
from pingce.scoring.measures.senses import senses
from pingce.spec.errors import UserError
from pingce.spec.values import Answer, Item, Senses
from pingce.spec.words import Words
from pingce.systems.interface import Example, Prediction, Progress, Training
from pingce.systems.stored import read_json

from ..data import known_glosses, merged_glosses
from .decide import Novelty, SenseDecision, Way, best_share, read_decision
from .questions import Question, SenseTrainingRow, ask, training_rows
from .relations import find_relations, read_relations

READING = Words("阅读句子", "reading sentences")
SLICE = 512
INVENTORY = "inventory.json"
DECISION = "decision.json"
NOVELTY = "novelty.json"


class GlossScorer(Protocol):
    """Gives every gloss of a question a score from 0 to 1; the order of the scores is the ranking."""

    def scores(self, questions: Sequence[Question]) -> list[list[float]]: ...


@dataclass(frozen=True)
class ChoiceSettings:
    """How scores become a set of senses."""

    choose: Way = "threshold"
    """top: one sense. threshold: all close to the best, how close is found on dev. groups: the best and its kin."""
    relations: str = ""
    """A JSON file with known relations among glosses."""


@dataclass(frozen=True)
class SenseModel:
    """A trained word-sense system of any kind: its scorer, the inventory and how a set of senses is decided."""

    inventory: Inventory
    scorer: GlossScorer
    decision: SenseDecision
    novelty: Novelty = field(default_factory=Novelty)

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        """A slice at a time, so that memory does not grow with the number of questions."""
        progress.begin(READING, len(items))
        predictions: list[Prediction] = []
        for start in range(0, len(items), SLICE):
            questions = [ask(item, self.inventory) for item in items[start : start + SLICE]]
            scored = map(self.novelty.lifted, questions, self.scorer.scores(questions))
            predictions += [self._predict_item(*pair) for pair in zip(questions, scored, strict=True)]
            progress.advance(len(questions))
        return predictions

    def _predict_item(self, question: Question, scores: Sequence[float]) -> Prediction:
        ranked = sorted(zip(question.glosses, scores, strict=True), key=lambda pair: -pair[1])
        chosen = self.decision.choose(question.word, ranked)
        answer: Answer = {"senses": Senses(chosen, tuple(ranked))}
        return Prediction(answer, ranked[0][1]) if ranked else Prediction(answer, failed=unknown_word(question.word))


def unknown_word(word: str) -> Words:
    return Words(f"没有“{word}”的释义", f"there are no glosses for {word}")


def training_inventory(training: Training) -> dict[str, list[str]]:
    """The glosses to choose from in training: those of the inventory and of the data; refuses to train without any."""
    glosses_of = known_glosses(training.inventory, training.train, training.dev)
    if not glosses_of:
        raise UserError(
            Words("没有任何释义。", "There are no glosses at all."),
            hint=Words("请给出 --inventory FILE。", "Give --inventory FILE."),
            code="no-inventory",
        )
    return glosses_of


def save_choice(training: Training, scorer: GlossScorer, settings: ChoiceSettings, *, lift: float = 0.0) -> None:
    """The inventory and how sets are decided; the share is the one that suits dev best."""
    inventory = training_inventory(training)
    write_text(training.folder / INVENTORY, json.dumps(inventory, ensure_ascii=False, indent=1))
    taught = training_rows(training.train, inventory) if training.train else []
    relations = find_relations(taught, inventory, read_relations(settings.relations))
    counts = count_senses((example.item, example.answer) for example in training.train)
    novelty = Novelty(lift, {word: sorted(gloss_counts) for word, gloss_counts in counts.items()} if lift else {})
    share = 1.0
    if settings.choose == "threshold" and training.dev:
        asked = [_lesson(example, inventory) for example in training.dev]
        questions = [question for question, _ in asked]
        scored = list(map(novelty.lifted, questions, scorer.scores(questions)))
        share = best_share(scored, [golds for _, golds in asked])
    decision = SenseDecision(settings.choose, share, relations.overlapping, relations.includes, relations.disjoint)
    write_text(training.folder / DECISION, decision.as_json())
    write_text(training.folder / NOVELTY, msgspec.json.encode(novelty).decode())


def _lesson(example: Example, inventory: Inventory) -> SenseTrainingRow:
    question = ask(example.item, inventory)
    right = senses(example.answer).chosen
    return SenseTrainingRow(question, tuple(i for i, gloss in enumerate(question.glosses) if gloss in right))


def load_choice(folder: Path, given: Inventory | None, scorer: Callable[[Inventory], GlossScorer]) -> SenseModel:
    """A trained sense system from its folder; ``given`` adds glosses of words that training did not see."""
    stored = read_json(folder / INVENTORY, dict[str, list[str]])
    decision = read_decision((folder / DECISION).read_text(encoding="utf-8"))
    novelty = msgspec.json.decode((folder / NOVELTY).read_bytes(), type=Novelty)
    inventory = merged_glosses(stored, given)
    return SenseModel(inventory, scorer(inventory), decision, novelty)


def softmax(logits: Sequence[float]) -> list[float]:
    """In double precision, so that small differences stay differences."""
    if not logits:
        return []
    top = max(logits)
    weights = [math.exp(logit - top) for logit in logits]
    whole = sum(weights)
    return [weight / whole for weight in weights]
