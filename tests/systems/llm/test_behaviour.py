"""What happens when an endpoint answers well, badly, late or not at all."""

import threading
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from typing import cast

import pytest

from pingce.spec.errors import UserError
from pingce.spec.values import Item, Reason
from pingce.systems.interface import NoProgress
from pingce.systems.llm.cache import open_cache
from pingce.systems.llm.endpoint import Endpoint, NoReplyError

from .conftest import MakeModel, Start
from .endpoint import Say, Talk, in_turn

ITEM = Item("q1", {"text": "小明站在桥上，看桥下的鱼。"})
FINE = Say('{"judge": 1}')
LATE = 1.0
WRONG = Say('{"judge": 7}')


@pytest.mark.parametrize(
    "content",
    [
        '{"judge": 1}',
        '```json\n{"judge": 1}\n```',
        '我认为：\n{"judge": 1}\n以上。',
        '<think>{"judge": 0} 也许</think>{"judge": 1}',
        '{"judge": "1"}',
        '{"judge": true}',
        '{"judge": "正常"}',
        '先想 {"judge": 0}，再想想：{"judge": 1}',
    ],
)
def test_judgement_is_understood(content: str, start: Start, make_model: MakeModel) -> None:
    server = start(in_turn(Say(content)))
    (prediction,) = make_model(server.url).predict([ITEM], NoProgress())
    assert prediction.answer == {"judge": "1"}
    assert prediction.failed is None
    assert prediction.detail == {
        "rounds": 1,
        "cached": 0,
        "tokens_in": 100,
        "tokens_out": 10,
        "cached_in": 0,
        "cached_out": 0,
        "problems": [],
    }


def test_answer_in_parts_is_joined(start: Start, make_model: MakeModel) -> None:
    server = start(in_turn(Say([{"type": "text", "text": '{"judge":'}, {"type": "text", "text": " 1}"}])))
    (prediction,) = make_model(server.url).predict([ITEM], NoProgress())
    assert prediction.answer == {"judge": "1"}


@pytest.mark.parametrize("bad", ["不知道", '{"judge": 1', '{"judge": 7}', '{"label": 1}', "", None])
def test_bad_answer_is_repaired_once(bad: str | None, start: Start, make_model: MakeModel) -> None:
    server = start(in_turn(Say(bad), FINE))
    (prediction,) = make_model(server.url).predict([ITEM], NoProgress())
    assert prediction.answer == {"judge": "1"}
    assert prediction.detail["rounds"] == 2
    said = server.script.bodies[1]["messages"][-2:]
    assert said[0] == {"role": "assistant", "content": bad or ""}
    assert said[1]["content"].startswith("上面的回答有以下问题：")


def test_repair_quotes_what_was_wrong(start: Start, make_model: MakeModel) -> None:
    server = start(in_turn(WRONG, FINE))
    make_model(server.url).predict([ITEM], NoProgress())
    assert "- judge：实际 7；应为 0/1" in server.script.bodies[1]["messages"][-1]["content"]


def test_answer_that_stays_bad_becomes_an_empty_one(start: Start, make_model: MakeModel) -> None:
    server = start(in_turn(WRONG))
    (prediction,) = make_model(server.url).predict([ITEM], NoProgress())
    assert prediction.answer == {"judge": "0"}
    assert prediction.failed is not None
    assert prediction.failed.en == "the answer cannot be used: judge：实际 7；应为 0/1"
    assert len(server.script.bodies) == 2


def test_cut_answer_is_asked_for_again_with_more_room(start: Start, make_model: MakeModel) -> None:
    server = start(in_turn(Say('{"judge": ', finish="length"), FINE))
    (prediction,) = make_model(server.url, max_tokens=50).predict([ITEM], NoProgress())
    assert prediction.answer == {"judge": "1"}
    assert [body["max_tokens"] for body in server.script.bodies] == [50, 100]
    assert "被截断" in server.script.bodies[1]["messages"][-1]["content"]


