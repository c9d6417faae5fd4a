"""Batch files: the requests of a run in a file, its results into the cache, and nothing left to ask."""

import json
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, pingce

from .conftest import Start
from .endpoint import Say, Server, Talk, in_turn
from .test_command import JUDGE, count
from .test_sampling import command

__all__ = ["pingce"]

Row = dict[str, Any]


def rows(file: Path) -> list[Row]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def write_rows(file: Path, results: list[Row]) -> Path:
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in results), encoding="utf-8")
    return file


def result(request: Row, server: Server) -> Row:
    """What a batch service makes of a request: it asks the very server."""
    url = server.url.removesuffix("/v1") + request["url"]
    sent = urllib.request.Request(url, json.dumps(request["body"]).encode(), method=request["method"])
    with urllib.request.urlopen(sent) as response:
        body = json.load(response)
    answered = {"status_code": 200, "request_id": "r", "body": body}
    return {"id": "b", "custom_id": request["custom_id"], "response": answered, "error": None}


def by_length(talk: Talk, _: int) -> Say:
    """The same answer to the same question, not the same to all."""
    return Say(f'{{"judge": {len(talk[-1]["content"]) % 2}}}')


@pytest.mark.parametrize("more", [(), ("--set", "api=completions"), ("--set", "samples=2", "--set", "temperature=1")])
def test_a_run_after_a_batch_asks_nothing_and_answers_the_same(
    more: tuple[str, ...], pingce: Run, start: Start, tmp_path: Path
) -> None:
    server = start(by_length)
    ordinary, batched = tmp_path / "ordinary", tmp_path / "batched"
    ordinary.mkdir()
    batched.mkdir()
    assert pingce(*command(server.url, ordinary, *more, "--set", f"log={ordinary / 'log'}")).code == 0
    asked = list(server.script.bodies)
    requests = batched / "requests.jsonl"
    wrote = pingce(*command(server.url, batched, *more, "--batch-write", str(requests), "--json"))
    assert (wrote.code, json.loads(wrote.out)["requests"]) == (0, len(asked)), wrote.err
    assert [row["body"] for row in rows(requests)] == asked
    assert len(server.script.bodies) == len(asked), "nobody is asked"
    assert not (batched / "out.jsonl").exists()
    results = write_rows(batched / "results.jsonl", [result(row, server) for row in reversed(rows(requests))])
    before = len(server.script.bodies)
    ran = pingce(*command(server.url, batched, *more, "--batch-read", str(results), "--set", f"log={batched / 'log'}"))
    assert ran.code == 0, ran.err
    assert len(server.script.bodies) == before
    assert (batched / "out.jsonl").read_bytes() == (ordinary / "out.jsonl").read_bytes()
    logged = [[{**row, "cached": None} for row in rows(folder / "log")] for folder in (ordinary, batched)]
    assert logged[0] == logged[1]
    again = pingce(*command(server.url, batched, *more, "--batch-write", str(requests), "--json"))
    assert (json.loads(again.out)["requests"], requests.read_bytes()) == (0, b"")


def test_names_are_those_of_the_cache(pingce: Run, start: Start, tmp_path: Path) -> None:
    server = start(by_length)
    requests = tmp_path / "requests.jsonl"
    assert pingce(*command(server.url, tmp_path, "--batch-write", str(requests))).code == 0
    written = rows(requests)
    assert {(row["method"], row["url"]) for row in written} == {("POST", "/v1/chat/completions")}
    assert pingce(*command(server.url, tmp_path)).code == 0
    assert {row["custom_id"] for row in written} == {file.stem for file in (tmp_path / "cache").glob("*/*.json")}


def test_what_is_wrong_with_a_reply_is_asked_in_a_second_batch(pingce: Run, start: Start, tmp_path: Path) -> None:
    server = start(lambda talk, _: Say('{"judge": 1}' if len(talk) > 2 else "?"))
    requests, results = tmp_path / "requests.jsonl", tmp_path / "results.jsonl"
    write = command(server.url, tmp_path, "--batch-write", str(requests))
    assert pingce(*write).code == 0
    write_rows(results, [result(row, server) for row in rows(requests)])
    assert pingce(*write, "--batch-read", str(results)).code == 0
    second = rows(requests)
    assert [len(row["body"]["messages"]) for row in second] == [4] * count(JUDGE)
    write_rows(results, [result(row, server) for row in second])
    before = len(server.script.bodies)
    ran = pingce(*command(server.url, tmp_path, "--batch-read", str(results), "--json"))
    assert (ran.code, json.loads(ran.out)["failed"], len(server.script.bodies)) == (0, 0, before)


