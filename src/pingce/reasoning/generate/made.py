"""A generated item as typed values, from which its texts in both languages and its proof are written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from pingce.reasoning.item import BLANK, Language, ReasoningItem

from .phrases import Wording
from .plan import ItemPlan
from .worlds import Sentence

NONE = Wording("以上选项都不是", "None of the above")
WHICH = Wording(f"以下选项中正确的是{BLANK}。", f"Select the correct statement(s): {BLANK}")


@dataclass(frozen=True)
class Said:
    """A sentence in one of its wordings."""

    sentence: Sentence
    wording: Wording

    def text(self, language: Language, names: Sequence[str], blank: Literal["x", "y"] | None = None) -> str:
        """The words, with a blank for one of the things where one is asked for."""
        x = names[self.sentence.x]
        y = "" if self.sentence.y is None else names[self.sentence.y]
        return self.wording.said(language, BLANK if blank == "x" else x, BLANK if blank == "y" else y)


@dataclass(frozen=True)
class AskedQuestion:
    """A sentence with a blank for one of its things; without a sentence, «which statements are right?»."""

    said: Said | None = None
    blank: Literal["x", "y"] = "x"

    def text(self, language: Language, names: Sequence[str]) -> str:
        if self.said is None:
            return str(getattr(WHICH, language))
        end = "。" if language == "zh" else "."
        return self.said.text(language, names, self.blank) + end


@dataclass(frozen=True)
class Option:
    """What a letter offers: a claim about the scene, shown as a sentence or as the name that fills the blank."""

    claim: Said | None
    """None for «none of the above»."""
    thing: int | None = None

    def text(self, language: Language, names: Sequence[str]) -> str:
        if self.claim is None:
            return str(getattr(NONE, language))
        if self.thing is not None:
            return names[self.thing]
        return self.claim.text(language, names) + ("。" if language == "zh" else ".")


class ItemScene(Protocol):
    """What an item is set in: a number of things by name, and a text that speaks of them."""

    @property
    def name(self) -> str: ...

    @property
    def things(self) -> tuple[Wording, ...]: ...

    @property
    def seats(self) -> int: ...

    def text(self, language: Language, names: Sequence[str], conditions: Sequence[str]) -> str:
        """The whole text of an item."""


@dataclass(frozen=True)
class MadeItem:
    """Scene, cast, premises, question, options, and what was found out about them."""

    plan: ItemPlan
    scene: ItemScene
    things: tuple[Wording, ...]
    premises: tuple[Said, ...]
    question: AskedQuestion
    options: Mapping[str, Option]
    left: int
    """The arrangements that fulfil the premises, as a mask."""
    hops: int

    def names(self, language: Language) -> list[str]:
        return [getattr(thing, language) for thing in self.things]

    def conditions(self, language: Language) -> list[str]:
        """The premises as sentences."""
        names = self.names(language)
        return [premise.text(language, names) for premise in self.premises]

    def item(self, language: Language) -> ReasoningItem:
        """The item in one language."""
        names = self.names(language)
        return ReasoningItem(
            self.scene.text(language, names, self.conditions(language)),
            self.question.text(language, names),
            {letter: option.text(language, names) for letter, option in self.options.items()},
            language,
        )
