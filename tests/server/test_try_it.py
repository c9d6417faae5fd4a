"""Trying trained systems: which there are, what they say, what cannot be asked."""

from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any

import orjson
import pytest

from pingce.server.http.hosts import Hosts
from pingce.server.models import model_worker
from pingce.server.models.folders import AT_ONCE, MODELS_VARIABLE, Models, ModelView, is_sure
from pingce.server.request_context import Server
from pingce.server.scoring_thread import Pool
from pingce.spec.words import Words
from pingce.systems.interface import SURE_FROM, NoProgress
from pingce.systems.model_folder import CARD
from pingce.systems.train import Order, load_model, train_model
from pingce.tasks.catalog import TASKS, find_task

from . import jobs
from .builders import Clients
from .shared_task import EXAMPLES, NearPool

TASK = "space2022/task1"
TEXT = "猫从桌子上跳下来，跑进屋里，钻到床下面。"
SENTENCE = "老人解开包袱，从里面取出一双新布鞋。"
WRAPPED = "用布裹成的一包衣物等"


@pytest.fixture(scope="module")
def folder(trained_models: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    models = Path(copytree(trained_models, tmp_path_factory.mktemp("trained") / "models"))
    (models / "broken").mkdir()
    (models / "broken" / CARD).write_text("not = [toml", encoding="utf-8")
    return models


@pytest.fixture
def models(clients: Clients, folder: Path) -> Models:
    clients.server.models = found = Models(folder, NearPool(1))
    return found


def ask(clients: Clients, task: str, **texts: str) -> list[dict[str, Any]]:
    answer = clients.anonymous().post(f"/api/try/{task}", json={"texts": texts})
    assert answer.status_code == 200, answer.text
    said: list[dict[str, Any]] = answer.json()
    return said


@pytest.mark.usefixtures("models")
def test_everybody_sees_which_models_there_are_and_how_good_they_were(clients: Clients) -> None:
    page = clients.anonymous().get("/api/try").json()
    assert [one["name"] for one in page["models"]] == [
        "fragments",
        "judge",
        "reasons",
        "scenes",
        "senses-mfs",
        "senses-overlap",
        "tuples",
    ]
    [judge] = [one for one in page["models"] if one["name"] == "judge"]
    assert (judge["system"], judge["task"], judge["number"]) == ("linear", TASK, "accuracy.accuracy")
    assert judge["number_title"] == {"zh": "准确率", "en": "accuracy"}
    assert 0 <= judge["dev"]["accuracy.accuracy"] <= 1
    assert (judge["train_items"], judge["dev_items"], judge["pretrained"]) == (40, 20, False)


def test_every_task_says_what_to_train_and_brings_examples(clients: Clients) -> None:
    page = clients.anonymous().get("/api/try").json()
    systems = {one["id"]: one["system"] for one in page["tasks"]}
    without = [task.id for task in TASKS.values() if task.options is not None] + ["space2025/jsi"]
    assert list(systems) == [name for name in TASKS if name not in without]
    assert (systems[TASK], systems["space2023/task2"], systems["wsd/senses"]) == ("linear", "tuple-crf", "mfs")
    for one in page["tasks"]:
        names = [text["name"] for text in one["form"]["texts"]]
        assert len(one["examples"]) >= 2
        assert all(list(example) == names for example in one["examples"])
        assert len({example[names[0]] for example in one["examples"]}) == len(one["examples"])


@pytest.mark.usefixtures("models")
def test_a_judgement_names_suspicious_words_with_their_places(clients: Clients) -> None:
    [said] = ask(clients, TASK, text=TEXT)
    assert said["answer"] in ({"judge": 0}, {"judge": 1})
    assert 0 < said["yes"] < 1
    assert len(said["suspicious"]) == 3
    for one in said["suspicious"]:
        assert TEXT[one["start"] :].startswith(one["word"])
        assert 0 < one["share"] < 1
    [said] = ask(clients, "space2022/task2", text=TEXT)
    assert said["answer"]["reasons"]
    assert all(TEXT[one["start"] :].startswith(one["word"]) for one in said["suspicious"])


@pytest.mark.usefixtures("models")
def test_senses_come_with_a_score_for_every_gloss(clients: Clients) -> None:
    mfs, overlap = ask(clients, "wsd/senses", sentence=SENTENCE, word="包袱")
    assert mfs["model"]["title"]["zh"] == "最常用义项"
    assert [one["gloss"] for one in mfs["glosses"] if one["chosen"]] == [mfs["glosses"][0]["gloss"]]
    assert sum(one["score"] for one in mfs["glosses"]) == pytest.approx(1, abs=1e-5)
    assert {one["gloss"] for one in mfs["glosses"]} == {one["gloss"] for one in overlap["glosses"]}
    scores = [one["score"] for one in overlap["glosses"]]
    assert scores == sorted(scores, reverse=True)
    for said in ask(clients, "wsd/senses", sentence="石头很硬。", word="石头"):
        assert (said["glosses"], said["failed"]["zh"].count("石头")) == ([], 1)


@pytest.mark.usefixtures("models")
@pytest.mark.parametrize("text", ["。", "a", "🙂", "\n", "𠮷\r\n在𠮷里。", "字" * 2000, "他" * 50 + "。" * 50])
def test_whatever_is_pasted_is_answered(clients: Clients, text: str) -> None:
    for task in ("space2022/task1", "space2022/task2", "space2023/task1", "space2023/task2"):
        answer = clients.anonymous().post(f"/api/try/{task}", json={"texts": {"text": text}})
        assert answer.status_code == (200 if text.strip() else 422), (task, answer.text)


@pytest.mark.usefixtures("models")
def test_two_texts_are_judged_as_a_scene(clients: Clients) -> None:
    [said] = ask(clients, "space2023/task3", text1="书在桌子上。", text2="书在桌子下。")
    [verdict] = said["answer"]["results"]
    assert verdict["judge"] == "false"
    assert "上" in verdict["reason"]


@pytest.mark.usefixtures("models")
@pytest.mark.parametrize(
    ("task", "texts", "status", "code"),
    [
        ("space2022/task9", {"text": "x"}, 404, "no-model"),
        ("space2022/task3", {"text": "x"}, 404, "no-model"),
        (TASK, {"text": " "}, 422, "bad-texts"),
        (TASK, {"other": "x"}, 422, "bad-texts"),
        (TASK, {"text": "字" * 2001}, 422, "bad-texts"),
        (TASK, {"text": "字" * 4001}, 422, "bad-request"),
        ("wsd/senses", {"sentence": SENTENCE, "word": "石头"}, 422, "target-not-in-sentence"),
    ],
)
def test_what_cannot_be_asked(clients: Clients, task: str, texts: dict[str, str], status: int, code: str) -> None:
    answer = clients.anonymous().post(f"/api/try/{task}", json={"texts": texts})
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_strangers_do_not_queue_up(clients: Clients, models: Models) -> None:
    for _ in range(AT_ONCE):
        models._places.acquire()
    answer = clients.anonymous().post(f"/api/try/{TASK}", json={"texts": {"text": "好。"}})
    assert (answer.status_code, answer.json()["code"]) == (429, "busy")


def test_a_process_that_dies_is_an_answer_and_leaves_the_place_free(
    clients: Clients, models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object) -> None:
        raise BrokenProcessPool

    for _ in range(AT_ONCE + 1):
        monkeypatch.setattr("pingce.server.models.folders.ask_model", die)
        answer = clients.anonymous().post(f"/api/try/{TASK}", json={"texts": {"text": "好。"}})
        assert (answer.status_code, answer.json()["code"]) == (503, "model-stopped")
    monkeypatch.undo()
    assert ask(clients, TASK, text="好。")


def test_a_model_that_brings_the_process_down_is_told_and_the_others_answer(
    clients: Clients, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("senses-mfs", "senses-overlap"):
        copytree(folder / name, tmp_path / name)
    clients.server.models = Models(tmp_path, Pool(1))
    monkeypatch.setattr("pingce.server.models.folders.ask_model", jobs.dying)
    try:
        for _ in range(2):
            died, whole = ask(clients, "wsd/senses", sentence=SENTENCE, word="包袱")
            assert (died["failed"]["zh"], whole["failed"]) == ("系统没有答完就停了", None)
            assert whole["glosses"][0]["gloss"] == WRAPPED
    finally:
        clients.server.models.stop()


def test_a_process_that_hears_no_alarm_is_ended_and_another_takes_its_place() -> None:
    pool = Pool(1, seconds=1, grace=1)
    try:
        with pytest.raises(BrokenProcessPool):
            pool.submit(jobs.deaf).result(60)
        assert pool.submit(len, "ab").result(60) == 2
    finally:
        pool.stop()


def test_models_are_loaded_once_and_not_too_many_stay(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loads: list[str] = []

    def counting(path: Path, **options: Any) -> object:
        loads.append(path.name)
        return load_model(path, **options)

    monkeypatch.setattr(model_worker, "_loaded", type(model_worker._loaded)())
    monkeypatch.setattr(model_worker, "load_model", counting)
    for name in "abc":
        copytree(folder / "senses-mfs", tmp_path / name)

    def asked(*names: str) -> list[str]:
        loads.clear()
        texts = {"sentence": SENTENCE, "word": "包袱"}
        answers = [one for name in names for one in model_worker.ask_model(tmp_path, name, "wsd/senses", [texts])]
        assert [one.answer for one in answers] == [answers[0].answer] * len(names)
        return list(loads)

    assert asked("a", "a", "b") == ["a", "b"]
    assert asked("a", "b") == []
    monkeypatch.setattr(model_worker, "MOST_LOADED", 2)
    assert asked("c", "b", "a") == ["c", "a"]
    monkeypatch.setattr(model_worker, "MOST_BYTES", 1)
    assert asked("c", "c", "b", "c") == ["c", "b", "c"]
    assert len(model_worker._loaded) == 1


def test_small_models_are_there_before_somebody_asks(models: Models, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_worker, "_loaded", type(model_worker._loaded)())
    jobs: list[Future[None]] = []
    submit = models.pool.submit
    monkeypatch.setattr(models.pool, "submit", lambda *job: jobs.append(submit(*job)))
    models.warm()
    [done] = jobs
    done.result(60)
    names = [one.name for one in models.listed()]
    assert [path.name for path in model_worker._loaded] == names[: model_worker.MOST_LOADED]
    models.warm()
    assert len(jobs) == 1, "they are there"
    asked: list[object] = []
    monkeypatch.setattr(models.pool, "submit", lambda *job: asked.append(job))
    monkeypatch.setattr("pingce.server.models.folders.WARM_SECONDS", 60.0)
    models.warm_soon()
    models.stop()
    Models(None, NearPool(1)).warm()
    assert asked == [], "stopped before it began; and nothing to ask"


def test_models_that_come_later_are_there_before_somebody_asks(
    clients: Clients, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients.server.models = Models(tmp_path, NearPool(1))
    jobs: list[tuple[object, ...]] = []
    monkeypatch.setattr(clients.server.models.pool, "submit", lambda *job: jobs.append(job))
    clients.server.models.warm()
    copytree(folder / "senses-mfs", tmp_path / "senses-mfs")
    for _ in range(2):
        assert clients.anonymous().get("/api/try").status_code == 200
    assert jobs == [(model_worker.warm_up, tmp_path, [("senses-mfs", "wsd/senses")])]


def test_a_model_that_is_damaged_says_so_and_the_others_answer(clients: Clients, folder: Path, tmp_path: Path) -> None:
    for name in ("senses-mfs", "senses-overlap"):
        copytree(folder / name, tmp_path / name)
    (tmp_path / "senses-mfs" / "counts.json").write_text("{}", encoding="utf-8")
    clients.server.models = Models(tmp_path, NearPool(1))
    damaged, whole = ask(clients, "wsd/senses", sentence=SENTENCE, word="包袱")
    assert "damaged-model" in damaged["failed"]["en"]
    assert str(tmp_path) not in damaged["failed"]["en"]
    assert (whole["failed"], whole["glosses"][0]["gloss"]) == (None, WRAPPED)


def test_no_model_is_offered_that_asks_an_endpoint_itself_or_by_a_member(
    clients: Clients, folder: Path, tmp_path: Path
) -> None:
    task = find_task("space2023/task2")
    train_model(Order(task, "llm", None, tmp_path / "alone", changes=("model=m",)), NoProgress())
    for name in ("together", "unclear"):
        copytree(folder / "tuples", tmp_path / name)
    copytree(tmp_path / "alone", tmp_path / "together" / "member-0")
    (tmp_path / "unclear" / "member-0").mkdir()
    (tmp_path / "unclear" / "member-0" / CARD).write_text("not = [toml", encoding="utf-8")
    clients.server.models = Models(tmp_path, NearPool(1))
    assert clients.anonymous().get("/api/try").json()["models"] == []
    texts = {"texts": {"text": TEXT}}
    assert clients.anonymous().post(f"/api/try/{task.id}", json=texts).json()["code"] == "no-model"
    (said,) = model_worker.ask_model(tmp_path, "alone", task.id, [{"text": TEXT}])
    assert said.failed is not None
    assert "llm-no-address" in said.failed.en


def test_a_server_without_models_has_nothing_to_try(clients: Clients) -> None:
    clients.server.models = Models(None)
    assert clients.anonymous().get("/api/try").json()["models"] == []
    refused = clients.anonymous().post(f"/api/try/{TASK}", json={"texts": {"text": "好。"}})
    assert (refused.status_code, refused.json()["code"]) == (404, "no-model")


def test_models_are_looked_for_in_the_project_unless_another_folder_is_named(
    template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for given, expected in (("", tmp_path / "models"), ("/elsewhere", Path("/elsewhere"))):
        monkeypatch.setenv(MODELS_VARIABLE, given)
        server = Server.open(str(template), tmp_path, hosts=Hosts())
        server.engine.dispose()
        assert server.models.folder == expected


def test_a_task_is_described_as_a_form(clients: Clients) -> None:
    task = clients.anonymous().get("/api/tasks/space2023/task1").json()
    assert (task["title"]["zh"], task["number"]) == ("空间语义异常识别", "strict.macro_f1")
    [field, comment] = task["form"]["fields"]
    assert (field["widget"], field["key"], comment["optional"]) == ("role-spans", "results", True)
    assert clients.anonymous().get("/api/tasks/space2023/task9").status_code == 404


def test_a_text_is_read_without_any_model(clients: Clients) -> None:
    reading = clients.anonymous().post("/api/try/reading", json={"text": TEXT}).json()
    assert [(word["text"], word["kind"]) for word in reading["words"]][1] == ("上", "f")
    assert all(TEXT[word["start"] : word["end"]] == word["text"] for word in reading["words"])
    site = next(site for site in reading["sites"] if site["old"] == "上")
    assert "下" in site["alternatives"]
    assert "上" not in site["alternatives"]


@pytest.mark.parametrize(
    ("yes", "worth", "pretrained", "sure"),
    [
        (None, True, False, None),
        (0.9, True, False, True),
        (0.1, True, False, True),
        (0.79, True, False, False),
        (0.99, False, False, False),
        (0.99, True, True, True),
    ],
)
def test_a_judgement_is_told_only_from_enough_items_and_a_stated_confidence(
    yes: float | None, worth: bool, pretrained: bool, sure: bool | None
) -> None:
    words = () if pretrained else (model_worker.SuspectView(0, "上", 0.5),)
    reply = replace(model_worker.no_answer("m", Words("", "")), yes=yes, suspicious=words)
    view = ModelView("m", "s", TASK, Words("", ""), {}, "", Words("", ""), None, None, pretrained, worth, {})
    assert is_sure(reply, view) is sure
    if sure and not pretrained:
        assert is_sure(replace(reply, suspicious=()), view) is False, "no word that it knows"


def test_the_judge_of_the_demo_is_worth_asking(clients: Clients, own_sentences: Path) -> None:
    """On sentences written afterwards; and what would fit in the place of a wrong word comes first."""
    clients.server.models = Models(own_sentences, NearPool(1))
    [model] = clients.anonymous().get("/api/try").json()["models"]
    assert (model["worth"], model["train_items"] >= 1000, model["sure"]["from"]) == (True, True, SURE_FROM)
    assert model["dev"]["accuracy.accuracy"] > 0.75
    assert model["sure"]["accuracy"] > 0.85
    right, told = [], []
    for line in (EXAMPLES / "rated/fresh.jsonl").read_bytes().splitlines():
        record = orjson.loads(line)
        [said] = ask(clients, TASK, text=record["context"])
        right.append(said["answer"]["judge"] == record["judge"])
        told += right[-1:] if said["sure"] else []
    assert sum(right) / len(right) > 0.8
    assert sum(told) / len(told) > 0.9
    assert len(told) / len(right) > 0.5
    [said] = ask(clients, TASK, text="她把钱包放进抽屉外。")
    place = next(place for place in said["alternatives"] if place["word"] == "外")
    assert place["words"][0]["word"] in ("里", "中", "内")
    assert {word["word"]: word["yes"] for word in place["words"]}["外"] == said["yes"] < 0.2
    assert [said["sure"] for said in ask(clients, TASK, text="我昨天去了北京。")] == [False]
