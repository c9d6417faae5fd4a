"""Killed in the middle of a stage, ``pingce make`` gives the same bytes when it is called again, and leaves no rest."""

import signal
import subprocess
import sys
import tomllib
from pathlib import Path

from pingce.flow.benchmark import open_benchmark
from pingce.flow.layout import is_hidden
from pingce.flow.new import ABOUT, new_benchmark

from ..cli.conftest import EXAMPLES
from ..systems.tiny import tiny_encoder
from .people import inhabited

ROOT = Path(__file__).parents[2]
POINTS = 4
"""Kills in each stage, made for the first time and made anew."""
PATIENCE = 3000
RECIPE = """
name = "{name}"
tasks = ["space2022/task1"]
workers = 1
[[sources]]
name = "texts"
path = "sources"
[[sources]]
name = "gold"
path = "gold.jsonl"
task = "space2022/task1"
[[stages]]
name = "passages"
run = "screen"
from = ["texts"]
settings = {{ shortest = 15 }}
[[stages]]
name = "replaced"
run = "replace"
from = ["passages"]
settings = {{ sample = 20 }}
[[stages]]
name = "split"
run = "split"
from = ["gold"]
settings = {{ ratio = "2:1:1" }}
[[stages]]
name = "pack"
run = "pack"
from = ["split"]
settings = {{ about = "release.toml", zip = true }}
[[stages]]
name = "linear"
run = "train"
from = ["pack"]
settings = {{ task = "space2022/task1", system = "linear" }}
[[stages]]
name = "encoder"
run = "train"
from = ["pack"]
settings = {{ task = "space2022/task1", system = "encoder", encoder = "small", settings = {{ reads = "text", epochs = 2, batch = 8, checkpoint_every = 1 }} }}
[[stages]]
name = "answers"
run = "predict"
from = ["linear"]
[[stages]]
name = "scores"
run = "score"
from = ["answers"]
"""  # noqa: E501 (TOML has its inline tables on one line)
FOLDERS = ("corpus", "splits", "packs", "models", "answers", "scores")


def benchmark(folder: Path, *, encoder: bool = True) -> Path:
    """Texts, items with answers and a small encoder; nothing in it waits for people."""
    new_benchmark(folder, "space2022")
    gold = (EXAMPLES / "space2022" / "task1_train.jsonl").read_text(encoding="utf-8")
    (folder / "gold.jsonl").write_text(gold, encoding="utf-8")
    if encoder:
        tiny_encoder(folder / "small", [gold])
    (folder / "benchmark.toml").write_text(RECIPE.format(name=folder.name), encoding="utf-8")
    assert (folder / ABOUT).is_file()
    return folder


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
    folder = benchmark(tmp_path / "whole" / "b")
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
