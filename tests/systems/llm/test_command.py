"""``pingce systems llm``, and the same through a model folder."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, pingce

from .conftest import Start
from .endpoint import Say, Talk, in_turn

__all__ = ["pingce"]

EXAMPLES = Path(__file__).parents[3] / "examples"
JUDGE = EXAMPLES / "space2022" / "task1_dev_input.jsonl"
QUICK = ("--set", "pause=0.001", "--set", "retries=1")


def count(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines())


def test_writes_answers_that_pass_the_check_and_reports_tokens_and_cost(
    pingce: Run, start: Start, tmp_path: Path
) -> None:
    server = start(in_turn(Say('{"judge": 1}')))
    out = tmp_path / "out.jsonl"
    ran = pingce(
        *("systems", "llm", "space2022/task1", JUDGE, "--out", out, "--base-url", server.url, "--model", "m"),
        *("--examples", EXAMPLES / "space2022" / "task1_train.jsonl", "--k", "2", "--cache", tmp_path / "cache"),
        *("--set", "price_in=2", "--set", "price_out=8", "--json", *QUICK),
    )
    assert ran.code == 0, ran.err
    n = count(JUDGE)
    told = json.loads(ran.out)
    assert (told["questions"], told["failed"], told["rounds"], told["tokens_in"]) == (n, 0, n, 100 * n)
    assert told["cost"] == pytest.approx(n * (100 * 2 + 10 * 8) / 1e6)
    assert pingce("check", "space2022/task1", out, "--questions", JUDGE).code == 0
    assert {len(body["messages"]) for body in server.script.bodies} == {6}


def test_second_run_costs_nothing(pingce: Run, start: Start, tmp_path: Path) -> None:
    server = start(in_turn(Say('{"judge": 1}')))
    command = (
        *("systems", "llm", "space2022/task1", JUDGE, "--out", tmp_path / "out.jsonl", "--base-url", server.url),
        *("--model", "m", "--cache", tmp_path / "cache", "--set", "price_in=10"),
    )
    first, second = pingce(*command), pingce(*command)
    assert (first.code, second.code) == (0, 0)
    assert len(server.script.bodies) == count(JUDGE)
    assert "from the cache" in second.out


def test_failed_questions_are_listed_and_the_file_is_whole(pingce: Run, start: Start, tmp_path: Path) -> None:
    first = json.loads(JUDGE.read_text(encoding="utf-8").splitlines()[0])

    def reply(talk: Talk, asked: int) -> Say:
        return Say(status=500) if first["context"] in talk[-1]["content"] else Say('{"judge": 0}')

    server = start(reply)
    out = tmp_path / "out.jsonl"
    ran = pingce(
        *("systems", "llm", "space2022/task1", JUDGE, "--out", out, "--base-url", server.url, "--model", "m"),
        *("--cache", tmp_path / "cache", "--scores", tmp_path / "scores.jsonl", *QUICK),
    )
    assert ran.code == 0
    assert f"  {first['qid']}: HTTP 500: this is 500" in ran.err
    assert pingce("check", "space2022/task1", out, "--questions", JUDGE).code == 0
    told = [json.loads(line) for line in (tmp_path / "scores.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [one["qid"] for one in told if "failed" in one] == [first["qid"]]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--model", "m"), "No address of an endpoint was given. Give one with --base-url"),
        (("--model", "m", "--base-url", "localhost:1/v1"), "does not begin with http:// or https://"),
        (("--base-url", "http://127.0.0.1:1/v1"), "No model is named."),
        (("--base-url", "http://127.0.0.1:1/v1", "--model", "m", "--set", "speed=1"), "there is no speed"),
    ],
)
def test_mistakes_are_told_before_anything_is_asked(
    arguments: tuple[str, ...], says: str, pingce: Run, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    ran = pingce("systems", "llm", "space2022/task1", JUDGE, "--out", out, *arguments)
    assert ran.code == 1
    assert says in ran.err
    assert not out.exists()


def test_a_cache_that_cannot_be_written_ends_the_run(pingce: Run, start: Start, tmp_path: Path) -> None:
    server = start(in_turn(Say('{"judge": 1}')))
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    out = tmp_path / "out.jsonl"
    ran = pingce(
        *("systems", "llm", "space2022/task1", JUDGE, "--out", out, "--base-url", server.url, "--model", "m"),
        *("--cache", tmp_path / "file" / "cache"),
    )
    assert (ran.code, f"Cannot write {tmp_path / 'file' / 'cache'}" in ran.err) == (1, True)
    assert not out.exists()


def test_settings_of_a_file_are_sent_unless_the_command_says_otherwise(
    pingce: Run, start: Start, tmp_path: Path
) -> None:
    server = start(in_turn(Say('{"judge": 1}')))
    settings = tmp_path / "settings.toml"
    written = {"base_url": server.url, "model": "from the file", "cache": str(tmp_path / "cache"), "temperature": 0.5}
    settings.write_text("\n".join(f"{name} = {json.dumps(value)}" for name, value in written.items()), encoding="utf-8")
    command = ("systems", "llm", "space2022/task1", JUDGE, "--out", tmp_path / "out.jsonl", "--settings", settings)
    assert pingce(*command, "--set", "seed=3").code == 0
    assert pingce(*command, "--model", "of the command").code == 0
    found = {(body["model"], body["temperature"], body.get("seed")) for body in server.script.bodies}
    assert found == {("from the file", 0.5, 3), ("of the command", 0.5, None)}


def test_glosses_of_the_inventory_are_offered_and_answered(pingce: Run, start: Start, tmp_path: Path) -> None:
    server = start(in_turn(Say('{"senses": [2]}')))
    questions, inventory, out = tmp_path / "q.data.txt", tmp_path / "inventory.json", tmp_path / "out.jsonl"
    questions.write_text("演员又抖了一个包袱。 包袱 布包\n", encoding="utf-8")
    inventory.write_text('{"包袱": ["布包", "笑料"]}', encoding="utf-8")
    ran = pingce(
        *("systems", "llm", "wsd/senses", questions, "--out", out, "--base-url", server.url, "--model", "m"),
        *("--cache", tmp_path / "cache", "--inventory", inventory),
    )
    assert ran.code == 0, ran.err
    (body,) = server.script.bodies
    assert all(gloss in body["messages"][-1]["content"] for gloss in ("布包", "笑料"))
    assert json.loads(out.read_text(encoding="utf-8"))["senses"][0] == "笑料"


def test_senses_need_glosses(pingce: Run, tmp_path: Path) -> None:
    wsd = EXAMPLES / "wsd" / "val.data.txt"
    url = ("--base-url", "http://127.0.0.1:1/v1", "--model", "m")
    ran = pingce("systems", "llm", "wsd/senses", wsd, "--out", tmp_path / "out.jsonl", *url)
    assert (ran.code, "--inventory" in ran.err) == (1, True)


def test_model_folder_keeps_settings_and_examples(pingce: Run, start: Start, tmp_path: Path) -> None:
    server = start(in_turn(Say('{"senses": [1]}')))
    wsd, folder, out = EXAMPLES / "wsd", tmp_path / "model", tmp_path / "out.jsonl"
    made = pingce(
        *("systems", "train", "wsd/senses", "--system", "llm", "--train", wsd / "train.data.txt", "--out", folder),
        *("--inventory", wsd / "inventory.json", "--set", "model=m", "--set", "k=1"),
    )
    assert made.code == 0, made.err
    assert server.script.bodies == []
    given = ("--set", f"base_url={server.url}", "--set", f"cache={tmp_path / 'cache'}")
    ran = pingce("systems", "predict", folder, wsd / "val.data.txt", "--out", out, *given)
    assert ran.code == 0, ran.err
    inventory = ("--inventory", wsd / "inventory.json")
    assert pingce("check", "wsd/senses", out, "--questions", wsd / "val.data.txt", *inventory).code == 0
    assert {len(body["messages"]) for body in server.script.bodies} == {4}
