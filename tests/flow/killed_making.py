"""``pingce make`` killed in the middle of every stage, each time made again: BENCHMARK FOLDER POINTS.

Everything is loaded once; every make is a copy of this process. A make that is to be killed counts what it does to the
benchmark's files, and every step of its progress, and ends itself by SIGKILL just before a certain one. Tells for each
kill: stage, whether the stage was made for the first time or anew, what it was about to do, how both makes ended, and
where the benchmark is now. The folder ``before`` is the benchmark that nobody disturbed.
"""

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from pingce.corpus.engine import resume
from pingce.corpus.engine.output import Resumable
from pingce.corpus.replace import run as replace
from pingce.corpus.screen import run as screen
from pingce.flow.benchmark import open_benchmark
from pingce.flow.make import Maker
from pingce.language.tagging.catalog import make_tagger
from pingce.store.database import open_database
from pingce.store.people import Actor, Role
from pingce.systems.catalog import open_system
from pingce.systems.progress_lines import LineProgress
from pingce.tasks.catalog import find_task

STEP = "pingce.step"
TOUCHES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.truncate", "shutil.rmtree"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
OURS = ("pingce.db", "runs", ".pingce")
"""The database, the logs and the checksums are not what a stage makes."""
Touch = Callable[[str], None]


def watch(folder: Path, touched: Touch) -> None:
    """Call ``touched`` before every change to a file that a stage makes, and at every step of its progress."""
    advance = LineProgress.advance

    def stepped(self: LineProgress, steps: int = 1, note: str = "") -> None:
        sys.audit(STEP)
        advance(self, steps, note)

    setattr(LineProgress, "advance", stepped)  # noqa: B010 (not its own)

    def heard(event: str, args: tuple[Any, ...]) -> None:
        if event == STEP:
            touched("step")
        elif event in TOUCHES or (event == "open" and isinstance(args[2], int) and args[2] & WRITING):
            path = args[1] if event == "os.link" else args[0]
            if isinstance(path, str | os.PathLike):
                inside = Path(os.path.abspath(path))  # noqa: PTH100 (a link to an open file must not be followed)
                if inside.is_relative_to(folder) and not inside.relative_to(folder).as_posix().startswith(OURS):
                    touched(f"{event} {inside.relative_to(folder)}")

    sys.addaudithook(heard)


def ended(run: Callable[[], object]) -> int:
    """How a copy of this process ended that did so."""
    child = os.fork()
    if not child:
        run()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def make(folder: Path, stage: str, *, again: bool = False) -> None:
    engine = open_database(str(folder / "pingce.db"), flush=False)
    Maker(open_benchmark(folder), engine, Actor(1, "root", frozenset({Role.ADMIN, Role.BUILDER}))).make(
        stage, again=again
    )
    engine.dispose()


def make_counted(folder: Path, stage: str, out: Path, *, again: bool) -> None:
    touches: list[str] = []
    watch(folder, touches.append)
    make(folder, stage, again=again)
    out.write_text(json.dumps(touches), encoding="utf-8")


def make_killed(folder: Path, stage: str, at: int, *, again: bool) -> None:
    left = at

    def touched(_: str) -> None:
        nonlocal left
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1

    watch(folder, touched)
    make(folder, stage, again=again)


def spread(touches: list[str], most: int) -> list[int]:
    """Where to kill: the first and the last moment, some between, and one in the middle of the progress."""
    last = len(touches) - 1
    steps = [i for i, touch in enumerate(touches) if touch == "step"]
    between = {round(i * last / (most - 1)) for i in range(most)}
    return sorted({*between, *steps[len(steps) // 2 : len(steps) // 2 + 1]})


def main(benchmark: Path, folder: Path, points: int) -> None:
    make_tagger("default").tag("桌子上")
    for system in ("linear", "encoder"):
        open_system(system, find_task("space2022/task1"))
    for library in ("sklearn.linear_model", "transformers.models.bert.modeling_bert"):
        import_module(library)
    # Small batches, each on disk at once, so that a killed run leaves something to go on from.
    setattr(resume, "Resumable", lambda journal, tracks, marks, _: Resumable(journal, tracks, marks, 0.0))  # noqa: B010
    replace.BATCH = 16
    assert screen.screen.__kwdefaults__ is not None
    screen.screen.__kwdefaults__["batch_bytes"] = 1000
    before = shutil.copytree(benchmark, folder / "before")
    work = folder / "work" / benchmark.name  # a benchmark stays in its place, so every make is made here

    def at_work(run: Callable[..., None], *args: object, **options: object) -> int:
        return ended(partial(run, work, *args, **options))

    def kill(stage: str, *, again: bool) -> None:
        told = folder / f"{stage}-{again}.json"
        shutil.copytree(before, work)
        assert at_work(make_counted, stage, told, again=again) == 0
        shutil.rmtree(work)
        touches: list[str] = json.loads(told.read_text(encoding="utf-8"))
        for at in spread(touches, points):
            shutil.copytree(before, work)
            codes = at_work(make_killed, stage, at, again=again), at_work(make, stage)
            killed = work.rename(folder / f"{stage}-{again}-{at:05}")
            kind = "anew" if again else "first"
            sys.stdout.write(f"killed\t{stage}\t{kind}\t{touches[at]}\t{codes[0]}\t{codes[1]}\t{killed}\n")
            sys.stdout.flush()

    for stage in open_benchmark(benchmark).by_name:
        kill(stage, again=False)
        before.rename(work)
        assert at_work(make, stage) == 0
        work.rename(before)
        kill(stage, again=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
