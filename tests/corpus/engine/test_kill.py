"""A real process, killed and interrupted for real."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[3]
GOING_ON = "going on after {} batches of an interrupted run.\n"


def start(out: Path, *options: str) -> subprocess.Popen[str]:
    """A session of its own, so that a signal to the group reaches its workers too, as Ctrl-C does."""
    command = [sys.executable, "-m", "tests.corpus.engine.program", str(out), *options]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8", start_new_session=True
    )


def run(out: Path, *options: str) -> tuple[int | None, str]:
    process = start(out, *options)
    _, said = process.communicate(timeout=PATIENCE)
    return process.returncode, said


def wait_for(process: subprocess.Popen[str], batches: int) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    for i in range(batches):
        assert process.stdout.readline() == "batch\n"
        if i < batches - 1:
            process.stdin.write("\n")
            process.stdin.flush()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("undisturbed")
    assert run(folder / "out.txt") == (0, "")
    return contents(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("workers", ["1", "2"])
def test_killed_again_and_again_it_ends_with_the_same_bytes(
    workers: str, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    chance = random.Random(int(workers))
    done = 0
    for _ in range(4):
        process = start(tmp_path / "out.txt", "--wait", "--workers", workers)
        batches = chance.randint(1, 30)
        wait_for(process, batches)
        process.kill()
        _, said = process.communicate(timeout=PATIENCE)
        assert said.endswith(GOING_ON.format(done) if done else "")
        done += batches
    code, said = run(tmp_path / "out.txt", "--workers", workers)
    assert (code, said) == (0, f"{tmp_path / 'out.txt'}: {GOING_ON.format(done)}")
    assert contents(tmp_path) == undisturbed


@pytest.mark.parametrize("batches", [1, 7, 40, 160])
def test_killed_in_full_run_it_ends_with_the_same_bytes(
    batches: int, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    process = start(tmp_path / "out.txt", "--wait")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n" * 400)  # it waits for nobody, so the kill comes in the middle of anything
    process.stdin.flush()
    for _ in range(batches):
        process.stdout.readline()
    process.kill()
    process.communicate()
    code, _ = run(tmp_path / "out.txt")
    assert code == 0
    assert contents(tmp_path) == undisturbed


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_everything_with_one_line(workers: str, undisturbed: dict[str, bytes], tmp_path: Path) -> None:
    process = start(tmp_path / "out.txt", "--wait", "--workers", workers)
    wait_for(process, 5)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)  # returns when nobody has our pipe any more, so no worker is left
    assert (process.returncode, said) == (130, "\nInterrupted; run the same command again to go on.\n")
    code, said = run(tmp_path / "out.txt")
    assert (code, said) == (0, f"{tmp_path / 'out.txt'}: {GOING_ON.format(5)}")
    assert contents(tmp_path) == undisturbed


def test_ray_gives_the_same_bytes_and_says_nothing(undisturbed: dict[str, bytes], tmp_path: Path) -> None:
    assert run(tmp_path / "out.txt", "--engine", "ray", "--workers", "2") == (0, "")
    assert contents(tmp_path) == undisturbed
