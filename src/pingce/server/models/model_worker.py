"""What runs in the process that holds the models: asking them. Texts in, plain values out.

Models take memory and their answers take time; in a process of their own neither is the pages' concern. Each is loaded
when it is first asked and stays, the least used going when they are many or large.
"""

import contextlib
import math
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from pingce.formats.encode import encode_record
from pingce.formats.load import load_inventory
from pingce.formats.senses import Inventory
from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item, Senses
from pingce.spec.words import Words
from pingce.systems.interface import Model, NoProgress, Prediction
from pingce.systems.model_folder import CARD, find_model_task
from pingce.systems.stored import StoredModel
from pingce.systems.train import load_model

from .reading import ReplaceableSite, read_spatially

INVENTORY = "inventory.json"
"""Beside the model folders: glosses of words that a model was not trained with."""
SENTENCE, WORD = "他把书放在桌子上面。", "桌子"
"""Something to ask."""
QUICK_SECONDS = 0.3
"""A model that needs longer for a text is not asked about its variants."""
MOST_LOADED = 6
MOST_BYTES = 2**30
"""Of the files of all loaded models together; one larger model is still loaded, alone."""


@dataclass(frozen=True)
class SuspectView:
    """A word that a system finds odd, and how sure it is; ``start`` in code points of the first text."""

    start: int
    word: str
    share: float
    """From 0 to 1."""


@dataclass(frozen=True)
class WordChance:
    """A word, and the probability that the text is normal with it."""

    word: str
    yes: float


@dataclass(frozen=True)
class AlternativesView:
    """What could stand in the place of a word (``start`` in code points), the likeliest first; it is among them."""

    start: int
    word: str
    words: Sequence[WordChance]


@dataclass(frozen=True)
class GlossView:
    """A gloss of the word asked about; no score where a system ranks nothing."""

    gloss: str
    score: float | None
    chosen: bool


@dataclass(frozen=True, kw_only=True)
class ModelReply:
    """What a model said about a text."""

    answer: Mapping[str, object]
    """In the form of the task's files."""
    yes: float | None
    """The probability of yes, where that is the question."""
    suspicious: Sequence[SuspectView]
    alternatives: Sequence[AlternativesView]
    """For the suspicious words of a text that is judged, by models that are quick enough."""
    glosses: Sequence[GlossView]
    failed: Words | None
    milliseconds: float


@dataclass(frozen=True, kw_only=True)
class ModelAnswer(ModelReply):
    """With the name of the model."""

    model: str


def no_answer(model: str, why: Words) -> ModelAnswer:
    """Of a model that could not be asked."""
    return ModelAnswer(
        model=model, answer={}, yes=None, suspicious=(), alternatives=(), glosses=(), failed=why, milliseconds=0.0
    )


class LoadedModel(NamedTuple):
    """A model in memory, when its folder was written and how large it is."""

    model: Model
    stamp: float
    size: int


_loaded: OrderedDict[Path, LoadedModel] = OrderedDict()


def ask_model(folder: Path, name: str, task_id: str, batch: Sequence[Mapping[str, str]]) -> list[ModelAnswer]:
    """What the model of this name says about items, each by its texts; one that is damaged says why."""
    try:
        task = find_model_task(folder / name, task_id)
        model = _model(folder / name, task)
    except UserError as problem:
        return [no_answer(name, _unusable(problem)) for _ in batch]
    return _answers(name, model, task, [Item(f"try-{i}", dict(texts)) for i, texts in enumerate(batch)])


def warm_up(folder: Path, models: Sequence[tuple[str, str]]) -> None:
    """Models by name and task, asked once, so that what they need (the tagger first of all) is there for people."""
    for name, task_id in models[:MOST_LOADED]:
        with contextlib.suppress(UserError):
            ask_model(folder, name, task_id, [_something(find_model_task(folder / name, task_id))])


def _something(task: TaskSpec) -> dict[str, str]:
    return {text.name: SENTENCE if text.passage else WORD for text in task.texts}


def _answers(name: str, model: Model, task: TaskSpec, items: Sequence[Item]) -> list[ModelAnswer]:
    """Of items that are asked together; one that it cannot answer does not take the others along."""
    try:
        started = time.perf_counter()
        guesses = model.predict(items, NoProgress())
        seconds = (time.perf_counter() - started) / len(items)
        alternatives = _alternatives(model, items, guesses) if seconds < QUICK_SECONDS else [()] * len(items)
    except UserError as problem:
        if len(items) > 1:
            return [answer for item in items for answer in _answers(name, model, task, [item])]
        return [no_answer(name, _unusable(problem))]
    return [
        ModelAnswer(
            model=name,
            answer=_record(task, item, guess),
            yes=guess.detail.get("yes"),
            suspicious=list(_suspects(guess.detail)),
            alternatives=others,
            glosses=_glosses(guess),
            failed=guess.failed,
            milliseconds=seconds * 1000,
        )
        for item, guess, others in zip(items, guesses, alternatives, strict=True)
    ]


