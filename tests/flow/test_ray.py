"""A benchmark that says ``engine = "ray"`` is made by Ray's actors, with the bytes that this machine alone gives."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from ..waiting import PATIENCE
from .benchmarks import tiny
from .people import edit, inhabited

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(find_spec("ray") is None, reason="needs Ray")
def test_screening_and_replacing_on_ray_give_the_same_bytes(tmp_path: Path) -> None:
    with inhabited(tiny(tmp_path / "here" / "b")) as world:
        world.maker.make("replaced")
        here = world.folder
    folder = tiny(tmp_path / "ray" / "b")
    edit(folder, ("tasks = [", 'engine = "ray"\nworkers = 2\ntasks = ['))
    with inhabited(folder):
        command = [sys.executable, "-m", "tests.flow.making_on_ray", str(folder), "replaced"]
        made = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, encoding="utf-8", timeout=PATIENCE)
    assert made.returncode == 0, made.stderr
    assert made.stdout.splitlines()[-1] == "actors 4", "two for each stage"
    for name in ("passages", "replaced"):
        assert (folder / "corpus" / f"{name}.jsonl").read_bytes() == (here / "corpus" / f"{name}.jsonl").read_bytes()
