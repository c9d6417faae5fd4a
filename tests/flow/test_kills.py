"""Killed in the middle of a stage, ``pingce make`` gives the same bytes when it is called again, and leaves no rest."""

import signal
import subprocess
import sys
import tomllib
from pathlib import Path

from pingce.flow.benchmark import open_benchmark
from pingce.flow.layout import is_hidden

from .benchmarks import packable
from .people import inhabited

ROOT = Path(__file__).parents[2]
POINTS = 4
"""Kills in each stage, made for the first time and made anew."""
PATIENCE = 3000
FOLDERS = ("corpus", "splits", "packs", "models", "answers", "scores")


def made(folder: Path) -> dict[str, bytes]:
    """What the stages made; when and by whom a run was made differs."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for name in FOLDERS
        for path in sorted((folder / name).rglob("*"))
        if path.is_file() and not path.name.endswith(".run.json") and not is_hidden(folder, path)
    }


def drafts(folder: Path) -> list[str]:
    """Folders that a killed run was filling, which nobody goes on with."""
    return [path.name for name in ("splits", "packs") for path in (folder / name).glob(".*") if path.is_dir()]


def test_killed_in_the_middle_of_any_stage_the_next_make_gives_the_same_bytes(tmp_path: Path) -> None:
    folder = packable(tmp_path / "whole" / "b")
    with inhabited(folder):
        start = tmp_path / "killed"
        start.mkdir()
    command = [sys.executable, "-m", "tests.flow.killed_making", str(folder), str(start), str(POINTS)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, encoding="utf-8", timeout=PATIENCE)
    assert ran.returncode == 0, ran.stderr
    whole = made(start / "before")
    assert {name.partition("/")[0] for name in whole} == set(FOLDERS)
    stages = open_benchmark(folder).by_name
    kills = [line.split("\t")[1:] for line in ran.stdout.splitlines() if line.startswith("killed\t")]
    assert {(stage, kind) for stage, kind, *_ in kills} == {(s, kind) for s in stages for kind in ("first", "anew")}
    for stage, kind, touch, first, second, where in kills:
        assert (first, second) == (str(-signal.SIGKILL), "0"), (stage, kind, touch, ran.stderr)
        there = made(Path(where))
        assert there == {name: whole[name] for name in there}, (stage, kind, touch)
        output = open_benchmark(Path(where)).output(stages[stage])
        name = output.relative_to(where).as_posix()
        assert {each for each in whole if each.startswith(name)} <= there.keys(), (stage, kind, touch)
        if kind == "first":  # made anew, the old output may have been kept, and nothing was to be done
            assert drafts(Path(where)) == [], (stage, touch)
    card = tomllib.loads((start / "before" / "models" / "encoder" / "model.toml").read_text(encoding="utf-8"))
    assert card["encoder"] == "small", "where the benchmark lies is nobody else's business"
    touches = {(stage, touch.partition(" ")[0]) for stage, _, touch, *_ in kills}
    assert {("passages", "step"), ("replaced", "step"), ("linear", "step"), ("encoder", "step")} <= touches
