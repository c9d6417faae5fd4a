"""Options chosen by log-probabilities: first tokens, whole texts where a prompt is echoed, and what goes wrong."""

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pingce.spec.errors import UserError
from pingce.spec.shapes import Choice
from pingce.spec.values import Item
from pingce.spec.words import same
from pingce.systems.interface import Example, NoProgress
from pingce.systems.llm.cache import Reply
from pingce.systems.llm.logprobs import BYTES, OtherTokensError, tail_start
from pingce.systems.llm.options import list_candidates, option_messages
from pingce.tasks.catalog import TASKS
from tests.cli.conftest import Run, pingce

from .conftest import MakeModel, Start
from .endpoint import Say, Server, Talk, in_turn
from .test_command import EXAMPLES, JUDGE, QUICK, count

__all__ = ["pingce"]

SPACE2024 = EXAMPLES / "space2024"
ITEM = Item("1-dev-s-1", {"text": "甲在乙左边。", "question": "()在左边。"}, {}, {"A": "甲", "B": "乙乙乙乙"})
TWO = Item("4-dev-m-2", ITEM.texts, {}, ITEM.options)


def chat_tokens(**probabilities: float) -> dict[str, Any]:
    """The first token of a chat as OpenAI, vLLM and llama.cpp record it; ``_1`` stands for a token with a space."""
    top = [
        {"token": token.replace("_", " "), "logprob": math.log(p), "bytes": list(token.replace("_", " ").encode())}
        for token, p in probabilities.items()
    ]
    return {"content": [{**top[0], "top_logprobs": top}], "refusal": None}


def command(task: str, questions: Path, url: str, folder: Path, *more: str) -> list[str]:
    common = ["systems", "llm", task, str(questions), "--out", str(folder / "out.jsonl"), "--base-url", url]
    quick = [*QUICK, "--set", "workers=1", "--set", "options=logprobs"]
    return [*common, "--model", "m", "--cache", str(folder / "cache"), *quick, *more]


def rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_the_most_probable_label_is_the_answer_and_its_probability_is_kept(
    pingce: Run, start: Start, tmp_path: Path
) -> None:
    recorded = chat_tokens(**{"0": 0.4, "1": 0.35, "_1": 0.2, "好": 0.05})
    server = start(in_turn(Say("0", logprobs=recorded, finish="length")))
    files = ["--scores", str(tmp_path / "scores"), "--set", f"log={tmp_path / 'log'}", "--set", "price_in=10"]
    examples = ["--examples", str(EXAMPLES / "space2022" / "task1_train.jsonl"), "--k", "1"]
    arguments = command("space2022/task1", JUDGE, server.url, tmp_path, *files, *examples, "--json")
    ran = pingce(*arguments)
    assert ran.code == 0, ran.err
    n = count(JUDGE)
    assert [row["judge"] for row in rows(tmp_path / "out.jsonl")] == [1] * n, "1 with and without a space is one label"
    told = json.loads(ran.out)
    assert (told["failed"], told["rounds"], told["cost"]) == (0, n, pytest.approx(n * 100 * 10 / 1e6))
    assert told["signature"] == f"model:m|api:chat|k:1|options:logprobs|scored:first-token={n}"
    body = server.script.bodies[0]
    assert (body["max_tokens"], body["logprobs"], body["top_logprobs"]) == (1, True, 20)
    assert "1：正常" in body["messages"][0]["content"]
    assert body["messages"][2]["content"] in ("0", "1"), "an example is answered as the question is to be"
    scores = rows(tmp_path / "scores")
    assert (scores[0]["scored"], scores[0]["score"]) == ("first-token", pytest.approx(0.55 / 0.95, abs=1e-6))
    assert scores[0]["probabilities"]["0"] == pytest.approx(0.4 / 0.95, abs=1e-6)
    assert scores[0]["logprobs"]["1"] == pytest.approx(math.log(0.55))
    assert rows(tmp_path / "log")[0]["reply"]["logprobs"][0] == ["0", pytest.approx(math.log(0.4))]
    first = (tmp_path / "out.jsonl").read_bytes()
    again = json.loads(pingce(*arguments).out)
    assert (again["cached"], again["cost"], len(server.script.bodies)) == (n, 0, n)
    assert (tmp_path / "out.jsonl").read_bytes() == first
    assert rows(tmp_path / "scores")[0]["probabilities"] == scores[0]["probabilities"]


