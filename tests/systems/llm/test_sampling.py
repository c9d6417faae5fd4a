"""Several samples with a majority, budgets of thinking, endpoints that complete texts, and the log of a run."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, pingce

from .conftest import Start
from .endpoint import Say, Talk, in_turn
from .test_command import JUDGE, QUICK, count

__all__ = ["pingce"]


def command(url: str, folder: Path, *more: str) -> list[str]:
    common = ["systems", "llm", "space2022/task1", str(JUDGE), "--out", str(folder / "out.jsonl"), "--base-url", url]
    return [*common, "--model", "m", "--cache", str(folder / "cache"), "--set", "workers=1", *QUICK, *more]


def test_the_commonest_of_several_samples_counts(pingce: Run, start: Start, tmp_path: Path) -> None:
    said = ['{"judge": 0}', '{"judge": 1}', '{"judge": 1}']
    server = start(lambda talk, asked: Say(said[asked % 3]))
    more = ["--set", "samples=3", "--set", "temperature=0.5", "--set", "seed=7", "--scores", str(tmp_path / "scores")]
    ran = pingce(*command(server.url, tmp_path, *more))
    assert ran.code == 0, ran.err
    answers = [json.loads(line)["judge"] for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert answers == [1] * count(JUDGE)
    assert [body["seed"] for body in server.script.bodies[:3]] == [7, 8, 9]
    [first, *_] = [json.loads(line) for line in (tmp_path / "scores").read_text(encoding="utf-8").splitlines()]
    assert "'votes': 2" in str(first)
    again = pingce(*command(server.url, tmp_path, *more))
    assert (again.code, len(server.script.bodies)) == (0, 3 * count(JUDGE)), "every sample is known by itself"


def test_a_sample_that_cannot_be_read_has_no_vote(pingce: Run, start: Start, tmp_path: Path) -> None:
    said = ["?", "?", '{"judge": 0}', "?", "?"]  # two rounds, one, two
    server = start(lambda talk, asked: Say(said[asked % 5]))
    ran = pingce(*command(server.url, tmp_path, "--set", "samples=3", "--set", "temperature=1"))
    assert ran.code == 0, ran.err
    assert '"judge":1' not in (tmp_path / "out.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("thinking", "sent"),
    [
        ("off", {"chat_template_kwargs": {"enable_thinking": False}}),
        ("high", {"reasoning_effort": "high"}),
        ("512", {"chat_template_kwargs": {"enable_thinking": True, "thinking_budget": 512}}),
    ],
)
def test_budgets_of_thinking_are_sent(
    thinking: str, sent: dict[str, object], pingce: Run, start: Start, tmp_path: Path
) -> None:
    server = start(in_turn(Say('<think>…</think>{"judge": 1}')))
    assert pingce(*command(server.url, tmp_path, "--set", f"thinking={thinking}")).code == 0
    assert sent.items() <= server.script.bodies[0].items()


def test_an_endpoint_that_completes_texts_is_asked_with_one(pingce: Run, start: Start, tmp_path: Path) -> None:
    asked: list[Talk] = []

    def reply(talk: Talk, _: int) -> Say:
        asked.append(talk)
        return Say('{"judge": 1}\n问：')

    server = start(reply)
    assert pingce(*command(server.url, tmp_path, "--set", "api=completions")).code == 0
    assert asked[0][0]["content"].endswith("答：")
    assert "messages" not in server.script.bodies[0]
    assert count(tmp_path / "out.jsonl") == count(JUDGE)


def test_the_log_has_every_request_and_no_key(
    pingce: Run, start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret-key")
    server = start(in_turn(Say('{"judge": 1}')))
    log = tmp_path / "log.jsonl"
    for _ in range(2):
        assert pingce(*command(server.url, tmp_path, "--set", f"log={log}")).code == 0
    text = log.read_text(encoding="utf-8")
    records = [json.loads(line) for line in text.splitlines()]
    assert [record["cached"] for record in records] == [False] * count(JUDGE) + [True] * count(JUDGE)
    assert [record["request"] for record in records[: count(JUDGE)]] == server.script.bodies
    assert records[0]["reply"]["content"] == '{"judge": 1}'
    assert "secret-key" not in text
    assert server.url not in text
    unwritable = pingce(*command(server.url, tmp_path, "--set", f"log={tmp_path}"))
    assert (unwritable.code, "Cannot write" in unwritable.err) == (1, True)


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("samples=3", "temperature above 0"),
        ("samples=0", "samples: found 0"),
        ("thinking=much", "found much"),
    ],
)
def test_settings_that_cannot_be_are_told(setting: str, told: str, pingce: Run, start: Start, tmp_path: Path) -> None:
    server = start(in_turn(Say('{"judge": 1}')))
    ran = pingce(*command(server.url, tmp_path, "--set", setting))
    assert (ran.code, told in ran.err) == (1, True)
    assert server.script.bodies == []
