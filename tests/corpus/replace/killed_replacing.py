"""``corpus replace`` killed at one moment after the other, each time run again: ORIGINALS FOLDER.

Everything is loaded once; every run is a copy of this process, which kills itself where it is told to.
"""

import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from pingce.cli.corpus import corpus
from pingce.corpus.engine import resumable_output
from pingce.corpus.engine.output import Resumable
from pingce.corpus.replace import run as stage
from pingce.corpus.replace import select
from pingce.language.tagging.catalog import make_tagger

MOMENTS: dict[str, tuple[Any, str, int]] = {
    "a batch written": (Resumable, "write", 1),
    "five batches written": (Resumable, "write", 5),
    "a batch on disk": (Resumable, "sync", 1),
    "two batches on disk": (Resumable, "sync", 2),
    "tallies in place": (Path, "replace", 1),
    "candidates in place": (Path, "replace", 2),
    "first pass done": (stage, "_make", 1),
    "some chosen": (select, "candidate_of", 3),
    "output in place": (stage, "_choose", 1),
    "candidates gone": (Path, "unlink", 3),
    "all gone": (Path, "unlink", 4),
}
"""Killed after so many calls of what."""


def killed_after(owner: Any, name: str, calls: int) -> None:
    real, left = getattr(owner, name), calls

    def counted(*args: Any, **kwargs: Any) -> Any:
        nonlocal left
        found = real(*args, **kwargs)
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        return found

    setattr(owner, name, counted)


def ended(run: Callable[[], object]) -> int:
    """How a copy of this process ended that did so."""
    child = os.fork()
    if not child:
        run()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main(originals: str, folder: Path) -> None:
    stage.BATCH = 2
    make_tagger("default").tag("桌子上")

    def replace(moment: str) -> None:
        every = 0.0 if moment.endswith("on disk") else 99.0
        setattr(stage, "resumable_output", partial(resumable_output, every=every))  # noqa: B010 (not its own)
        corpus(["replace", originals, str(folder / moment / "out.jsonl"), "--workers", "1"], standalone_mode=False)

    def replace_killed(moment: str) -> None:
        killed_after(*MOMENTS[moment])
        replace(moment)

    for moment in MOMENTS:
        (folder / moment).mkdir()
        codes = ended(partial(replace_killed, moment)), ended(partial(replace, moment))
        sys.stdout.write(f"{moment}\t{codes[0]}\t{codes[1]}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