def test_rows_of_no_use_are_told_together_and_the_others_kept(pingce: Run, start: Start, tmp_path: Path) -> None:
    server = start(by_length)
    requests, results = tmp_path / "requests.jsonl", tmp_path / "results.jsonl"
    assert pingce(*command(server.url, tmp_path, "--batch-write", str(requests))).code == 0
    good = [result(row, server) for row in rows(requests)]
    changed: list[Callable[[Row], Row]] = [
        lambda row: {**row, "custom_id": "request-1"},
        lambda row: {**row, "response": {"status_code": 429, "body": {"error": {"message": "too many"}}}},
        lambda row: {**row, "response": None, "error": {"code": "batch_expired"}},
        lambda row: {**row, "response": {"status_code": 200, "body": {}}},
        lambda row: {"id": "b"},
    ]
    bad = [change(row) for change, row in zip(changed, good, strict=False)]
    rest = good[len(bad) :]
    write_rows(results, [*bad, *rest, rest[0]])
    before = len(server.script.bodies)
    read = command(server.url, tmp_path, "--batch-read", str(results))
    ran = pingce(*read)
    assert (ran.code, len(server.script.bodies)) == (1, before)
    told = ['"request-1" is no request of this run', "HTTP 429: too many", "batch_expired", "no completion"]
    told += ["no result of a batch", "comes twice", f"6 rows of no use (the other {len(rest)} went into the cache)"]
    assert [words for words in told if words not in ran.err] == []
    assert [f"{results}:{line}:" in ran.err for line in (1, 2, 3, 4, 5, 6)] == [True] * 5 + [False]
    assert "不是这次运行的请求" in pingce(*read, "--lang", "zh").err
    assert pingce(*command(server.url, tmp_path)).code == 0
    assert len(server.script.bodies) == before + len(bad), "only the rest is asked"


def test_results_of_another_model_are_refused(pingce: Run, start: Start, tmp_path: Path) -> None:
    server = start(by_length)
    requests = tmp_path / "requests.jsonl"
    assert pingce(*command(server.url, tmp_path, "--batch-write", str(requests))).code == 0
    results = write_rows(tmp_path / "results.jsonl", [result(row, server) for row in rows(requests)])
    ran = pingce(*command(server.url, tmp_path, "--batch-read", str(results), "--model", "other"))
    assert ran.code == 1
    assert ran.err.count("is no request of this run") == count(JUDGE)
    assert not (tmp_path / "cache").exists()


def test_files_are_settings_too_and_kept_apart(pingce: Run, start: Start, tmp_path: Path) -> None:
    server = start(in_turn(Say('{"judge": 1}')))
    requests = tmp_path / "requests.jsonl"
    assert pingce(*command(server.url, tmp_path, "--set", f"batch_write={requests}")).code == 0
    assert len(rows(requests)) == count(JUDGE)
    over = pingce(*command(server.url, tmp_path, "--set", f"batch_write={JUDGE}"))
    assert (over.code, "is read; it is not overwritten" in over.err) == (1, True)
    none = pingce(*command(server.url, tmp_path, "--batch-read", str(tmp_path / "none")))
    assert (none.code, f"Cannot read {tmp_path / 'none'}" in none.err) == (1, True)
    folder = tmp_path / "model"
    made = pingce("systems", "train", "space2022/task1", "--system", "llm", "--set", "model=m", "--out", folder)
    assert made.code == 0, made.err
    given = ("--set", f"base_url={server.url}", "--set", f"batch_write={requests}")
    ran = pingce("systems", "predict", folder, JUDGE, "--out", tmp_path / "out.jsonl", *given)
    assert (ran.code, "Use pingce systems llm --batch-write" in ran.err) == (1, True)
    assert server.script.bodies == []
