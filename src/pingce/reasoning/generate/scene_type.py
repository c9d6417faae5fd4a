"""A kind of scene: its seats, who or what can be in them, how it is described, and what can be said about it."""

from collections.abc import Sequence
from dataclasses import dataclass

from pingce.reasoning.item import Language
from pingce.reasoning.scenes.layout import Layout

from .phrases import Phrase, Wording


@dataclass(frozen=True)
class SceneType:
    """One file of `pingce.reasoning.generate.scenes` defines one as ``SCENE``; nothing else knows of it.

    ``first_seats`` are the seats the first thing can have without turning the whole scene: where nothing can be said
    that tells turned arrangements apart, they count as one.
    """

    name: str
    title: Wording
    layout: Layout
    things: tuple[Wording, ...]
    opening: Wording
    """What follows the list of names; the sentences with conditions come after it."""
    premises: tuple[Phrase, ...]
    questions: tuple[Phrase, ...]
    first_seats: tuple[int, ...]

    @property
    def seats(self) -> int:
        return self.layout.seats

    def text(self, language: Language, names: Sequence[str], conditions: Sequence[str]) -> str:
        """The whole text of an item."""
        if language == "zh":
            listed, known, end, opening = "、".join(names), "已知：", "。", self.opening.zh
        else:
            listed, known, end, opening = f"{', '.join(names)}, — ", "It is known that:", ".", self.opening.en
        numbered = [f"\n({at}){condition}" for at, condition in enumerate(conditions, start=1)]
        separator = "；" if language == "zh" else ";"
        space = "" if language == "zh" else " "
        return f"{listed}{opening}{space}{known}{separator.join(numbered)}{end}"
