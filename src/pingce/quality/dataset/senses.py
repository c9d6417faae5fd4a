"""Word-sense data: words, senses in use, how much of the inventory they cover, the long tail."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from pingce.formats.senses import Inventory
from pingce.scoring.frequency import SUBSETS, Subset, count_senses, subset
from pingce.spec.values import Answer, Item, Senses

from .sizes import GroupOf

FEW = 10
"""Senses with fewer sentences are the long tail."""

Answered = Sequence[tuple[Item, Answer]]


class SenseNumbers(NamedTuple):
    """One part, genre or everything; a sense is a word with a gloss, since words share glosses."""

    words: int
    senses: int
    known: int | None
    """Senses the inventory has for these words; ``None`` without an inventory."""
    sentences: int
    characters: int
    golds: int
    once: int
    """Senses with one sentence."""
    few: int
    """Senses with fewer than ten."""
    gloss_length: float
    """Mean characters of the glosses in use, each sense once."""

    @property
    def coverage(self) -> float | None:
        return self.senses / self.known if self.known else None


class Subsets(NamedTuple):
    """How often the gold senses of a part occur in training, over derived instances."""

    part: str
    counts: Mapping[Subset, int]


def sense_numbers(answered: Answered, inventory: Inventory | None) -> SenseNumbers:
    """Words, senses and glosses of word-sense data, and how many of the inventory's it covers."""
    uses = _uses(answered)
    words = {item.texts.get("word", "") for item, _ in answered}
    return SenseNumbers(
        words=len(words),
        senses=len(uses),
        known=None if inventory is None else sum(len(inventory.get(word, ())) for word in words),
        sentences=len(answered),
        characters=sum(len(item.text) for item, _ in answered),
        golds=uses.total(),
        once=sum(times == 1 for times in uses.values()),
        few=sum(times < FEW for times in uses.values()),
        gloss_length=sum(len(gloss) for _, gloss in uses) / len(uses) if uses else 0.0,
    )


def numbers_by(answered: Answered, inventory: Inventory | None, group_of: GroupOf) -> dict[str, SenseNumbers]:
    """Numbers of each genre or kind of source; empty if no item says what it is."""
    some: dict[str, list[tuple[Item, Answer]]] = {}
    for item, answer in answered:
        some.setdefault(group_of(item) or "", []).append((item, answer))
    return (
        {}
        if some.keys() <= {""}
        else {name: sense_numbers(answers, inventory) for name, answers in sorted(some.items())}
    )


def tail(answered: Answered) -> Counter[int]:
    """Occurrences of a sense → senses with so many."""
    return Counter(_uses(answered).values())


def per_word(answered: Answered) -> Counter[int]:
    """Sentences of a word → words with so many."""
    return Counter(Counter(item.texts.get("word", "") for item, _ in answered).values())


def subsets(train: Answered, split: str, answered: Answered) -> Subsets:
    """Gold senses of a split by how often training shows them: the word's most frequent one, frequent, few, never."""
    counts = count_senses(train)
    subset_counts = Counter(
        subset(counts, item.texts.get("word", ""), gloss)
        for item, answer in answered
        for gloss in cast("Senses", answer["senses"]).chosen
    )
    return Subsets(split, {name: subset_counts[name] for name in SUBSETS})


def _uses(answered: Answered) -> Counter[tuple[str, str]]:
    return Counter(
        (item.texts.get("word", ""), gloss)
        for item, answer in answered
        for gloss in cast("Senses", answer["senses"]).chosen
    )
