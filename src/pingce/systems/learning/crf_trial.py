"""CRF files of a model folder, opened and asked about everything in a process of its own first.

python-crfsuite is not written for files of strangers. They are looked at before it gets them (:mod:`.crf_file`); should
one bring it down or keep it busy all the same, that happens here, where it costs nothing but a message.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.systems.stored import damaged

SECONDS = 60.0


def try_fields(folder: Path, *, seconds: float = SECONDS) -> None:
    """All CRF files of a folder and of the models in it; nothing if there are none."""
    files = sorted(path for path in folder.rglob("*.crf") if path.is_file())
    if not files:
        return
    # -P: nothing is imported from the working folder, which may be the stranger's.
    command = [sys.executable, "-P", "-m", __name__, *map(str, files)]
    try:
        done = subprocess.run(  # noqa: S603 (our own program and its files)
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired as late:
        raise damaged(
            _current(files, late.stdout),
            Words(f"试读 {seconds:g} 秒还没有完", f"trying it out took longer than {seconds:g} s"),
        ) from late
    if done.returncode:
        raise damaged(
            _current(files, done.stdout),
            Words(f"读它的程序中止了（{done.returncode}）", f"the program that read it ended ({done.returncode})"),
        )


def _current(files: Sequence[Path], told: bytes | None) -> Path:
    """The one at work: the child says a dot for every file before it opens it."""
    return files[max(0, len(told or b"") - 1)]


def main(paths: Sequence[str]) -> None:
    """In the child process: open each file and label with it, a dot before each."""
    from .crf import Crf

    for path in paths:
        sys.stdout.write(".")
        sys.stdout.flush()
        try:
            Crf(Path(path)).try_out()
        except UserError:
            continue  # told when the model is loaded, with the words for it


if __name__ == "__main__":
    main(sys.argv[1:])