def test_letters_of_items_with_one_right_option_and_replies_to_the_others(
    pingce: Run, start: Start, tmp_path: Path
) -> None:
    def reply(talk: Talk, asked: int) -> Say:
        if "logprobs" in server.script.bodies[asked]:
            return Say("B", logprobs=chat_tokens(B=0.6, A=0.3))
        return Say('{"answer": ["A", "C"]}')

    server = start(reply)
    questions = SPACE2024 / "dev_input.jsonl"
    more = ["--examples", str(SPACE2024 / "train.jsonl"), "--k", "3", "--scores", str(tmp_path / "scores")]
    ran = pingce(*command("space2024/choice", questions, server.url, tmp_path, *more))
    assert ran.code == 0, ran.err
    answers = {row["qid"]: row["answer"] for row in rows(tmp_path / "out.jsonl")}
    several = [item for item in answers if "-m-" in item]
    assert several
    assert all(answers[item] == (["A", "C"] if item in several else ["B"]) for item in answers)
    assert f"scored:first-token={len(answers) - len(several)},reply={len(several)}" in ran.out
    bare = [turn["content"] for body in server.script.bodies if "logprobs" in body for turn in body["messages"]]
    shown_answers = {content for content in bare if len(content) <= 2}
    assert shown_answers
    assert shown_answers <= set("ABCD"), "an example is answered as the question is to be"
    assert rows(tmp_path / "scores")[0]["probabilities"] == {"A": pytest.approx(1 / 3), "B": pytest.approx(2 / 3)}
    assert rows(tmp_path / "scores")[0]["logprobs"]["D"] is None, "not among the likeliest tokens"


def echoed(body: dict[str, Any], logprobs: dict[str, float], *, mark: bool = True, spelled: bool = False) -> Say:
    """A prompt repeated as tokens of a character each, after a mark of the beginning, and one token of an answer.

    ``mark=False``: it is counted but not told; ``spelled``: tokens as a vocabulary over bytes spells them.
    """
    prompt = body["prompt"]
    text = next(text for text in sorted(logprobs, key=len, reverse=True) if prompt.endswith(f"答：{text}"))
    tokens = ["<s>", *prompt, "。"]
    before = len(tokens) - 1 - len(text)
    numbers = [None, *[-7.0] * (before - 1), *[logprobs[text] / len(text)] * len(text), -0.1]
    tokens_in = len(tokens) - 1
    if spelled:
        spelling = {byte: character for character, byte in BYTES.items()}
        tokens = ["".join(spelling[byte] for byte in token.encode()) for token in tokens]
    if not mark:
        tokens, numbers = tokens[1:], numbers[1:]
    recorded = {"tokens": tokens, "token_logprobs": numbers, "top_logprobs": None, "text_offset": [0] * len(tokens)}
    return Say(prompt + "。", logprobs=recorded, tokens=(tokens_in, 1))


@pytest.mark.parametrize(("per_character", "answer"), [("false", "A"), ("true", "B")])
def test_whole_texts_are_compared_where_the_endpoint_echoes(
    per_character: str, answer: str, start: Start, make_model: MakeModel
) -> None:
    server = start(lambda talk, asked: echoed(server.script.bodies[asked], {"甲": -2.0, "乙乙乙乙": -4.0}))
    model = make_model(
        server.url, "space2024/choice", api="completions", options="logprobs", per_character=per_character
    )
    [prediction] = model.predict([ITEM], NoProgress())
    assert prediction.answer == {"answer": frozenset(answer)}
    assert prediction.detail["logprobs"] == {"A": pytest.approx(-2), "B": pytest.approx(-4)}
    assert prediction.detail["scored"] == ("text-per-character" if per_character == "true" else "text")
    assert (prediction.detail["rounds"], len(server.script.bodies)) == (2, 2), "a request for every option, no other"
    assert {(body["echo"], body["max_tokens"]) for body in server.script.bodies} == {(True, 1)}
    [again] = model.predict([ITEM], NoProgress())
    assert (again.answer, again.detail["cached"], len(server.script.bodies)) == (prediction.answer, 2, 2)


