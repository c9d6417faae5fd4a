"""Texts that wait for a model are asked together, and each is answered as if it had come alone."""

import asyncio
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from pingce.server.models import folders
from pingce.server.models.folders import Models
from pingce.server.models.model_worker import ModelAnswer, ask_model
from pingce.server.models.together import MOST_TOGETHER, Gathering
from pingce.server.scoring_thread import Pool
from pingce.spec.values import Item
from pingce.systems.interface import NoProgress, Prediction, Progress
from pingce.systems.stored import StoredModel
from pingce.systems.train import Order, train_model
from pingce.tasks.catalog import find_task
from tests.systems.tiny import tiny_encoder

from . import jobs
from .builders import Clients
from .shared_task import EXAMPLES, NearPool

TASK = "space2022/task1"
TEXTS = {
    TASK: [
        {"text": f"{who}从{place}{way}来。"} for who in "猫狗" for place in ("桌子上", "屋里") for way in ("下", "出")
    ],
    "space2023/task2": [{"text": f"{who}把书放在{place}。"} for who in ("他", "老师") for place in ("桌上", "柜子里")],
    "space2023/task3": [{"text1": "书在桌子上。", "text2": f"书在桌子{side}。"} for side in ("下", "上面", "旁")],
    "wsd/senses": [
        {"sentence": "老人解开包袱，取出布鞋。", "word": "包袱"},
        {"sentence": "他放下思想包袱。", "word": "包袱"},
        {"sentence": "没有这个词的释义。", "word": "释义"},
    ],
}


class Gate:
    """An ``ask`` that notes its batches and answers when it is let."""

    def __init__(self) -> None:
        self.open, self.begun = threading.Event(), threading.Event()
        self.batches: list[tuple[str, list[int]]] = []

    def __call__(self, key: str, batch: Sequence[int]) -> list[int]:
        self.batches.append((key, list(batch)))
        self.begun.set()
        assert self.open.wait(60)
        return [10 * asked for asked in batch]


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
def gathering(gate: Gate) -> Iterator[Gathering[str, int, int]]:
    found = Gathering(gate)
    yield found
    gate.open.set()
    found.stop()


def asked(gathering: Gathering[str, int, int], key: str, number: int) -> Future[int]:
    """As by a thread of its own, which works if nobody else does."""
    answer = gathering.add(key, number)
    threading.Thread(target=gathering.work, args=([answer],)).start()
    return answer


def test_who_comes_first_is_asked_alone_and_who_waits_together(gate: Gate, gathering: Gathering[str, int, int]) -> None:
    first = asked(gathering, "a", 0)
    assert gate.begun.wait(60)
    others = [asked(gathering, key, i) for i, key in enumerate("aabaa", start=1)]
    gate.open.set()
    assert [one.result(60) for one in [first, *others]] == [0, 10, 20, 30, 40, 50]
    assert gate.batches == [("a", [0]), ("a", [1, 2, 4, 5]), ("b", [3])]


def test_a_long_queue_lets_the_others_in(gate: Gate, gathering: Gathering[str, int, int]) -> None:
    waiting = [asked(gathering, "a", 0)]
    assert gate.begun.wait(60)
    waiting += [asked(gathering, "a", i) for i in range(1, MOST_TOGETHER + 3)]
    waiting.append(asked(gathering, "b", 99))
    gate.open.set()
    assert [one.result(60) for one in waiting] == [10 * i for i in range(MOST_TOGETHER + 3)] + [990]
    assert [(key, len(batch)) for key, batch in gate.batches] == [("a", 1), ("a", MOST_TOGETHER), ("b", 1), ("a", 2)]


def test_who_goes_away_while_waiting_is_never_asked_for(gate: Gate, gathering: Gathering[str, int, int]) -> None:
    first = asked(gathering, "a", 0)
    assert gate.begun.wait(60)
    assert not first.cancel(), "it is being answered"
    gone, stays, alone = asked(gathering, "a", 1), asked(gathering, "a", 2), asked(gathering, "b", 3)
    assert gone.cancel()
    assert alone.cancel()
    gate.open.set()
    assert (first.result(60), stays.result(60)) == (0, 20)
    assert asked(gathering, "c", 4).result(60) == 40
    assert gate.batches == [("a", [0]), ("a", [2]), ("c", [4])]


