"""What a word-sense system is asked, and the single-choice questions that published systems derive from it.

Items become questions (sentence, target, candidate glosses), and for training rows with the right glosses; published
systems see one derived question per right gloss.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pingce.formats.senses import Inventory
from pingce.scoring.measures.senses import senses
from pingce.spec.errors import UserError
from pingce.spec.values import Item
from pingce.spec.words import Words
from pingce.systems.interface import Example


@dataclass(frozen=True)
class Question:
    """A word in its sentence with the glosses to choose from."""

    sentence: str
    word: str
    glosses: tuple[str, ...]


class SenseTrainingRow(NamedTuple):
    """A question with the places of its right glosses."""

    question: Question
    golds: tuple[int, ...]


class Derived(NamedTuple):
    """A single-choice question: the places of its candidates, and which of them is right."""

    candidates: tuple[int, ...]
    gold: int


def derive(candidates: Sequence[int], golds: Sequence[int]) -> list[Derived]:
    """One single-choice question per right gloss, the other right ones taken out of the candidates."""
    return [Derived(tuple(i for i in candidates if i == gold or i not in golds), gold) for gold in dict.fromkeys(golds)]


def never_right(taught: Iterable[SenseTrainingRow]) -> dict[str, frozenset[int]]:
    """By word, the places of glosses that no sentence of training needs."""
    right: dict[str, set[int]] = {}
    sizes: dict[str, int] = {}
    for question, golds in taught:
        right.setdefault(question.word, set()).update(golds)
        sizes[question.word] = len(question.glosses)
    return {word: frozenset(range(sizes[word])) - places for word, places in right.items()}


def ask(item: Item, inventory: Inventory) -> Question:
    """With all glosses the inventory has for the word; none for a word it does not know."""
    word = item.texts.get("word", "")
    return Question(item.texts.get("sentence", ""), word, tuple(inventory.get(word, ())))


def training_rows(examples: Iterable[Example], inventory: Inventory) -> list[SenseTrainingRow]:
    """Only those that teach something: a right gloss, and another to tell it from."""
    taught = []
    for example in examples:
        question = ask(example.item, inventory)
        index_of = {gloss: i for i, gloss in enumerate(question.glosses)}
        golds = tuple(dict.fromkeys(index_of[gloss] for gloss in senses(example.answer).chosen if gloss in index_of))
        if golds and len(golds) < len(question.glosses):
            taught.append(SenseTrainingRow(question, golds))
    if not taught:
        raise UserError(
            Words("训练数据里没有可学的题：释义都不在释义表中。", "Nothing to learn: no gloss is in the inventory."),
            hint=Words("请检查 --inventory 是否配套。", "Does --inventory belong to these data?"),
            code="nothing-to-learn",
        )
    return taught
