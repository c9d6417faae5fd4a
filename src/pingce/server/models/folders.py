"""Trained models that anybody may try: the folders below one folder, asked in a process of their own."""

import asyncio
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from fastapi.concurrency import run_in_threadpool

from pingce.report.words import number_title
from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words
from pingce.store.errors import NotFound, Refused, StoreError
from pingce.systems.catalog import SYSTEMS
from pingce.systems.interface import SURE_FROM
from pingce.systems.model_folder import CARD, ModelCard, card_task, find_model_task, parse_card, systems_inside

from ..scoring_thread import Pool
from .model_worker import ModelAnswer, ModelReply, ask_model, no_answer, warm_up
from .together import Gathering

MODELS_VARIABLE = "PINGCE_MODELS"
AT_ONCE = 64
"""Texts that are being answered or wait for it."""
TOGETHER_SECONDS = 20
"""What a job of several texts may take; then each is asked alone, and has the whole time of a job."""
LONGEST_WAIT = 180.0
"""Seconds after which whoever still waits is told that it did not work."""
WARM_SECONDS = 3.0
"""After the start."""
LONGEST_TEXT = 2000
ENOUGH_ITEMS = 200
"""A system that learned from fewer items is not sure of anything: its probabilities mean little."""
STOPPED = Words("系统没有答完就停了", "the system stopped before it had answered")


@dataclass(frozen=True)
class ModelView:
    """A model as its card describes it."""

    name: str
    system: str
    task: str
    title: Words
    dev: Mapping[str, float]
    """All numbers that were measured."""
    number: str
    """The one that ranks."""
    number_title: Words
    train_items: int | None
    dev_items: int | None
    pretrained: bool
    """Starts from a pretrained encoder."""
    worth: bool
    """Learned from enough items, or needs none: the others only show what answers look like."""
    sure: Mapping[str, float]
    """How far its judgements can be trusted, on items it had not seen (see :class:`ModelCard`)."""


@dataclass(frozen=True, kw_only=True)
class TriedView(ModelReply):
    """What one model said, and which it was."""

    model: ModelView
    sure: bool | None
    """Whether a judgement is worth telling as one; None where no probability of yes was asked for."""


class BusyError(StoreError):
    """Models need much memory and time; a queue of strangers would take all of it."""

    status = 429

    def __init__(self) -> None:
        super().__init__(
            Words("正忙：别人的文本还没有答完。", "Busy just now: others' texts are being answered."),
            hint=Words("请过几秒再试。", "Try again in a few seconds."),
            code="busy",
        )


class StoppedError(StoreError):
    """The process with the models died or took longer than any text should."""

    status = 503

    def __init__(self) -> None:
        super().__init__(
            Words(f"{STOPPED.zh}。", f"{STOPPED.en[0].upper()}{STOPPED.en[1:]}."),
            hint=Words("请换一段短些的文本再试。", "Try again with a shorter text."),
            code="model-stopped",
        )


