"""Every command that takes --lang refuses in that language what it cannot do, and makes nothing."""

import re
import shlex
from pathlib import Path

import click
import pytest

from pingce.cli.main import cli
from pingce.cli.reference import walk

from .conftest import Run

HAN = re.compile("[一-鿿]")
NO_DATABASE = "--database none/none.db"
MISTAKES = {
    "new": "...",
    "make": "--benchmark .",
    "runs": "--benchmark .",
    "runs show": "1 --benchmark .",
    "runs counts": "--benchmark .",
    "runs cancel": "1 --benchmark .",
    "benchmarks remove": "x --benchmark .",
    "benchmarks restore": "x --benchmark .",
    "benchmarks put-away": "--benchmark .",
    "tasks show": "space2029/task1",
    "tasks init": "mood --shape choice",
    "corpus screen": "none.txt --out out.jsonl",
    "corpus replace": "none.jsonl out.jsonl",
    "corpus undo": "none.jsonl out.jsonl",
    "corpus pairs": "none.jsonl out.jsonl",
    "corpus reasoning make": "file --items 1",
    "corpus reasoning verify": "none.json none.json none.jsonl",
    "corpus tag": "none.txt --tagger none",
    "corpus dictionary crawl": "--layout none --start http://127.0.0.1:1/ --out out",
    "corpus dictionary parse": "none --layout none --out out.json",
    "corpus dictionary clean": "none.json out.json",
    "corpus dictionary merge": "none.json none.json out.json",
    "corpus dictionary stats": "none.json",
    "corpus dictionary improve": "none.json none.csv out.json",
    "corpus dictionary overlaps": "none.json",
    "corpus dictionary compare": "打 none.json none.json",
    "corpus words": "--corpus none --inventory none.json --out out.json",
    "corpus sentences": "--words none.json --web none.txt --out out.jsonl",
    "annotate create": f"x --preset wsd {NO_DATABASE}",
    "annotate import": f"1 none.jsonl {NO_DATABASE}",
    "annotate preannotate": f"1 none.jsonl --system s {NO_DATABASE}",
    "annotate status": NO_DATABASE,
    "annotate recount": f"1 {NO_DATABASE}",
    "annotate export": f"1 {NO_DATABASE}",
    "annotate chain": f"1 2 {NO_DATABASE}",
    "annotate training": f"1 none.jsonl {NO_DATABASE}",
    "annotate admit": f"1 2 --best 3 {NO_DATABASE}",
    "annotate quota": f"1 {NO_DATABASE}",
    "annotate users level": f"1 {NO_DATABASE}",
    "annotate cleaning": f"1 {NO_DATABASE}",
    "annotate votes": f"1 {NO_DATABASE}",
    "annotate reassign": f"1 2 --from wang --to li --reason x {NO_DATABASE}",
    "annotate glosses": f"1 {NO_DATABASE}",
    "annotate remove": f"1 {NO_DATABASE}",
    "annotate restore": f"1 {NO_DATABASE}",
    "annotate users list": NO_DATABASE,
    "annotate users add": "li --database file/none.db",
    "annotate users password": f"li {NO_DATABASE}",
    "annotate users import": f"none.csv {NO_DATABASE}",
    "annotate users invite": NO_DATABASE,
    "annotate users assign": f"1 li {NO_DATABASE}",
    "annotate demo": "--database file/none.db",
    "quality agreement": "none.jsonl",
    "quality people": "none.jsonl",
    "quality tiers": "none.jsonl",
    "quality draw": "space2022/task1=none.jsonl",
    "quality audit": "none.jsonl",
    "quality human": "none.jsonl",
    "quality dataset": "space2022/task1=none.jsonl",
    "quality bias": "space2022/task1=none.jsonl",
    "quality leaks": "space2022/task1=none.jsonl",
    "quality prove": "none.jsonl",
    "quality recover": "space2022/task1=none.jsonl --out out.jsonl",
    "quality report": "none.jsonl --out out.html",
    "release split": "space2022/task1=none.jsonl --out out",
    "release pack": "space2022/task1=none.jsonl --split none --about none.toml --out out",
    "release verify": "none",
    "release stage": "none test --out out",
    "release harness": "none --to lm-eval --out out",
    "check": "space2029/task1 none.jsonl",
    "convert": "space2029/task1 none.jsonl out.jsonl",
    "move in": "space2029/task1 none.json out.jsonl --from doccano --map none.toml",
    "move out": "space2029/task1 none.jsonl out.json --to doccano --map none.toml",
    "systems list": "space2029/task1",
    "systems train": "space2022/task1 --system none --train none.jsonl --out out",
    "systems predict": "none none.jsonl --out out.jsonl",
    "systems evaluate": "none none.jsonl",
    "systems senses": "他打开门。 打开 --model none",
    "systems curve": "--system none --train none.txt --dev none.txt --out out",
    "systems llm": "space2029/task1 none.jsonl --out out.jsonl",
    "systems export": "none --to onnx",
    "systems from-log": "space2029/task1 none.jsonl --questions none.jsonl --out out.jsonl",
    "score compare": "space2029/task1 a.jsonl b.jsonl --gold none.jsonl",
    "score results": "space2029/task1 a.jsonl --gold none.jsonl --to hub --model a/b --by me --out out.yaml",
    "score file": "space2029/task1 a.jsonl --gold none.jsonl",
    "leaderboard rank": "none.csv --edition space2022",
    "leaderboard create": f"x --edition space2022 {NO_DATABASE}",
    "leaderboard phase": f"1 dev --from 2026-01-01 {NO_DATABASE}",
    "leaderboard calendar": f"1 {NO_DATABASE}",
    "leaderboard teams": f"1 {NO_DATABASE}",
    "leaderboard text": f"1 {NO_DATABASE}",
    "leaderboard deliveries": f"1 {NO_DATABASE}",
    "leaderboard prizes": f"1 {NO_DATABASE}",
    "leaderboard news": f"1 {NO_DATABASE}",
    "leaderboard submit": "none.zip --server http://127.0.0.1:1 --token t --competition 1 --system s",
    "leaderboard status": NO_DATABASE,
    "leaderboard export": f"1 {NO_DATABASE}",
    "leaderboard rescore": f"1 --reason x {NO_DATABASE}",
    "trace": f"none {NO_DATABASE}",
    "serve": "--database file/none.db",
    "backup": "none/none.db out.zip",
    "restore": "none.zip none.db",
}
NEVER_WRONG = {"tasks", "config", "tour", "corpus reasoning kinds"}
"""They read nothing of ours, or have tests of their own in both languages."""


def speaking() -> set[str]:
    return {
        context.command_path.removeprefix("pingce ")
        for context in walk(click.Context(cli, info_name="pingce"))
        if any(option.name == "lang" for option in context.command.params)
    }


def test_every_command_is_here() -> None:
    assert speaking() - NEVER_WRONG == set(MISTAKES)


@pytest.mark.parametrize("command", MISTAKES)
def test_a_mistake_is_told_in_the_language_asked_for(
    pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    words = (*command.split(), *shlex.split(MISTAKES[command]))
    chinese, english = (pingce(*words, "--lang", lang) for lang in ("zh", "en"))
    assert (chinese.code, english.code) == (1, 1), (chinese.err, english.err)
    assert HAN.search(chinese.err)
    assert not HAN.search(english.err.replace("打开", ""))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
