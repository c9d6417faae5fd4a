"""The system: settings and examples in a folder, or straight from a command."""

import json
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pingce.formats.save import save
from pingce.formats.senses import Inventory
from pingce.formats.write import write_text
from pingce.spec.errors import UserError
from pingce.spec.shapes import SenseChoice
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words
from pingce.systems.data import known_glosses, merged_glosses, read_examples
from pingce.systems.interface import Example, Prediction, Progress, Training
from pingce.systems.model_folder import card_says
from pingce.systems.stored import read_json

from .asking import Interview
from .batch import Listing, batch_only, read_results, write_requests
from .cache import open_cache
from .empty import empty_answer
from .endpoint import Endpoint, thinking_keys
from .options import check_options, has_one_answer
from .report import cost_so_far
from .settings import LlmSettings
from .similar import most_similar
from .weighing import Weighing, echo_offered
from .wire import check_address

EXAMPLES = "examples.jsonl"
INVENTORY = "inventory.json"
ASKING = Words("提问", "asking")
ASKING_WITHOUT_ECHO = Words("提问（没有 echo，比首词元）", "asking (no echo: by first tokens)")


@dataclass
class LlmModel:
    """Asks an endpoint; several questions at a time, answers in the order of the questions."""

    task: TaskSpec
    settings: LlmSettings
    examples: Sequence[Example] = ()
    inventory: Inventory = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_address(self.settings.base_url)
        _check_asked(self.task, self.settings, self.inventory)

    def write_batch(self, items: Sequence[Item]) -> int:
        """Write the requests that have no reply yet to the file ``batch_write``; returns their number."""
        shown = most_similar(self.task, items, self.examples, self.settings.k)
        self._read_batch(items, shown)
        return write_requests(Path(self.settings.batch_write), self._listed(items, shown).open)

    def _read_batch(self, items: Sequence[Item], shown: Sequence[Sequence[Example]]) -> None:
        if self.settings.batch_read:
            read_results(Path(self.settings.batch_read), self._listed(items, shown))

    def _listed(self, items: Sequence[Item], shown: Sequence[Sequence[Example]]) -> Listing:
        listing = Listing(self.settings, open_cache(self.settings.cache))
        for item, examples in zip(items, shown, strict=True):
            Interview(self.task, item, self.inventory, listing, {}).rehearse(examples)
        return listing

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        if self.settings.batch_write:
            raise batch_only(self.settings.batch_write)
        endpoint = Endpoint(self.settings, open_cache(self.settings.cache))
        shown = most_similar(self.task, items, self.examples, self.settings.k)
        self._read_batch(items, shown)
        nothing = empty_answer(self.task, self.examples)
        predictions: dict[int, Prediction] = {}
        weighings = self._weighings(items, shown, endpoint, nothing)

        def hold(i: int) -> Prediction:
            if i in weighings:
                return weighings[i].hold(shown[i])
            return Interview(self.task, items[i], self.inventory, endpoint, nothing).hold(shown[i])

        echo_missing = self.settings.api == "completions" and any(not each.by_text for each in weighings.values())
        progress.begin(ASKING_WITHOUT_ECHO if echo_missing else ASKING, len(items))
        try:
            for i, prediction in in_threads(hold, len(items), workers=self.settings.workers):
                predictions[i] = prediction
                progress.advance(1, cost_so_far(predictions.values(), self.settings))
        finally:
            endpoint.stopped.set()
        return [predictions[i] for i in range(len(items))]

    def _weighings(
        self, items: Sequence[Item], shown: Sequence[Sequence[Example]], endpoint: Endpoint, nothing: Answer
    ) -> dict[int, Weighing]:
        """The questions that are settled by log-probabilities; one with several right options is asked as always."""
        if self.settings.options == "reply":
            return {}
        weighings = {
            i: Weighing(self.task, item, endpoint, nothing)
            for i, item in enumerate(items)
            if has_one_answer(self.task, item)
        }
        if self.settings.api == "completions" and echo_offered(weighings.values(), [shown[i] for i in weighings]):
            for weighing in weighings.values():
                weighing.by_text = True
        return weighings