class Models:
    """The models one server offers."""

    def __init__(self, folder: Path | None = None, pool: Pool | None = None) -> None:
        self.folder = folder
        self.pool = pool or Pool(1)
        self._places = threading.BoundedSemaphore(AT_ONCE)
        self._gathering = Gathering(self._ask)
        self._timer: threading.Timer | None = None
        self._warmed: frozenset[tuple[str, str]] = frozenset()

    @classmethod
    def from_environment(cls, default: Path | None = None) -> "Models":
        given = os.environ.get(MODELS_VARIABLE)
        return cls(Path(given) if given else default)

    def warm_soon(self) -> None:
        """In the background, once the server has begun to answer; stopped with everything else."""
        self._timer = threading.Timer(WARM_SECONDS, self.warm)
        self._timer.daemon = True
        self._timer.start()

    def warm(self) -> None:
        """Small models only: the memory that encoders take should be asked for by somebody."""
        small = [(info.name, info.task) for info in self.listed() if not info.pretrained]
        if self.folder is not None and not self._warmed.issuperset(small):
            self._warmed = frozenset(small)
            self.pool.submit(warm_up, self.folder, small)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()
        self._gathering.stop()
        self.pool.stop()

    def listed(self) -> list[ModelView]:
        """By name, as the folder is now; folders whose card cannot be read are no models."""
        return list(self._infos())

    def _infos(self) -> Iterator[ModelView]:
        for path in sorted(self.folder.glob(f"*/{CARD}")) if self.folder is not None else ():
            try:
                card = parse_card(path.parent)
            except UserError:
                continue
            if not path.parent.name.startswith(".") and _offered(path.parent, card):
                yield _info(path.parent.name, card, card_task(path.parent, card))

    def task_of(self, name: str, task_id: str) -> TaskSpec:
        """The task of a model, which may be described in its folder."""
        assert self.folder is not None, "a model is listed"
        return find_model_task(self.folder / name, task_id)

    async def answer(self, task_id: str, texts: Mapping[str, str]) -> list[TriedView]:
        """What every model of a task says about a text; who waits behind others takes no thread."""
        if not self._places.acquire(blocking=False):
            raise BusyError
        try:
            infos, to_come = await run_in_threadpool(self._ask_all, task_id, texts)
            waiting = asyncio.gather(*map(asyncio.wrap_future, to_come), return_exceptions=True)
            said = await asyncio.wait_for(waiting, LONGEST_WAIT)
        except TimeoutError:
            raise StoppedError from None
        finally:
            self._places.release()
        answers = [_answer_or_none(name, one) for name, one in zip(infos, said, strict=True)]
        if all(answer.failed == STOPPED for answer in answers):
            raise StoppedError
        return [
            TriedView(**{**vars(answer), "model": infos[answer.model], "sure": is_sure(answer, infos[answer.model])})
            for answer in answers
        ]

    def _ask_all(
        self, task_id: str, texts: Mapping[str, str]
    ) -> tuple[dict[str, ModelView], list[Future[ModelAnswer]]]:
        """The models of a task by their names, if they can be asked about these texts, and their answers to come."""
        infos = {info.name: info for info in self.listed() if info.task == task_id}
        if not infos:
            raise NotFound(Words(f"可以试用的 {task_id} 系统", f"system to try for {task_id}"), code="no-model")
        _check(self.task_of(next(iter(infos)), task_id), texts)
        to_come = [self._gathering.add((name, task_id), texts) for name in infos]
        self._gathering.work(to_come)
        return infos, to_come

    def _ask(self, model: tuple[str, str], batch: Sequence[Mapping[str, str]]) -> list[ModelAnswer]:
        """One model in a job of its own: if it brings the process down, the others answer."""
        assert self.folder is not None, "a model is listed"
        seconds = self.pool.seconds if len(batch) == 1 else min(self.pool.seconds, TOGETHER_SECONDS)
        return self.pool.submit_within(
            seconds, ask_model, self.folder, *model, [dict(texts) for texts in batch]
        ).result()


def _answer_or_none(name: str, said: ModelAnswer | BaseException) -> ModelAnswer:
    if isinstance(said, (BrokenProcessPool, TimeoutError, asyncio.CancelledError)):
        return no_answer(name, STOPPED)
    if isinstance(said, BaseException):
        raise said
    return said


def is_sure(answer: ModelReply, model: ModelView) -> bool | None:
    """From a system that learned enough, about words it knows, and only with a probability that is worth telling."""
    if answer.yes is None:
        return None
    known = model.pretrained or bool(answer.suspicious)
    return model.worth and known and max(answer.yes, 1 - answer.yes) >= SURE_FROM


def _offered(folder: Path, card: ModelCard) -> bool:
    """Not one whose answers cost somebody money, itself or by a model inside it; nor one where that cannot be seen."""
    try:
        inside = systems_inside(folder)
        card_task(folder, card)
    except UserError:
        return False
    return all(name in SYSTEMS and SYSTEMS[name].measured for name in inside)


def _info(name: str, card: ModelCard, task: TaskSpec) -> ModelView:
    items = {split: file.items for split, file in card.data.items()}
    return ModelView(
        name=name,
        system=card.system,
        task=card.task,
        title=SYSTEMS[card.system].title,
        dev=card.dev,
        number=".".join(task.rank_by),
        number_title=number_title(*task.rank_by),
        train_items=items.get("train"),
        dev_items=items.get("dev"),
        pretrained=bool(card.encoder),
        worth=bool(card.encoder) or not SYSTEMS[card.system].trained or items.get("train", 0) >= ENOUGH_ITEMS,
        sure=card.sure,
    )


def quick_system(task: TaskSpec) -> str | None:
    """The system one would train first: it needs no encoder and knows more than the commonest label.

    None where nobody can ask in words alone (items that bring options), or where only models of other tasks answer.
    """
    fitting = (
        name
        for name, entry in SYSTEMS.items()
        if entry.answers(task) and entry.measured and entry.encoder is False and name != "majority"
        if task.id not in entry.also
    )
    return next(fitting, None) if task.options is None else None


def _check(task: TaskSpec, texts: Mapping[str, str]) -> None:
    names = [text.name for text in task.texts]
    wrong = [name for name in texts if name not in names] + [name for name in names if not texts.get(name, "").strip()]
    if wrong or any(len(text) > LONGEST_TEXT for text in texts.values()):
        listed = ", ".join(names)
        raise Refused(
            Words(
                f"需要文本 {listed}，每段不超过 {LONGEST_TEXT} 字。",
                f"Needed are the texts {listed}, each of at most {LONGEST_TEXT} characters.",
            ),
            code="bad-texts",
        )
    if (word := texts.get("word")) is not None and word not in texts["sentence"]:
        raise Refused(
            Words(f"句中没有“{word}”这个词。", f"The word '{word}' is not in the sentence."),
            code="target-not-in-sentence",
        )
