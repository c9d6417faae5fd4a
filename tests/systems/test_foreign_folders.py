"""A model folder may come from anybody: what it says about addresses, keys and other folders is not obeyed."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from pingce.spec.errors import UserError
from pingce.spec.values import Item
from pingce.systems.interface import NoProgress
from pingce.systems.model_folder import CARD, MEMBERS, read_card, systems_inside
from pingce.systems.train import Order, load_model, train_model
from pingce.tasks.catalog import find_task
from tests.cli.conftest import Run

from .llm.endpoint import Say, Script, Server, in_turn
from .mutants import rewrite
from .runs import EXAMPLES, run

JUDGE = "space2022/task1"
TUPLES, TUPLE_FILE = "space2022/task3", EXAMPLES / "space2022" / "task3_train.jsonl"
QUESTIONS = EXAMPLES / "space2022" / "task1_dev_input.jsonl"
SECRET = "PINGCE_TEST_SECRET"


@pytest.fixture
def servers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Server]]:
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setenv(SECRET, "the installation's own")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    found = [Server(Script(in_turn(Say('{"judge": 1}')))) for _ in range(2)]
    yield found
    for server in found:
        server.stop()


@pytest.fixture
def listener(servers: list[Server]) -> Server:
    """Where a hostile folder would like the questions and the secret to go."""
    return servers[0]


@pytest.fixture
def own(servers: list[Server]) -> Server:
    """The endpoint of the person who runs the model."""
    return servers[1]


def hostile(server: Server, cache: Path) -> dict[str, Any]:
    return {"base_url": server.url, "key_env": SECRET, "cache": str(cache), "retries": 0, "model": "m"}


def llm_folder(folder: Path, server: Server, task: str = JUDGE) -> Path:
    """An llm model whose card names an address, a variable and a cache, as cards did before."""
    train_model(Order(find_task(task), "llm", None, folder, changes=("model=m",)), NoProgress())
    rewrite(folder, lambda card: card["settings"].update(hostile(server, folder.parent / "their-cache")))
    return folder


def test_a_card_sends_nothing_anywhere(pingce: Run, listener: Server, tmp_path: Path) -> None:
    folder = llm_folder(tmp_path / "m", listener)
    ran = pingce("systems", "predict", folder, QUESTIONS, "--out", tmp_path / "out.jsonl")
    assert ran.code == 1
    (told,) = ran.err.splitlines()
    assert "--set base_url=…" in told
    assert f'(Its card says "{listener.url}", which is not used.)' in told
    ran = pingce("systems", "predict", folder, QUESTIONS, "--out", tmp_path / "out.jsonl", "--lang", "zh")
    assert "服务地址只由运行它的人给出" in ran.err
    assert (listener.script.bodies, (tmp_path / "their-cache").exists()) == ([], False)


def test_the_person_who_runs_it_gives_the_address_the_key_and_the_cache(
    pingce: Run, listener: Server, own: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = llm_folder(tmp_path / "m", listener)
    monkeypatch.setenv("OPENAI_API_KEY", "mine")
    given = ("--set", f"base_url={own.url}", "--set", f"cache={tmp_path / 'cache'}")
    ran = pingce("systems", "predict", folder, QUESTIONS, "--out", tmp_path / "out.jsonl", *given)
    assert pingce("systems", "evaluate", folder, QUESTIONS.with_name("task1_dev.jsonl"), *given).code == 0
    assert ran.code == 0, ran.err
    assert {headers["Authorization"] for headers in own.script.headers} == {"Bearer mine"}
    assert (listener.script.bodies, (tmp_path / "their-cache").exists()) == ([], False)
    assert (tmp_path / "cache").is_dir()


@pytest.mark.parametrize("by", ["environment", "file"])
def test_the_address_may_stand_in_the_environment_or_the_persons_settings(
    pingce: Run, listener: Server, own: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    folder, settings = llm_folder(tmp_path / "m", listener), [f"base_url={own.url}", f"cache={tmp_path / 'cache'}"]
    if by == "environment":
        monkeypatch.setenv("PINGCE_SYSTEMS_PREDICT_CHANGES", " ".join(settings))
    else:
        file = tmp_path / "mine.toml"
        file.write_text(tomli_w.dumps({"systems": {"predict": {"set": settings}}}), encoding="utf-8")
        monkeypatch.setenv("PINGCE_CONFIG", str(file))
    assert pingce("systems", "predict", folder, QUESTIONS, "--out", tmp_path / "out.jsonl").code == 0
    assert (len(own.script.bodies), listener.script.bodies) == (20, [])


def test_a_card_keeps_no_address(tmp_path: Path) -> None:
    order = Order(find_task(JUDGE), "llm", None, tmp_path / "m", changes=("model=m", "base_url=http://127.0.0.1:1/v1"))
    card, _ = train_model(order, NoProgress())
    assert card.settings.keys() == {
        "model", "k", "temperature", "max_tokens", "json_mode", "price_in", "price_out", "api", "thinking", "samples",
        "options", "top_logprobs", "per_character",
    }  # fmt: skip
    assert "127.0.0.1" not in (tmp_path / "m" / CARD).read_text(encoding="utf-8")
    train_model(order, NoProgress())  # the same order, whatever the address


def consensus(folder: Path, server: Server) -> Path:
    for name in "ab":
        run(TUPLES, "tuple-crf", folder.parent / name, train=TUPLE_FILE)
    models = f"models={folder.parent / 'a'} {folder.parent / 'b'} {folder.parent / 'a'}"
    run(TUPLES, "consensus", folder, models, train=TUPLE_FILE)
    llm_folder(folder.parent / "c", server, TUPLES).rename(folder / "other")
    (folder / "member-0").rename(folder.parent / "away")
    (folder / "other").rename(folder / "member-0")
    return folder


def ensemble(folder: Path, server: Server) -> Path:
    run(JUDGE, "ensemble", folder, "members=linear", "how=vote")
    llm_folder(folder.parent / "c", server).rename(folder / "llm-0")
    changes = ",".join(f'"{name}={value}"' for name, value in hostile(server, folder.parent / "their-cache").items())
    (folder / MEMBERS).write_text(f'[{{"system": "llm", "seed": 0, "changes": [{changes}]}}]', encoding="utf-8")
    return folder


def joint(folder: Path, server: Server) -> Path:
    run("space2021/task3", "joint", folder)
    (folder / "texts").rename(folder.parent / "away")
    llm_folder(folder.parent / "c", server, "space2021/task1").rename(folder / "texts")
    return folder


def scenes(folder: Path, server: Server) -> Path:
    train_model(Order(find_task("space2023/task3"), "scenes", None, folder), NoProgress())
    rewrite(folder, lambda card: card["settings"].update(tuples="tuples"))
    llm_folder(folder.parent / "c", server, TUPLES).rename(folder / "tuples")
    return folder


TEXTS = {"text": "书放在桌子上。", "reason": "桌子上", "text1": "书在桌子上。", "text2": "书在桌子下。"}


@pytest.mark.parametrize("make", [consensus, joint, scenes])
def test_nor_does_a_model_inside_another(
    make: Callable[[Path, Server], Path], listener: Server, own: Server, tmp_path: Path
) -> None:
    folder = make(tmp_path / "m", listener)
    rewrite(folder, lambda card: card["settings"].update(hostile(listener, tmp_path / "their-cache")))
    assert "llm" in systems_inside(folder)
    with pytest.raises(UserError) as refused:
        load_model(folder)
    assert refused.value.code == "llm-no-address"
    given = {"base_url": own.url, "cache": str(tmp_path / "cache")}
    model, _, task = load_model(folder, given=given)
    model.predict([Item("1", {text.name: TEXTS[text.name] for text in task.texts})], NoProgress())
    assert [headers.get("Authorization") for headers in own.script.headers][:1] == [None]
    assert (listener.script.bodies, (tmp_path / "their-cache").exists()) == ([], False)


def test_no_ensemble_asks_an_endpoint(listener: Server, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="llm cannot be a member"):
        run(JUDGE, "ensemble", tmp_path / "m", f"members=linear llm:model=m,base_url={listener.url}")
    folder = ensemble(tmp_path / "m", listener)
    rewrite(folder, lambda card: card)
    assert "llm" in systems_inside(folder)
    with pytest.raises(UserError, match="these cannot be its members"):
        load_model(folder)
    assert listener.script.bodies == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("model=other", "there is no model"),
        ("base_url", "found 'base_url'; expected NAME=VALUE"),
        ("workers=many", "Expected `int`"),
    ],
)
def test_what_belongs_to_the_model_cannot_be_given(
    pingce: Run, listener: Server, tmp_path: Path, change: str, told: str
) -> None:
    folder = llm_folder(tmp_path / "m", listener)
    ran = pingce("systems", "predict", folder, QUESTIONS, "--out", tmp_path / "out.jsonl", "--set", change)
    assert (ran.code, told in ran.err, "There are: base_url=, key_env=OPENAI_API_KEY" in ran.err) == (1, True, True)


def test_one_word_can_be_asked_of_an_endpoint_that_somebody_names(
    pingce: Run, own: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own.script, "reply", in_turn(Say('{"senses": [1]}')))
    order = Order(find_task("wsd/senses"), "llm", None, tmp_path / "m", changes=("model=m",))
    train_model(replace(order, inventory=str(EXAMPLES / "wsd" / "inventory.json")), NoProgress())
    asked = ("systems", "senses", "老人解开包袱。", "包袱", "--model", tmp_path / "m")
    assert "--set base_url=…" in pingce(*asked).err
    ran = pingce(*asked, "--set", f"base_url={own.url}", "--set", f"cache={tmp_path / 'cache'}")
    assert (ran.code, len(own.script.bodies)) == (0, 1)


def test_scenes_bring_their_tuple_system_along(tmp_path: Path) -> None:
    run(TUPLES, "tuple-crf", tmp_path / "a", train=TUPLE_FILE)
    task = find_task("space2023/task3")
    changes = (f"tuples={tmp_path / 'a'}",)
    train_model(Order(task, "scenes", None, tmp_path / "m", changes=changes), NoProgress())
    (tmp_path / "a").rename(tmp_path / "b")
    load_model(tmp_path / "m")
    assert systems_inside(tmp_path / "m") == {"scenes", "tuple-crf"}
    (tmp_path / "m" / "tuples").rename(tmp_path / "a")  # where the card says it was
    rewrite(tmp_path / "m", lambda card: card)
    with pytest.raises(UserError, match="is not in its folder") as refused:
        load_model(tmp_path / "m")
    assert refused.value.code == "model-outside"


def outside(path: Path) -> None:
    other = path.parent.parent / "elsewhere"
    path.rename(other)
    path.symlink_to(other)


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("change", [outside, pipe])
def test_everything_in_a_folder_is_a_file_of_its_own(tmp_path: Path, change: Callable[[Path], None]) -> None:
    run(JUDGE, "majority", tmp_path / "m")
    change(tmp_path / "m" / "label.json")
    with pytest.raises(UserError, match=r"label[.]json is no ordinary file of its own"):
        read_card(tmp_path / "m")


def test_a_folder_may_itself_be_a_link(tmp_path: Path) -> None:
    run(JUDGE, "majority", tmp_path / "m")
    (tmp_path / "link").symlink_to(tmp_path / "m")
    assert load_model(tmp_path / "link")[1].system == "majority"