def make_model(task: TaskSpec, settings: LlmSettings, examples: str | None, inventory: Inventory | None) -> LlmModel:
    """Straight from files, without a model folder."""
    shown = read_examples(task, examples)[0] if examples is not None else []
    return LlmModel(task, settings, shown, known_glosses(inventory, shown) if _has_words(task) else {})


def _check_asked(task: TaskSpec, settings: LlmSettings, inventory: Inventory) -> None:
    if not settings.model:
        raise UserError(
            Words("没有说用哪个模型。", "No model is named."),
            hint=Words("用 --model 或 --set model=… 给出。", "Name one with --model or --set model=…."),
            code="no-model",
        )
    thinking_keys(settings.thinking)
    check_options(task, settings)
    if settings.samples < 1 or (settings.samples > 1 and not settings.temperature):
        raise UserError(
            Words(
                f"samples：实际 {settings.samples}，temperature {settings.temperature}；几次回答要有大于 0 的温度。",
                f"samples: found {settings.samples} at temperature {settings.temperature}; several samples need a "
                "temperature above 0.",
            ),
            hint=Words("例如 --set samples=5 --set temperature=0.7。", "As in --set samples=5 --set temperature=0.7."),
            code="bad-samples",
        )
    if _has_words(task) and not inventory:
        raise UserError(
            Words("词义消歧要有候选释义。", "Word senses need glosses to choose from."),
            hint=Words("请给出 --inventory FILE。", "Give --inventory FILE."),
            code="no-inventory",
        )


class Llm:
    """Nothing is learned: the folder keeps what is asked of which model and the examples to show, but no address."""

    Settings = LlmSettings

    def train(self, training: Training) -> None:
        inventory = known_glosses(training.inventory, training.train) if _has_words(training.task) else {}
        _check_asked(training.task, training.settings, inventory)  # before anything is written
        write_text(training.folder / INVENTORY, json.dumps(inventory, ensure_ascii=False, indent=1))
        if training.train:
            save(training.task, training.folder / EXAMPLES, training.train, kind="jsonl")

    def load(self, folder: Path, task: TaskSpec, settings: LlmSettings, inventory: Inventory | None) -> LlmModel:
        if not settings.base_url:
            raise _no_address(folder)
        path = folder / EXAMPLES
        examples = read_examples(task, str(path))[0] if path.is_file() else []
        stored = read_json(folder / INVENTORY, dict[str, list[str]])
        return LlmModel(task, settings, examples, merged_glosses(stored, inventory))


def _no_address(folder: Path) -> UserError:
    """What an older card says is told, for those who know it to be their own; nobody is asked because of it."""
    named = card_says(folder, "base_url")
    told = Words(f"（模型卡里写的是 {named}，不采用。）", f" (Its card says {named}, which is not used.)")
    return UserError(
        Words(
            f"模型 {folder} 要向语言模型的服务提问，而服务地址只由运行它的人给出。",
            f"The model {folder} asks an endpoint, whose address only the person who runs it can give.",
        ),
        hint=Words(
            "用 --set base_url=… 给出，例如 http://localhost:8000/v1。" + (told.zh if named else ""),
            "Give it with --set base_url=…, for example http://localhost:8000/v1." + (told.en if named else ""),
        ),
        code="llm-no-address",
    )


def _has_words(task: TaskSpec) -> bool:
    return any(isinstance(asked.shape, SenseChoice) for asked in task.answer)


T = TypeVar("T")


def in_threads(work: Callable[[int], T], count: int, *, workers: int) -> Iterator[tuple[int, T]]:
    """``work(i)`` for every number below ``count``, as they get done; an error in one ends all."""
    waiting = iter(range(count))
    lock = threading.Lock()
    done: queue.Queue[tuple[int, T] | BaseException] = queue.Queue()
    ended = threading.Event()

    def run() -> None:
        while not ended.is_set():
            with lock:
                i = next(waiting, None)
            if i is None:
                return
            try:
                done.put((i, work(i)))
            except BaseException as problem:
                done.put(problem)
                return

    for _ in range(min(max(1, workers), count)):
        threading.Thread(target=run, daemon=True).start()
    try:
        for _ in range(count):
            result = done.get()
            if isinstance(result, BaseException):
                raise result
            yield result
    finally:
        ended.set()