@pytest.mark.parametrize("problem", [BrokenProcessPool, TimeoutError])
def test_a_text_that_stops_the_process_fails_alone(problem: type[Exception]) -> None:
    batches: list[list[int]] = []

    def ask(_: str, batch: Sequence[int]) -> list[int]:
        batches.append(list(batch))
        if 2 in batch:
            raise problem
        return list(batch)

    gathering = Gathering(ask)
    waiting = [gathering.add("a", i) for i in (1, 2, 3)]
    gathering.work()
    assert (waiting[0].result(60), waiting[2].result(60)) == (1, 3)
    assert isinstance(waiting[1].exception(60), problem)
    assert batches == [[1, 2, 3], [1], [2], [3]]
    gathering.stop()


def test_an_error_of_our_own_reaches_who_asked_and_nobody_else() -> None:
    def ask(key: str, batch: Sequence[int]) -> list[int]:
        return [] if key == "few" else [1 // one for one in batch]

    gathering = Gathering(ask)
    assert isinstance(asked(gathering, "a", 0).exception(60), ZeroDivisionError)
    assert asked(gathering, "a", 1).result(60) == 1
    gathering.stop()


def test_who_has_the_answer_leaves_the_rest_to_another_thread(gate: Gate) -> None:
    """A person must not wait for those who came after."""
    gathering = Gathering(gate)
    first, second = gathering.add("a", 0), gathering.add("b", 1)
    worker = threading.Thread(target=gathering.work, args=([first],))
    threads: list[threading.Thread] = []

    def noting(key: str, batch: Sequence[int]) -> list[int]:
        threads.append(threading.current_thread())
        return gate(key, batch)

    gathering._ask = noting
    gate.open.set()
    worker.start()
    assert (first.result(60), second.result(60)) == (0, 10)
    assert [thread is worker for thread in threads] == [True, False]
    gathering.stop()


def test_after_the_end_nobody_is_asked(gate: Gate) -> None:
    gathering = Gathering(gate)
    first = asked(gathering, "a", 0)
    assert gate.begun.wait(60)
    waiting = gathering.add("a", 1)
    ending = threading.Thread(target=gathering.stop)
    ending.start()
    with pytest.raises(CancelledError):
        waiting.result(60)
    gate.open.set()
    ending.join(60)
    assert first.result(60) == 0
    assert gathering.add("a", 2).cancelled()
    assert gate.batches == [("a", [0])]


def plain(answers: Sequence[ModelAnswer]) -> list[dict[str, Any]]:
    return [asdict(answer) | {"milliseconds": 0} for answer in answers]


def test_a_model_says_the_same_of_texts_together_and_alone(
    trained_models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also which other words would fit; those are left out by models that happen to be slow."""
    monkeypatch.setattr("pingce.server.models.model_worker.QUICK_SECONDS", 1e9)
    models = [(one.name, one.task) for one in Models(trained_models).listed() if one.task in TEXTS]
    assert len(models) == 5
    for name, task in models:
        alone = [answer for texts in TEXTS[task] for answer in ask_model(trained_models, name, task, [texts])]
        assert plain(ask_model(trained_models, name, task, TEXTS[task])) == plain(alone)
        assert any(one.answer for one in alone)
        if task == TASK:
            assert sum(len(one.alternatives) for one in alone) > len(TEXTS[task])


def test_an_encoder_says_nearly_the_same(tmp_path: Path) -> None:
    """Sums of floating-point numbers depend on how many texts share a product; nothing else may."""
    wsd = EXAMPLES / "wsd"
    inventory = wsd / "inventory.json"
    sentences = [texts["sentence"] for texts in TEXTS["wsd/senses"]]
    encoder = tiny_encoder(tmp_path / "encoder", [*sentences, inventory.read_text(encoding="utf-8")])
    train = str(wsd / "train.data.txt")
    order = Order(
        find_task("wsd/senses"),
        "embed",
        train,
        tmp_path / "embed",
        dev=train,
        encoder=str(encoder),
        inventory=str(inventory),
    )
    train_model(order, NoProgress())
    texts = TEXTS["wsd/senses"]
    together = ask_model(tmp_path, "embed", "wsd/senses", texts)
    for one, answer in zip(texts, together, strict=True):
        [alone] = ask_model(tmp_path, "embed", "wsd/senses", [one])
        assert (alone.answer, alone.failed) == (answer.answer, answer.failed)
        scores = {gloss.gloss: gloss.score for gloss in answer.glosses}
        assert scores == pytest.approx({gloss.gloss: gloss.score for gloss in alone.glosses}, abs=1e-5)


@pytest.mark.parametrize("task", TEXTS)
def test_many_at_once_get_what_each_would_get_alone(
    clients: Clients, trained_models: Path, monkeypatch: pytest.MonkeyPatch, task: str
) -> None:
    clients.server.models = models = Models(trained_models, NearPool(1))
    monkeypatch.setattr("pingce.server.models.model_worker.QUICK_SECONDS", 1e9)
    alone = [ask(clients, task, texts) for texts in TEXTS[task]]
    sizes: list[int] = []
    every = threading.Event()

    def held(folder: Path, name: str, task_id: str, batch: Sequence[Mapping[str, str]]) -> list[ModelAnswer]:
        """The first job is not done before all the others wait."""
        sizes.append(len(batch))
        assert every.wait(60)
        return ask_model(folder, name, task_id, batch)

    monkeypatch.setattr(folders, "ask_model", held)
    with ThreadPoolExecutor(len(TEXTS[task])) as people:
        waiting = [people.submit(ask, clients, task, texts) for texts in TEXTS[task]]
        while not sizes or sizes[0] + sum(map(len, models._gathering._queues.values())) < len(alone) * len(alone[0]):
            threading.Event().wait(0.01)
        every.set()
        assert [one.result(60) for one in waiting] == alone
    assert len(sizes) < len(TEXTS[task]) * len(alone[0])
    assert models._places._value == folders.AT_ONCE


def ask(clients: Clients, task: str, texts: Mapping[str, str]) -> list[dict[str, Any]]:
    answer = clients.anonymous().post(f"/api/try/{task}", json={"texts": texts})
    assert answer.status_code == 200, answer.text
    return [said | {"milliseconds": 0} for said in answer.json()]


def test_a_text_that_kills_the_process_harms_nobody_who_was_asked_with_it(
    trained_models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = Models(trained_models, Pool(1))
    monkeypatch.setattr(folders, "ask_model", jobs.dying_of_stone)
    model, texts = ("senses-mfs", "wsd/senses"), TEXTS["wsd/senses"][:2]
    hostile = {"sentence": "石头很硬。", "word": "石头"}
    try:
        first, bad, last = (models._gathering.add(model, one) for one in (texts[0], hostile, texts[1]))
        models._gathering.work()
        assert isinstance(bad.exception(120), BrokenProcessPool)
        assert plain([first.result(120), last.result(120)]) == plain(ask_model(trained_models, *model, texts))
    finally:
        models.stop()


def test_who_goes_away_frees_the_place_and_leaves_the_others_their_answers(
    trained_models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    models, gate, texts = Models(trained_models, NearPool(1)), Gate(), TEXTS["wsd/senses"]

    def held(folder: Path, name: str, task_id: str, batch: Sequence[Mapping[str, str]]) -> list[ModelAnswer]:
        gate(name, range(len(batch)))
        return ask_model(folder, name, task_id, batch)

    async def run() -> object:
        answers = [asyncio.ensure_future(models.answer("wsd/senses", texts[0]))]
        await asyncio.to_thread(gate.begun.wait, 60)
        answers.append(asyncio.ensure_future(models.answer("wsd/senses", texts[1])))
        gone = asyncio.ensure_future(models.answer("wsd/senses", texts[2]))
        while sum(map(len, models._gathering._queues.values())) < 1 + 2 + 2:
            await asyncio.sleep(0.01)
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        gate.open.set()
        return [len(one) for one in await asyncio.gather(*answers)]

    monkeypatch.setattr(folders, "ask_model", held)
    assert asyncio.run(run()) == [2, 2]
    assert sum(len(batch) for _, batch in gate.batches) == 4, "nobody was asked about the third text"
    assert models._places._value == folders.AT_ONCE
    models.stop()


def test_who_waits_too_long_is_told_and_frees_the_place(trained_models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    models = Models(trained_models, NearPool(1))
    models._gathering._working = True  # somebody else, and for long
    monkeypatch.setattr(folders, "LONGEST_WAIT", 0.0)
    with pytest.raises(folders.StoppedError):
        asyncio.run(models.answer("wsd/senses", TEXTS["wsd/senses"][0]))
    assert models._places._value == folders.AT_ONCE
    assert {waiting.answer.cancelled() for queue in models._gathering._queues.values() for waiting in queue} == {True}
    models._gathering._working = False
    models.stop()


def test_a_time_limit_is_not_told_as_a_damaged_model(tmp_path: Path) -> None:
    class Slow:
        def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        StoredModel(tmp_path, Slow()).predict([], NoProgress())
