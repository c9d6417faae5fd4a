"""Trained models that anybody may try: the folders below one folder, loaded when first asked."""

import os
import threading
import time
import tomllib
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pingce.formats.encode import encode_record
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.spec.words import Words
from pingce.store.errors import NotFound, Refused, StoreError
from pingce.tasks.catalog import TASKS, find_task

if TYPE_CHECKING:
    from pingce.systems.interface import Guess, Model

MODELS_VARIABLE = "PINGCE_MODELS"
CARD = "model.toml"
INVENTORY = "inventory.json"
MOST_LOADED = 4
AT_ONCE = 2
LONGEST_TEXT = 2000


@dataclass(frozen=True)
class ModelInfo:
    """A model as its card describes it."""

    name: str
    system: str
    task: str
    title: Words
    dev: Mapping[str, float]


@dataclass(frozen=True)
class Tried:
    """What one model said."""

    model: str
    system: str
    title: Words
    answer: Mapping[str, object]
    score: float | None
    detail: Mapping[str, object]
    failed: Words | None
    milliseconds: float


class BusyError(StoreError):
    """Models need much memory and time; a queue of strangers would take all of it."""

    status = 429

    def __init__(self) -> None:
        super().__init__(Words("正忙，请稍后再试。", "Busy just now; try again in a moment."), code="busy")


class Models:
    """The models of one server process."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._loaded: OrderedDict[str, Model] = OrderedDict()
        self._lock = threading.Lock()
        self._places = threading.BoundedSemaphore(AT_ONCE)

    @classmethod
    def from_environment(cls) -> "Models":
        given = os.environ.get(MODELS_VARIABLE)
        return cls(Path(given) if given else None)

    def listed(self) -> list[ModelInfo]:
        """By name; folders whose card cannot be read are no models."""
        return list(self._infos())

    def _infos(self) -> Iterator[ModelInfo]:
        from pingce.systems.catalog import SYSTEMS

        for path in sorted(self.folder.glob(f"*/{CARD}")) if self.folder is not None else ():
            try:
                card = tomllib.loads(path.read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
                continue
            system, task = str(card.get("system")), str(card.get("task"))
            if system in SYSTEMS and task in TASKS:
                dev = {str(key): float(value) for key, value in dict(card.get("dev", {})).items()}
                yield ModelInfo(path.parent.name, system, task, SYSTEMS[system].title, dev)

    def answer(self, task_id: str, texts: Mapping[str, str]) -> list[Tried]:
        """What every model of a task says about a text."""
        task = TASKS.get(task_id)
        infos = [one for one in self.listed() if one.task == task_id]
        if task is None or not infos:
            raise NotFound(Words(f"可以试用的 {task_id} 系统", f"system to try for {task_id}"), code="no-model")
        item = _item(task, texts)
        if not self._places.acquire(blocking=False):
            raise BusyError
        try:
            return [self._ask(one, task, item) for one in infos]
        finally:
            self._places.release()

    def _ask(self, info: ModelInfo, task: TaskSpec, item: Item) -> Tried:
        from pingce.systems.interface import Unwatched

        model = self._load(info)
        started = time.perf_counter()
        guess: Guess = model.predict([item], Unwatched())[0]
        record = encode_record(task, item, guess.answer, with_texts=False, gold=False)
        return Tried(
            model=info.name,
            system=info.system,
            title=info.title,
            answer={key: value for key, value in record.items() if key != task.id_key},
            score=guess.score,
            detail=dict(guess.detail),
            failed=guess.failed,
            milliseconds=(time.perf_counter() - started) * 1000,
        )

    def _load(self, info: ModelInfo) -> "Model":
        from pingce.formats.check import load_inventory
        from pingce.systems.train import load_model

        with self._lock:
            if info.name not in self._loaded:
                assert self.folder is not None
                glosses = self.folder / INVENTORY
                inventory = load_inventory(str(glosses)) if glosses.is_file() else None
                model, _, _ = load_model(self.folder / info.name, task=find_task(info.task), inventory=inventory)
                self._loaded[info.name] = model
                while len(self._loaded) > MOST_LOADED:
                    self._loaded.popitem(last=False)
            self._loaded.move_to_end(info.name)
            return self._loaded[info.name]


def _item(task: TaskSpec, texts: Mapping[str, str]) -> Item:
    names = [one.name for one in task.texts]
    wrong = [name for name in texts if name not in names] + [name for name in names if not texts.get(name, "").strip()]
    if wrong or any(len(text) > LONGEST_TEXT for text in texts.values()):
        known = ", ".join(names)
        raise Refused(
            Words(
                f"需要文本 {known}，每段不超过 {LONGEST_TEXT} 字。",
                f"Needed are the texts {known}, each of at most {LONGEST_TEXT} characters.",
            ),
            code="bad-texts",
        )
    return Item("try", {name: texts[name] for name in names})
