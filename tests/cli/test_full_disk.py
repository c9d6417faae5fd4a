"""A disk that takes no more: a plain message, exit code 1, and nothing half-written under the name asked for."""

from collections.abc import Sequence
from pathlib import Path
from shutil import copyfile

import pytest

from tests.full_disk import largest_file

from .conftest import EXAMPLES, Run

TASK1 = [f"space2022/task1={EXAMPLES / 'space2022' / name}" for name in ("task1_train.jsonl", "task1_dev.jsonl")]
GOLD = EXAMPLES / "space2022" / "task3_dev.jsonl"
SCORE: list[str | Path] = ["score", "space2022/task3", EXAMPLES / "space2022/pred-a-task3.jsonl", "--gold", GOLD]
ABOUT = EXAMPLES / "release" / "release.toml"
PACK: list[str | Path] = ["release", "pack", *TASK1, "--split", "split", "--about", ABOUT, "--out", "out"]
SMALL = 512
"""Bytes: less than any of these files."""
COMMANDS: dict[str, Sequence[str | Path]] = {
    "rows": [*SCORE, "--rows", "out"],
    "page": [*SCORE, "--html", "out"],
    "convert": ["convert", "space2022/task3", GOLD, "out", "--to", "space2023/task2", "--format", "jsonl"],
    "split": ["release", "split", *TASK1, "--out", "out"],
    "pack": PACK,
    "pack, zipped": [*PACK, "--zip"],
}
ENOUGH_FOR_SQLITE = 40_000
"""Bytes: what it keeps beside a database while somebody reads, and less than the history of the demo."""


def told(problem: str) -> bool:
    """One line about a file, and no word about ourselves."""
    lines = [line for line in problem.splitlines() if line.startswith("Error: ")]
    return len(lines) == 1 and lines[0].startswith("Error: Cannot write ") and "Traceback" not in problem


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_nothing_appears_under_the_name_that_was_asked_for(
    pingce: Run, command: Sequence[str | Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert pingce("release", "split", *TASK1, "--out", "split").code == 0
    with largest_file(SMALL):
        ran = pingce(*command)
    assert (ran.code, told(ran.err)) == (1, True), ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["split"]
    assert pingce(*command).code == 0
    assert (tmp_path / "out").exists()


def test_an_export_that_finds_no_room_leaves_the_old_one_alone(pingce: Run, told_demo: Path, tmp_path: Path) -> None:
    database, out = tmp_path / "work.db", tmp_path / "out"
    copyfile(told_demo, database)
    out.write_bytes(b"old")
    asked = ("annotate", "export", "1", "--format", "history", "--out", out, "--database", database)
    with largest_file(ENOUGH_FOR_SQLITE):
        ran = pingce(*asked)
    assert (ran.code, told(ran.err), out.read_bytes()) == (1, True, b"old"), ran.err
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".out")]
    assert pingce(*asked).code == 0
    assert out.stat().st_size > ENOUGH_FOR_SQLITE