def _record(task: TaskSpec, item: Item, guess: Prediction) -> dict[str, object]:
    record = encode_record(task, item, guess.answer, with_texts=False, gold=False)
    return {key: value for key, value in record.items() if key != task.id_key}


class OddSite(NamedTuple):
    """A suspicious word of an item that has others of its group."""

    item: Item
    yes: float
    site: ReplaceableSite

    def variants(self) -> Iterator[Item]:
        name, text, end = next(iter(self.item.texts)), self.item.text, self.site.start + len(self.site.old)
        for word in self.site.alternatives:
            yield Item(self.item.id, {**self.item.texts, name: text[: self.site.start] + word + text[end:]})


def _alternatives(
    model: Model, items: Sequence[Item], guesses: Sequence[Prediction]
) -> list[Sequence[AlternativesView]]:
    """The texts judged again with every other word of the group in the place of each suspicious one."""
    odd = [list(_odd_sites(item, guess)) for item, guess in zip(items, guesses, strict=True)]
    variants = [variant for sites in odd for site in sites for variant in site.variants()]
    if not variants:
        return [()] * len(items)
    others = iter(model.predict(variants, NoProgress()))
    return [[_judged_again(site, others) for site in sites] for sites in odd]


def _odd_sites(item: Item, guess: Prediction) -> Iterator[OddSite]:
    suspicious = {(start, word) for start, word, _ in guess.detail.get("suspicious", ()) if "yes" in guess.detail}
    if suspicious:
        for site in read_spatially(item.text).sites:
            if (site.start, site.old) in suspicious:
                yield OddSite(item, guess.detail["yes"], site)


def _judged_again(odd: OddSite, others: Iterator[Prediction]) -> AlternativesView:
    chances = [WordChance(odd.site.old, odd.yes)]
    chances += [WordChance(word, next(others).detail["yes"]) for word in odd.site.alternatives]
    return AlternativesView(odd.site.start, odd.site.old, sorted(chances, key=lambda chance: -chance.yes))


def _unusable(problem: UserError) -> Words:
    """By its code: the message names folders of the server, which are nobody's business outside."""
    return Words(
        f"模型无法载入（{problem.code}），请告诉管理员",
        f"the model cannot be loaded ({problem.code}); tell the administrator",
    )


def _suspects(detail: Mapping[str, Any]) -> Iterator[SuspectView]:
    """Of the guess, or of the part of it that has judged the text."""
    for start, word, log_odds in detail.get("suspicious", ()):
        yield SuspectView(start, word, 1 / (1 + math.exp(-max(-50.0, min(50.0, log_odds)))))
    for inner in detail.values():
        if isinstance(inner, Mapping):
            yield from _suspects(inner)


def _glosses(guess: Prediction) -> list[GlossView]:
    """All that were considered, best first."""
    senses = guess.answer.get("senses")
    if not isinstance(senses, Senses):
        return []
    told = [(str(gloss), cast("float | None", score)) for gloss, score in guess.detail.get("glosses", ())]
    listed: list[tuple[str, float | None]] = [*senses.scores] or told or [(gloss, None) for gloss in senses.chosen]
    scores = [GlossView(gloss, score, gloss in senses.chosen) for gloss, score in listed]
    return sorted(scores, key=lambda gloss: (-(gloss.score or 0.0), not gloss.chosen))


def _model(folder: Path, task: TaskSpec) -> Model:
    """Loaded once; again when the folder has been trained anew."""
    stamp = _stamp(folder)
    loaded = _loaded.get(folder)
    if loaded is None or loaded.stamp != stamp:
        _loaded.pop(folder, None)
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        _make_room(size)
        model, _, _ = load_model(folder, task=task, inventory=_inventory(folder.parent / INVENTORY))
        loaded = _loaded[folder] = LoadedModel(StoredModel(folder, model), stamp, size)
    _loaded.move_to_end(folder)
    return loaded.model


def _stamp(folder: Path) -> float:
    try:
        return (folder / CARD).stat().st_mtime
    except OSError:
        return 0.0  # load_model says what is missing


def _make_room(size: int) -> None:
    while _loaded and (
        len(_loaded) >= MOST_LOADED or size + sum(loaded.size for loaded in _loaded.values()) > MOST_BYTES
    ):
        _loaded.popitem(last=False)


def _inventory(path: Path) -> Inventory | None:
    return _glosses_of(path, path.stat().st_mtime) if path.is_file() else None


@cache
def _glosses_of(path: Path, stamp: float) -> Inventory:  # noqa: ARG001 (a file that was changed is another one)
    return load_inventory(str(path))