@pytest.mark.parametrize("notation", [{"mark": False}, {"spelled": True}])
def test_other_notations_of_echoed_tokens_are_understood(
    notation: dict[str, bool], start: Start, make_model: MakeModel
) -> None:
    probabilities = {"甲": -2.0, "哈。。": -4.0}  # as the token that is generated
    server = start(lambda talk, asked: echoed(server.script.bodies[asked], probabilities, **notation))
    model = make_model(server.url, "space2024/choice", api="completions", options="logprobs")
    [prediction] = model.predict([replace(ITEM, options={"A": "甲", "B": "哈。。"})], NoProgress())
    assert prediction.detail["logprobs"] == {"A": pytest.approx(-2), "B": pytest.approx(-4)}


GENERATED_ONLY = {"tokens": ["0"], "token_logprobs": [-0.2], "top_logprobs": [{"0": -0.2}]}


@pytest.mark.parametrize(
    "refusal",
    [
        Say(status=400, told="echo is not supported"),
        Say(status=500, told="Only no echo is supported"),
        Say("A"),
        Say("{prompt}0", logprobs=GENERATED_ONLY, tokens=(100, 1)),
    ],
)
def test_first_tokens_are_compared_and_that_is_told_where_nothing_is_echoed(
    refusal: Say, pingce: Run, start: Start, tmp_path: Path
) -> None:
    first = Say("0", logprobs={"tokens": ["0"], "token_logprobs": [-0.2], "top_logprobs": [{"0": -0.2, "1": -1.8}]})

    def reply(talk: Talk, asked: int) -> Say:
        body = server.script.bodies[asked]
        content = refusal.content
        repeated = content.format(prompt=body["prompt"]) if isinstance(content, str) else None
        return refusal._replace(content=repeated) if "echo" in body else first

    server = start(reply)
    ran = pingce(*command("space2022/task1", JUDGE, server.url, tmp_path, "--set", "api=completions"))
    assert ran.code == 0, ran.err
    assert "first tokens were compared, not whole options" in ran.err
    assert f"scored:first-token={count(JUDGE)}" in ran.out
    assert {row["judge"] for row in rows(tmp_path / "out.jsonl")} == {0}
    assert sum("echo" in body for body in server.script.bodies) == 1
    assert server.script.bodies[-1]["logprobs"] == 20
    more = ("--set", "api=completions", "--set", "per_character=true")
    wished = pingce(*command("space2022/task1", JUDGE, server.url, tmp_path, *more))
    assert (wished.code, "gives no log-probabilities" in wished.err) == (1, True)


@pytest.mark.parametrize(
    ("say", "found"),
    [
        (Say("1"), '"content": "1"'),
        (Say("1", logprobs={"content": None}), '{"logprobs": {"content": null}'),
        (Say("1", logprobs={"content": [{"token": "1", "logprob": 0, "top_logprobs": []}]}), '"top_logprobs": []'),
        (Say("1", logprobs={"content": [{"top_logprobs": [{"token": "1", "logprob": "much"}]}]}), '"logprob": "much"'),
        (Say(status=400, told="Unknown parameter: top_logprobs."), "HTTP 400: Unknown parameter: top_logprobs."),
    ],
)
def test_an_endpoint_without_log_probabilities_ends_the_run_with_what_came_back(
    say: Say, found: str, pingce: Run, start: Start, tmp_path: Path
) -> None:
    server = start(in_turn(say))
    ran = pingce(*command("space2022/task1", JUDGE, server.url, tmp_path))
    assert (ran.code, ran.out) == (1, "")
    assert "options=logprobs: the endpoint gives no log-probabilities; what came back: " in ran.err
    assert found in ran.err
    assert "--set options=reply" in ran.err
    assert not (tmp_path / "out.jsonl").exists()
    assert not list((tmp_path / "cache").rglob("*.json")), "what is no answer is not kept"


def test_an_item_none_of_whose_options_comes_first_fails_and_says_what_did(start: Start, make_model: MakeModel) -> None:
    server = start(in_turn(Say("<think>", logprobs=chat_tokens(**{"<think>": 0.9, "我": 0.1})), Say(status=413)))
    predictions = make_model(server.url, "space2024/choice", options="logprobs").predict(
        [ITEM, replace(ITEM, id="1-dev-s-3", texts={**ITEM.texts, "question": "()在右边。"})], NoProgress()
    )
    assert [prediction.failed.en if prediction.failed else None for prediction in predictions] == [
        'none of A/B is among the likeliest first tokens: "<think>", "我"',
        "HTTP 413: this is 413",
    ]
    assert predictions[0].detail["scored"] == "first-token"