def test_cut_answer_that_says_all_is_taken(start: Start, make_model: MakeModel) -> None:
    server = start(in_turn(Say('{"judge": 1} 因为', finish="length")))
    (prediction,) = make_model(server.url).predict([ITEM], NoProgress())
    assert (prediction.answer, prediction.detail["rounds"]) == ({"judge": "1"}, 1)


@pytest.mark.parametrize(
    "trouble",
    [
        Say(status=500),
        Say(status=503),
        Say(status=429),
        Say(status=429, headers=(("Retry-After", "0.01"),)),
        Say(raw=b"<html>busy</html>"),
        Say(raw=b'{"error": {"message": "overloaded"}}'),
        Say(raw=b'{"choices": []}'),
        Say(hang_up=True),
    ],
)
def test_passing_trouble_is_waited_out(trouble: Say, start: Start, make_model: MakeModel) -> None:
    server = start(in_turn(trouble, trouble, FINE))
    (prediction,) = make_model(server.url).predict([ITEM], NoProgress())
    assert (prediction.answer, prediction.failed) == ({"judge": "1"}, None)
    assert len(server.script.bodies) == 3


def test_who_is_late_is_asked_again(start: Start, make_model: MakeModel) -> None:
    late = Say('{"judge": 0}', delay=LATE)
    server = start(in_turn(late, late, FINE))
    # More attempts than needed: on a busy machine what is meant to be in time may be late as well.
    (prediction,) = make_model(server.url, timeout=LATE / 5, retries=8).predict([ITEM], NoProgress())
    assert (prediction.answer, prediction.failed) == ({"judge": "1"}, None)
    assert len(server.script.bodies) >= 3


@pytest.mark.parametrize(
    ("trouble", "why"),
    [
        (Say(status=500), "HTTP 500: this is 500"),
        (Say(status=429), "HTTP 429: this is 429"),
        (Say(status=400), "HTTP 400: this is 400"),
        (Say(status=413, raw=b"too long"), "HTTP 413"),
        (Say(raw=b"[]"), 'no choices: "[]"'),
    ],
)
def test_lasting_trouble_of_one_question_is_listed(trouble: Say, why: str, start: Start, make_model: MakeModel) -> None:
    def reply(talk: Talk, asked: int) -> Say:
        return trouble if "鱼" in talk[-1]["content"] else FINE

    server = start(reply)
    other = Item("q2", {"text": "他走进屋里。"})
    predictions = make_model(server.url).predict([ITEM, other], NoProgress())
    assert [prediction.failed.en if prediction.failed else None for prediction in predictions] == [why, None]
    assert [prediction.answer for prediction in predictions] == [{"judge": "0"}, {"judge": "1"}]


def test_who_is_always_late_is_listed(start: Start, make_model: MakeModel) -> None:
    server = start(in_turn(Say(delay=LATE)))
    (prediction,) = make_model(server.url, timeout=0.2).predict([ITEM], NoProgress())
    assert prediction.failed is not None
    assert (prediction.failed.en, prediction.answer) == ("no answer within 0.2 s", {"judge": "0"})


def test_second_round_without_reply_keeps_what_the_first_gave(start: Start, make_model: MakeModel) -> None:
    text = "小明站在桥上，看桥下的鱼。"
    half = Say('{"results": [{"S1": "小明", "P1": "桥上"}, {"S1": "小红"}]}')
    server = start(in_turn(half, Say(status=500)))
    (prediction,) = make_model(server.url, "space2023/task1").predict([Item("q", {"text": text})], NoProgress())
    assert prediction.failed is None
    (reason,) = cast("tuple[Reason, ...]", prediction.answer["reasons"])
    assert [(span.role, span.text, span.idxes) for span in reason.spans] == [
        ("S1", "小明", (0, 1)),
        ("P1", "桥上", (4, 5)),
    ]


