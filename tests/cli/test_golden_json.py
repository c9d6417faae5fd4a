"""What every command prints with ``--json`` stays: keys, types, and values wherever they do not depend on the day.

A golden file is changed by hand or by ``PINGCE_REWRITE=1``, and only when the change of the output is meant.
"""

import json
import math
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from pingce.cli.main import cli
from pingce.cli.reference import walk
from tests.builders import write_records
from tests.quality.builders import ratings
from tests.systems.llm.conftest import Start, start
from tests.systems.llm.endpoint import Say, in_turn

from .conftest import EXAMPLES, Run

__all__ = ["start"]

GOLDEN = Path(__file__).parent / "golden"
MOST = 3
"""Elements of a list that are kept; its length stands beside them."""
VERSIONS = re.compile(r"\b\d+\.\d+\.\d+\b")
E22, E25, WSD = EXAMPLES / "space2022", EXAMPLES / "space2025", EXAMPLES / "wsd"
TRAIN1, TRAIN2, TRAIN3 = (f"space2022/task{n}={E22}/task{n}_train.jsonl" for n in (1, 2, 3))
SENSES = f"--train {WSD}/train.data.txt --dev {WSD}/val.data.txt --inventory {WSD}/inventory.json"
JUDGING = f"space2022/task1 {E22}/pred-a-task1.jsonl"


E_WSD = f"{EXAMPLES}/wsd/inventory.json"


class Case(NamedTuple):
    """The command that prints JSON, and those that make what it needs."""

    command: str
    before: tuple[str, ...] = ()
    ends: int = 0
    types_only: bool = False
    """Where values depend on the day."""