def test_everything_that_does_not_go_together_is_told_at_once(pingce: Run, start: Start, tmp_path: Path) -> None:
    server = start(in_turn(Say("1")))
    settings = ("samples=3", "temperature=1", "thinking=512", "json_mode=true", "top_logprobs=0", "per_character=true")
    more = [each for setting in settings for each in ("--set", setting)]
    ran = pingce(
        *command("space2023/task1", EXAMPLES / "space2023" / "task1_dev_input.jsonl", server.url, tmp_path, *more),
        *("--batch-write", tmp_path / "batch"),
    )
    assert ran.code == 1
    names = ("the answer of space2023/task1", "samples=3", "thinking=512", "json_mode=True", "top_logprobs=0")
    assert all(name in ran.err for name in (*names, "per_character=True", "batch_write="))
    assert server.script.bodies == []
    assert not (tmp_path / "batch").exists()


def test_a_length_for_replies_means_nothing_and_no_thinking_is_fine(start: Start, make_model: MakeModel) -> None:
    server: Server = start(in_turn(Say("A", logprobs=chat_tokens(A=0.9))))
    with pytest.raises(UserError) as told:
        make_model(server.url, "space2024/choice", per_character="true")
    assert told.value.code == "bad-options"
    make_model(server.url, "space2024/choice", options="logprobs", thinking="off").predict([ITEM], NoProgress())
    assert server.script.bodies[0]["chat_template_kwargs"] == {"enable_thinking": False}


def test_an_option_without_text_cannot_be_weighed_by_it(start: Start, make_model: MakeModel) -> None:
    server = start(lambda talk, asked: echoed(server.script.bodies[asked], {"甲": -2.0}))
    item = replace(ITEM, options={"A": "甲", "B": ""})
    model = make_model(server.url, "space2024/choice", api="completions", options="logprobs")
    [prediction] = model.predict([item], NoProgress())
    assert prediction.failed is not None
    assert prediction.failed.en == "option B has no text"


def test_examples_with_several_right_letters_are_not_shown() -> None:
    examples = [Example(TWO, {"answer": frozenset("AB")}), Example(ITEM, {"answer": frozenset("B")})]
    for by_text, said in ((False, "B"), (True, "乙乙乙乙")):
        talk = option_messages(TASKS["space2024/choice"], ITEM, examples, by_text=by_text)
        assert [turn["content"] for turn in talk if turn["role"] == "assistant"] == [said]


def test_labels_that_begin_alike_or_are_not_ascii_are_named_by_letters() -> None:
    task = TASKS["space2022/task1"]
    [asked] = task.answer
    assert [each.name for each in list_candidates(task, ITEM)] == ["0", "1"]
    for labels in (("正常", "异常"), ("same", "strange")):
        other = replace(task, answer=(replace(asked, shape=Choice(labels, {labels[0]: same("好")})),))
        assert [(each.key, each.name) for each in list_candidates(other, ITEM)] == [*zip(labels, "AB", strict=True)]
        assert f"- A：好\n- B：{labels[1]}" in option_messages(other, ITEM, (), by_text=False)[0]["content"]


@pytest.mark.parametrize(
    ("tokens", "text", "start"),
    [
        (["<s>", "答", "：", "老", "井"], "老井", 3),
        (["答：老", "井"], "老井", 0),
        (["答", "：", "�", "�", "�", "井"], "𠮷井", 2),
        (["答", "：", "", "", "𠮷", "井"], "𠮷井", 2),
        (["答", "：", "村", "�", "�", "井"], "村𠮷井", 2),
        (["答", "：", "bytes:\\xf0\\xa0", "bytes:\\xae\\xb7"], "𠮷", 2),
        (["答", "：", "老", "▁井"], "老 井", 2),
    ],
)
def test_tokens_of_a_text_are_found_from_its_end(tokens: list[str], text: str, start: int) -> None:
    assert tail_start(tokens, f"答：{text}", text) == start


def test_tokens_of_another_text_are_not_taken() -> None:
    with pytest.raises(OtherTokensError):
        tail_start(["答", "：", "新", "井"], "答：老井", "老井")


def test_files_without_log_probabilities_stay_as_they_were() -> None:
    assert Reply("B").record() == {"content": "B", "cut": False, "tokens_in": 0, "tokens_out": 0}