def test_retry_after_holds_everybody_back(start: Start, make_model: MakeModel) -> None:
    waits: list[float] = []

    class Clock:
        """Time passes only while somebody waits."""

        def __init__(self) -> None:
            self.at = 100.0

        def now(self) -> float:
            return self.at

    server = start(in_turn(Say(status=429, headers=(("Retry-After", "30"),)), FINE))
    model = make_model(server.url)
    clock = Clock()

    class Stopped(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            assert timeout is not None
            waits.append(timeout)
            clock.at += timeout
            return False

    endpoint = Endpoint(model.settings, open_cache(model.settings.cache), Stopped(), clock.now)
    reply, known = endpoint.ask([{"role": "user", "content": "?"}], max_tokens=5)
    assert (reply.content, known, waits) == ('{"judge": 1}', False, [30.0])


def test_nobody_waits_any_longer_when_the_run_was_given_up(start: Start, make_model: MakeModel, tmp_path: Path) -> None:
    def reply(talk: Talk, asked: int) -> Say:
        endpoint.stopped.set()  # as when another question ended the run meanwhile
        return Say(status=429, headers=(("Retry-After", "30"),))

    server = start(reply)
    model = make_model(server.url)
    endpoint = Endpoint(model.settings, open_cache(model.settings.cache))
    with pytest.raises(NoReplyError, match="stopped"):
        endpoint.ask([{"role": "user", "content": "?"}], max_tokens=5)
    assert len(server.script.bodies) == 1
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("when", ["900", format_datetime(datetime(2999, 1, 1, tzinfo=UTC), usegmt=True)])
def test_too_long_a_wait_ends_the_run(when: str, start: Start, make_model: MakeModel) -> None:
    server = start(in_turn(Say(status=429, headers=(("Retry-After", when),))))
    with pytest.raises(UserError) as caught:
        make_model(server.url).predict([ITEM], NoProgress())
    assert caught.value.code == "asked-to-wait"


@pytest.mark.parametrize(
    ("say", "code"),
    [
        (Say(status=401), "llm-refused"),
        (Say(status=403), "llm-refused"),
        (Say(status=404), "llm-wrong-address"),
        (Say(status=302, headers=(("Location", "http://127.0.0.1:9/v1"),)), "llm-wrong-address"),
    ],
)
def test_what_is_wrong_for_all_questions_ends_the_run_at_once(
    say: Say, code: str, start: Start, make_model: MakeModel
) -> None:
    server = start(in_turn(say))
    with pytest.raises(UserError) as caught:
        make_model(server.url).predict([ITEM, ITEM], NoProgress())
    assert caught.value.code == code
    assert len(server.script.bodies) == 1


def test_nobody_listening_ends_the_run(start: Start, make_model: MakeModel) -> None:
    server = start(in_turn(FINE))
    server.stop()
    with pytest.raises(UserError) as caught:
        make_model(server.url).predict([ITEM], NoProgress())
    assert caught.value.code == "llm-unreachable"
    server.server_close()


def test_gives_up_after_many_questions_in_a_row(start: Start, make_model: MakeModel) -> None:
    server = start(in_turn(Say(status=500)))
    items = [Item(f"q{i}", {"text": f"第{i}个人站在桥上。"}) for i in range(10)]
    with pytest.raises(UserError) as caught:
        make_model(server.url, give_up=3, retries=0).predict(items, NoProgress())
    assert caught.value.code == "llm-gave-up"
    assert len(server.script.bodies) == 3


def test_run_goes_on_where_it_was(start: Start, make_model: MakeModel) -> None:
    items = [Item(f"q{i}", {"text": f"第{i}个人站在桥上。"}) for i in range(6)]
    broken = start(in_turn(FINE, FINE, FINE, Say(status=401)))
    model = make_model(broken.url)
    with pytest.raises(UserError):
        model.predict(items, NoProgress())
    assert len(broken.script.bodies) == 4
    broken.script.reply = in_turn(FINE)
    predictions = model.predict(items, NoProgress())
    assert [prediction.detail["cached"] for prediction in predictions] == [1, 1, 1, 0, 0, 0]
    assert len(broken.script.bodies) == 7
    again = model.predict(items, NoProgress())
    assert len(broken.script.bodies) == 7
    assert [prediction.answer for prediction in again] == [prediction.answer for prediction in predictions]


def test_damaged_cache_entry_is_asked_again(start: Start, make_model: MakeModel, tmp_path: Path) -> None:
    server = start(in_turn(FINE))
    model = make_model(server.url)
    model.predict([ITEM], NoProgress())
    (entry,) = (tmp_path / "cache").rglob("*.json")
    entry.write_text("{", encoding="utf-8")
    (prediction,) = model.predict([ITEM], NoProgress())
    assert prediction.detail["cached"] == 0


def test_never_more_requests_than_workers_and_answers_in_order(start: Start, make_model: MakeModel) -> None:
    def reply(talk: Talk, asked: int) -> Say:
        even = int(talk[-1]["content"].split("第")[1].split("个")[0]) % 2
        return Say(f'{{"judge": {even}}}', delay=0.02 * even)

    server = start(reply)
    items = [Item(f"q{i}", {"text": f"第{i}个人站在桥上。"}) for i in range(12)]
    predictions = make_model(server.url, workers=3).predict(items, NoProgress())
    assert [prediction.answer["judge"] for prediction in predictions] == ["0", "1"] * 6
    assert server.script.most_at_once <= 3


def test_key_comes_from_the_environment(start: Start, make_model: MakeModel, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start(in_turn(FINE))
    make_model(server.url).predict([ITEM], NoProgress())
    monkeypatch.setenv("MY_KEY", "secret")
    make_model(server.url, key_env="MY_KEY", temperature=0.5, seed=3, json_mode=True).predict([ITEM], NoProgress())
    assert [headers.get("Authorization") for headers in server.script.headers] == [None, "Bearer secret"]
    asked = server.script.bodies[1]
    assert (asked["temperature"], asked["seed"], asked["response_format"]) == (0.5, 3, {"type": "json_object"})


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"base_url": "localhost:8000"}, "llm-wrong-address"),
        ({"base_url": ""}, "llm-no-address"),
        ({"model": ""}, "no-model"),
    ],
)
def test_settings_that_cannot_work_are_refused(change: dict[str, str], code: str) -> None:
    from pingce.systems.llm.settings import LlmSettings
    from pingce.systems.llm.system import LlmModel
    from pingce.tasks.catalog import find_task

    given = {"base_url": "http://127.0.0.1:1/v1", "model": "m"} | change
    with pytest.raises(UserError) as caught:
        LlmModel(find_task("space2022/task1"), LlmSettings(**given))  # type: ignore[arg-type]
    assert caught.value.code == code