CASES = {
    "make": Case("make --dry-run --benchmark TMP/bench", before=("new TMP/bench",)),
    "benchmarks-put-away": Case(
        "benchmarks put-away --benchmark TMP/bench",
        before=(
            "new TMP/bench",
            "make passages --benchmark TMP/bench",
            "benchmarks remove bench --archive --benchmark TMP/bench",
        ),
        types_only=True,
    ),
    "runs": Case(
        "runs --benchmark TMP/bench", before=("new TMP/bench", "make passages --benchmark TMP/bench"), types_only=True
    ),
    "runs-show": Case(
        "runs show 1 --benchmark TMP/bench",
        before=("new TMP/bench", "make passages --benchmark TMP/bench"),
        types_only=True,
    ),
    "trace": Case("trace 1-train-1 --database TMP/demo.db", types_only=True),
    "tasks": Case("tasks"),
    "tasks-show": Case("tasks show space2022/task2"),
    "check": Case(f"check space2022/task3 {E22}/broken-task3.jsonl --questions {E22}/task3_dev_input.jsonl", ends=1),
    "config": Case("config systems senses"),
    "corpus-screen": Case(f"corpus screen {EXAMPLES}/corpus --out TMP/kept.jsonl"),
    "corpus-replace": Case(f"corpus replace {E22}/task3_dev.jsonl TMP/replaced.jsonl --mode single"),
    "corpus-reasoning-make": Case("corpus reasoning make TMP/set --items 12 --seed 1"),
    "corpus-reasoning-kinds": Case("corpus reasoning kinds"),
    "corpus-reasoning-verify": Case(
        "corpus reasoning verify TMP/set/commitment.json TMP/set/opening.json TMP/set/spr_zh_new.jsonl",
        before=("corpus reasoning make TMP/set --items 2 --seed 1 --commit",),
        ends=1,
    ),
    "corpus-tag": Case(f"corpus tag {EXAMPLES}/corpus/news/town.txt"),
    "corpus-tag-list": Case("corpus tag --list", types_only=True),
    "corpus-words": Case(
        f"corpus words --corpus {WSD}/web.txt --inventory {WSD}/inventory.json --bins 4 --top 3 --out TMP/words.jsonl"
    ),
    "corpus-dictionary-stats": Case(f"corpus dictionary stats {WSD}/inventory.json"),
    "corpus-dictionary-merge": Case(
        f"corpus dictionary merge {WSD}/inventory.json {WSD}/second-dictionary.json TMP/merged.json"
    ),
    "corpus-dictionary-overlaps": Case(f"corpus dictionary overlaps {WSD}/inventory.json --threshold 30"),
    "corpus-dictionary-compare": Case(
        f"corpus dictionary compare 包袱 {WSD}/inventory.json {WSD}/second-dictionary.json"
    ),
    "corpus-sentences": Case(
        f"corpus sentences --words {WSD}/inventory.json --web {WSD}/web.txt --professional {WSD}/edited.txt "
        "--per-sense 1 --out TMP/sentences.jsonl"
    ),
    "quality-agreement": Case("quality agreement TMP/rated.jsonl"),
    "quality-agreement-files": Case(
        f"quality agreement --task space2022/task3 --annotator a={E22}/pred-a-task3.jsonl "
        f"--annotator b={E22}/pred-b-task3.jsonl"
    ),
    "quality-people": Case("quality people TMP/rated.jsonl"),
    "quality-tiers": Case("quality tiers TMP/rated.jsonl"),
    "quality-human": Case("quality human TMP/rated.jsonl"),
    "quality-draw": Case(f"quality draw {TRAIN1} --items 4 --by nothing"),
    "quality-audit": Case(
        f"quality audit --task space2022/task3 --annotator a={E22}/pred-a-task3.jsonl "
        f"--annotator b={E22}/pred-b-task3.jsonl --gold {E22}/task3_dev.jsonl"
    ),
    "quality-dataset": Case(f"quality dataset {TRAIN1} {TRAIN2} {TRAIN3} wsd/senses={WSD}/train.data.txt"),
    "quality-bias": Case(f"quality bias {TRAIN1} --originals {TRAIN3} --no-probes"),
    "quality-leaks-against": Case(
        f"quality leaks space2022/task1:dev={E22}/task1_dev.jsonl --against {TRAIN1} --against {TRAIN2}"
    ),
    "quality-leaks": Case(f"quality leaks {TRAIN1} {TRAIN2} {TRAIN3}"),
    "quality-prove": Case(f"quality prove {E25}/spr_zh_train.jsonl {E25}/spr_en_train.jsonl"),
    "quality-recover": Case(f"quality recover {TRAIN1} --originals {TRAIN3} --out TMP/recovered.jsonl"),
    "release-split": Case(f"release split {TRAIN1} {TRAIN3} --out TMP/split"),
    "release-verify": Case(
        "release verify TMP/pack",
        (
            f"release split {TRAIN1} --out TMP/split",
            f"release pack {TRAIN1} --split TMP/split --about {EXAMPLES}/release/release.toml --out TMP/pack",
        ),
    ),
    "score": Case(f"score {JUDGING} --gold {E22}/task1_dev.jsonl --by all"),
    "score-senses": Case(f"score wsd/senses {WSD}/pred-a.jsonl --gold {WSD}/val.data.txt --train {WSD}/train.data.txt"),
    "score-compare": Case(f"score compare {JUDGING} {E22}/pred-b-task1.jsonl --gold {E22}/task1_dev.jsonl"),
    "systems-list": Case("systems list space2023/task3"),
    "systems-evaluate": Case(
        f"systems evaluate TMP/model {WSD}/val.data.txt --confusions 2",
        (f"systems train wsd/senses --system mfs {SENSES} --out TMP/model",),
    ),
    "systems-evaluate-several": Case(
        f"systems evaluate TMP/a TMP/b {E22}/task1_dev.jsonl",
        tuple(
            f"systems train space2022/task1 --system majority --train {E22}/task1_train.jsonl --out TMP/{name}"
            for name in "ab"
        ),
    ),
    "systems-senses": Case(f"systems senses 相声演员抖出一个包袱，全场大笑。 包袱 --inventory {WSD}/inventory.json"),
    "systems-curve": Case(f"systems curve --system mfs {SENSES} --words 2 --out TMP/curve"),
    "systems-llm": Case(
        f"systems llm space2022/task1 {E22}/task1_dev_input.jsonl --out TMP/answers.jsonl --base-url URL --model m "
        "--cache TMP/cache --set price_in=2 --set price_out=8"
    ),
    "leaderboard-rank": Case(f"leaderboard rank {EXAMPLES}/leaderboard/space2021.csv --edition space2021"),
    "annotate-status": Case("annotate status --database TMP/demo.db", types_only=True),
    "annotate-recount": Case("annotate recount 1 --database TMP/demo.db"),
    "annotate-status-campaign": Case("annotate status 1 --database TMP/demo.db", types_only=True),
    "annotate-quota": Case("annotate quota 1 --database TMP/demo.db", types_only=True),
    "annotate-cleaning": Case(
        "annotate cleaning 清理 --database TMP/demo.db",
        before=(
            f"corpus screen {EXAMPLES}/corpus --out TMP/kept.jsonl",
            "annotate create 清理 --preset clean-passages --database TMP/demo.db",
            "annotate import 清理 TMP/kept.jsonl --database TMP/demo.db",
        ),
    ),
    "annotate-votes": Case(
        "annotate votes 选词 --database TMP/demo.db",
        before=(
            "annotate create 选词 --preset word-vote --database TMP/demo.db",
            f"annotate import 选词 {E_WSD} --inventory {E_WSD} --database TMP/demo.db",
        ),
    ),
    "annotate-users-level": Case("annotate users level 1 --database TMP/demo.db"),
    "annotate-glosses": Case("annotate glosses 6 --database TMP/demo.db", types_only=True),
    "annotate-admit": Case("annotate admit 1 2 --best 1 --dry-run --database TMP/demo.db", types_only=True),
    "annotate-users-list": Case("annotate users list --database TMP/demo.db", types_only=True),
    "leaderboard-calendar": Case("leaderboard calendar 1 --database TMP/demo.db", types_only=True),
    "leaderboard-status": Case("leaderboard status --database TMP/demo.db", types_only=True),
    "leaderboard-status-competition": Case("leaderboard status 1 --database TMP/demo.db", types_only=True),
}


