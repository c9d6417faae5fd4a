"""What a command writes: kept apart from what it reads, and given up when nobody takes it."""

import functools
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TextIO, TypeVar

from pingce.spec.errors import UserError
from pingce.spec.words import Words

Result = TypeVar("Result")


def writes(*outputs: str) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
    """The parameters of files to write; all others may name files to read. Stands next to the function."""

    def decorate(command: Callable[..., Result]) -> Callable[..., Result]:
        @functools.wraps(command)
        def careful(**given: object) -> Result:
            keep_apart([given[name] for name in outputs], [given[name] for name in given if name not in outputs])
            return command(**given)

        return careful

    return decorate


def keep_apart(outputs: Iterable[object], inputs: Iterable[object]) -> None:
    """Nothing is lost by a slip: no output takes the place of an input or of another output."""
    targets = [path for path in outputs if isinstance(path, Path)]
    read = {path.resolve() for path_given in inputs for path in _files(path_given)}
    places = [target.resolve() for target in targets]
    for target, resolved in zip(targets, places, strict=True):
        if resolved in read and resolved.is_file():
            raise UserError(
                Words(f"{target} 是要读的文件，不能写在上面。", f"{target} is read; it is not overwritten."),
                hint=Words("请给结果另起一个名字。", "Give the result another name."),
                code="output-is-input",
            )
        if places.count(resolved) > 1:
            raise UserError(
                Words(f"有两份结果都要写到 {target}。", f"Two results would be written to {target}."),
                hint=Words("请各起一个名字。", "Give each a name of its own."),
                code="same-file",
            )


def _files(given: object) -> Iterator[Path]:
    """Those a value may name: alone, in a list, after ``TASK:SPLIT=``, or inside a zip pack."""
    if isinstance(given, tuple | list):
        for path_given in given:
            yield from _files(path_given)
    elif isinstance(given, str | Path) and str(given):
        named = [Path(given), Path(str(given).partition("=")[2])]
        for path in named:
            yield path
            yield from (parent for parent in path.parents if parent.suffix == ".zip")


def leave_unsaid(stream: TextIO) -> None:
    """When the reader of a pipe has gone, or the disk is full: what is still in the buffers goes nowhere.

    Else Python would fail on it once more at the very end.
    """
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