def test_word_without_glosses_is_not_asked_about(start: Start, make_model: MakeModel) -> None:
    server = start(in_turn(Say('{"senses": [1]}')))
    model = make_model(server.url, "wsd/senses", inventory={"打开": ["揭开", "使开"]})
    items = [Item(str(i), {"sentence": f"他{word}窗户。", "word": word}) for i, word in enumerate(("关上", "打开"))]
    predictions = model.predict(items, NoProgress())
    assert [prediction.failed.en if prediction.failed else None for prediction in predictions] == [
        "the word is not in the inventory",
        None,
    ]
    assert len(server.script.bodies) == 1


class Impatient(NoProgress):
    """Presses Ctrl-C after the second answer."""

    seen = 0

    def advance(self, steps: int = 1, note: str = "") -> None:
        self.seen += steps
        if self.seen == 2:
            raise KeyboardInterrupt


def test_interrupted_run_keeps_its_answers(start: Start, make_model: MakeModel) -> None:
    server = start(in_turn(FINE))
    items = [Item(f"q{i}", {"text": f"第{i}个人站在桥上。"}) for i in range(5)]
    model = make_model(server.url)
    with pytest.raises(KeyboardInterrupt):
        model.predict(items, Impatient())
    predictions = model.predict(items, NoProgress())
    assert [prediction.detail["cached"] for prediction in predictions][:2] == [1, 1]
    # One more request may have been under way when the key was pressed.
    assert len(server.script.bodies) in (5, 6)