@pytest.mark.parametrize("name", CASES)
def test_json_output_stays_as_it_is(
    name: str, pingce: Run, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("PINGCE_CONFIG", "PINGCE_DATABASE", "PINGCE_SERVER", "PINGCE_TOKEN", "PINGCE_USER"):
        monkeypatch.delenv(variable, raising=False)
    case, places = CASES[name], {"TMP": str(tmp_path)}
    if "rated.jsonl" in case.command:
        write_records(tmp_path / "rated.jsonl", ratings())
    if "demo.db" in case.command:
        shutil.copy(request.getfixturevalue("told_demo"), tmp_path / "demo.db")
    if "URL" in case.command:
        begin: Start = request.getfixturevalue("start")
        places["URL"] = begin(in_turn(Say('{"judge": 1}'))).url
    for command in case.before:
        assert pingce(*_words(command, places)).code == 0
    ran = pingce(*_words(case.command, places), "--json")
    assert ran.code == case.ends, ran.err
    printed = _brief(_parsed(ran.out), tmp_path, types_only=case.types_only)
    golden = GOLDEN / f"{name}.json"
    if os.environ.get("PINGCE_REWRITE"):
        golden.write_text(json.dumps(printed, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    assert list(_differences(printed, json.loads(golden.read_text(encoding="utf-8")))) == []


def test_every_command_with_json_has_a_golden_file() -> None:
    with_json = {
        tuple(context.command_path.split()[1:])
        for context in walk(click.Context(cli, info_name="pingce"))
        if any("--json" in parameter.opts for parameter in context.command.params)
    }
    tested = {tuple(case.command.split()) for case in CASES.values()}
    lacking = {command for command in with_json if not any(_is_called(command, words) for words in tested)}
    assert lacking == set()
    assert {path.stem for path in GOLDEN.iterdir()} == set(CASES)


def _is_called(command: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """``score`` alone means ``score file``."""
    return words[: len(command)] == command or (command == ("score", "file") and words[0] == "score")


def _words(command: str, places: dict[str, str]) -> list[str]:
    for name, value in places.items():
        command = re.sub(rf"\b{name}\b", value, command)
    return command.split()


def _parsed(printed: str) -> object:
    """One JSON object; `corpus tag` prints one per line."""
    try:
        return json.loads(printed)
    except json.JSONDecodeError:
        return [json.loads(line) for line in printed.splitlines()]


def _brief(value: object, folder: Path, *, types_only: bool) -> object:
    """What is compared: long lists cut, names of folders and the version replaced."""
    match value:
        case dict():
            return {_plain(key, folder): _brief(inner, folder, types_only=types_only) for key, inner in value.items()}
        case list():
            kept = value[: 1 if types_only else MOST]
            rest = [f"… {len(value)}"] if len(value) > len(kept) and not types_only else []
            return [_brief(inner, folder, types_only=types_only) for inner in kept] + rest
        case _ if types_only:
            return type(value).__name__
        case str():
            return _plain(value, folder)
        case _:
            return value


def _plain(text: str, folder: Path) -> str:
    """Without what another machine or another version would write."""
    return VERSIONS.sub("VERSION", text.replace(str(folder), "TMP").replace(str(EXAMPLES), "EXAMPLES"))


def _differences(found: object, expected: object, path: str = "") -> Iterator[str]:
    """Where two values differ; numbers with decimals may differ in the last digits, as machines do."""
    if isinstance(found, dict) and isinstance(expected, dict):
        if list(found) != list(expected):
            yield f"{path}: keys {list(found)}; expected {list(expected)}"
            return
        for key in expected:
            yield from _differences(found[key], expected[key], f"{path}.{key}")
    elif isinstance(found, list) and isinstance(expected, list):
        if len(found) != len(expected):
            yield f"{path}: {len(found)} elements; expected {len(expected)}"
            return
        for i, (one, other) in enumerate(zip(found, expected, strict=True)):
            yield from _differences(one, other, f"{path}[{i}]")
    elif type(found) is not type(expected) or not _same(found, expected):
        yield f"{path}: {found!r}; expected {expected!r}"


def _same(found: object, expected: object) -> bool:
    if isinstance(found, float) and isinstance(expected, float):
        return math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-12)
    return found == expected
