"""One sentence, one word: the glosses with their scores, for people who just want to ask."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pingce.formats.senses import Inventory
from pingce.scoring.measures.senses import senses
from pingce.spec.errors import UserError
from pingce.spec.values import Item
from pingce.spec.words import Words
from pingce.systems.interface import NoProgress
from pingce.systems.stored import read_json

from .target import occurrences

if TYPE_CHECKING:
    from pingce.systems.interface import Model


@dataclass(frozen=True)
class Sense:
    """A gloss, how well it fits (unknown where a system only chooses), and whether it was chosen."""

    gloss: str
    score: float | None
    chosen: bool


@dataclass(frozen=True)
class TargetReading:
    """What a system makes of a word in a sentence."""

    occurrences: int
    senses: tuple[Sense, ...]


def read_word(
    sentence: str,
    word: str,
    *,
    model: Path | None = None,
    inventory: Inventory | None = None,
    changes: Sequence[str] = (),
) -> TargetReading:
    """With a trained model, or by gloss overlap from the inventory alone; any word that has glosses will do."""
    trained = _load(model, inventory, changes) if model is not None else None
    senses_of = stored_inventory(model, inventory) if model is not None else inventory or {}
    _must_know(word, senses_of, has_model=model is not None)
    answering = trained or _untrained(senses_of)
    prediction = answering.predict([Item("1", {"sentence": sentence, "word": word})], NoProgress())[0]
    predicted = senses(prediction.answer)
    scores = dict(predicted.scores)
    order = [*dict.fromkeys([*scores, *predicted.chosen, *senses_of[word]])]
    return TargetReading(
        len(occurrences(sentence, word)),
        tuple(Sense(gloss, scores.get(gloss), gloss in predicted.chosen) for gloss in order),
    )


def stored_inventory(folder: Path, given: Inventory | None) -> Inventory:
    """What a model knows, and what a person gives in its place; not every system keeps an inventory."""
    from ..data import merged_glosses
    from .model import INVENTORY

    path = folder / INVENTORY
    return merged_glosses(read_json(path, dict[str, list[str]]) if path.is_file() else {}, given)


def _load(folder: Path, inventory: Inventory | None, changes: Sequence[str]) -> "Model":
    from pingce.systems.train import given_for, load_model
    from pingce.tasks.catalog import find_task

    given = given_for(folder, changes)
    return load_model(folder, task=find_task("wsd/senses"), inventory=inventory, given=given)[0]


def _untrained(inventory: Inventory) -> "Model":
    from .decide import SenseDecision
    from .model import SenseModel
    from .overlap import OverlapSettings, overlap_scorer

    return SenseModel(inventory, overlap_scorer(inventory, OverlapSettings.sharpness), SenseDecision("top"))


def _must_know(word: str, inventory: Inventory, *, has_model: bool) -> None:
    if inventory.get(word):
        return
    near: Sequence[str] = difflib.get_close_matches(word, list(inventory), n=3, cutoff=0.5)
    like = Words(f"相近的词：{'、'.join(near)}。", f"Near to it: {', '.join(near)}. ") if near else Words("", "")
    how = Words(
        "用 --gloss 给出释义，或用 --inventory 给出释义表" + ("。" if has_model else "，或用 --model 给出模型。"),
        "Give its glosses with --gloss, or an inventory with --inventory"
        + ("." if has_model else ", or a model with --model."),
    )
    raise UserError(
        Words(f"没有“{word}”的释义。", f"There are no glosses for {word}."),
        hint=Words(like.zh + how.zh, like.en + how.en),
        code="unknown-word",
    )
