"""Putting restored files where they belong, so that a restore that is broken off can be run again.

What is about to be put into the folder is listed in the workplace first. A workplace that is found there belongs to a
restore that was killed (one that fails clears up after itself), and what its list names is taken away by the next.
"""

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.copies.model import not_empty

from .locking import locked

PLACE = ".restore"
LIST = "placed.json"


def need_free(folder: Path, tops: Sequence[str]) -> None:
    """Nothing is overwritten but what an earlier restore has left."""
    left = _left(folder)
    for top in tops:
        if top not in left and os.path.lexists(folder / top):
            raise not_empty(str(folder / top))


@contextmanager
def workplace(folder: Path) -> Iterator[Path]:
    """A folder in which everything is made ready, on the same disk; whoever is in it is alone."""
    work_folder = folder / PLACE
    work_folder.mkdir(mode=0o700, exist_ok=True)
    with _alone(work_folder):
        for top in _left(folder):
            _remove(folder / top)
        for path in work_folder.iterdir():
            _remove(path)
        try:
            yield work_folder
        finally:
            shutil.rmtree(work_folder)


@contextmanager
def placed(folder: Path, ready: Path, tops: Sequence[str]) -> Iterator[None]:
    """Files in their place; taken away again when what follows fails."""
    need_free(folder, tops)
    (folder / PLACE / LIST).write_text(json.dumps(list(tops)), encoding="utf-8")
    try:
        for top in tops:
            (ready / top).rename(folder / top)
        yield
    except BaseException:
        for top in tops:
            _remove(folder / top)
        raise


def _left(folder: Path) -> list[str]:
    try:
        names = json.loads((folder / PLACE / LIST).read_bytes())
    except (OSError, ValueError):  # it was killed before it put anything anywhere
        return []
    return [str(name) for name in names]


@contextmanager
def _alone(work_folder: Path) -> Iterator[None]:
    with locked(work_folder) as is_ours:
        if not is_ours:
            words = Words(f"{work_folder.parent} 正在被恢复。", f"{work_folder.parent} is being restored already.")
            raise UserError(words, code="being-restored")
        yield


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        with suppress(FileNotFoundError):
            path.unlink()
