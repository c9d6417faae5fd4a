"""Files of a model folder: read as what they should be, or told to be damaged. They may come from anybody.

A model folder may be somebody else's: files are read as JSON or plain arrays, never unpickled, and whatever does not
fit becomes one message that the folder is damaged.
"""

import math
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from pingce.spec.errors import UserError, reason
from pingce.spec.values import Item
from pingce.spec.words import Words, same

from .interface import Model, Prediction, Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

T = TypeVar("T")
MOST_BYTES = 2**31
"""Of arrays unpacked from one file: a few kilobytes can say that they are many gigabytes."""


@dataclass(frozen=True)
class StoredModel:
    """A model from a folder that anybody may have made: it answers with numbers, or is told to be damaged."""

    folder: Path
    model: Model

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        with errors_as_damage(self.folder):
            predictions = self.model.predict(items, progress)
        for item, prediction in zip(items, predictions, strict=True):
            if not _all_finite((prediction.score, prediction.detail)):
                raise damaged(
                    self.folder,
                    Words(
                        f"对题目 {item.id} 算出的分数不是数",
                        f"what it computes for question {item.id} is not a number",
                    ),
                )
        return predictions


@contextmanager
def errors_as_damage(folder: Path) -> Iterator[None]:
    """Whatever the libraries below say about files that no training of ours has written, as one message.

    What a file may do wrong on its own is told by whoever reads it. Here ends what shows only when the parts of a model
    meet: a table of another size, a label that nobody knows, a tokenizer that has no words.
    """
    try:
        yield
    except (UserError, TimeoutError):  # a time limit says nothing about files
        raise
    except Exception as problem:  # libraries raise anything, tokenizers even a plain Exception
        told = f"{type(problem).__name__}: {problem}".splitlines()[0][:200]
        raise damaged(folder, same(told)) from problem


def _all_finite(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, Mapping):
        return all(map(_all_finite, value.values()))
    if isinstance(value, (list, tuple)):
        return all(map(_all_finite, value))
    return True


def damaged(path: Path, why: Words) -> UserError:
    """A file that is there, whose checksum may even be right, and that no training of ours has written so."""
    return UserError(
        Words(f"模型文件 {path} 已损坏：{why.zh}。", f"The model file {path} is damaged: {why.en}."),
        hint=Words("请重新训练或重新复制。", "Train or copy it again."),
        code="damaged-model",
    )


def read_json(path: Path, kind: type[T]) -> T:
    """A JSON file of one type."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as problem:
        raise damaged(path, reason(problem)) from problem
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise damaged(path, same(str(problem))) from problem


def read_arrays(path: Path, *names: str) -> "list[NDArray[Any]]":
    """Arrays of an npz file by their names; how much they unpack to is looked at before."""
    import numpy as np

    try:
        with zipfile.ZipFile(path) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
        if size > MOST_BYTES:
            raise damaged(path, Words(f"解开后有 {size} 字节", f"it unpacks to {size} bytes"))
        with np.load(path, allow_pickle=False) as stored:
            return [stored[name] for name in names]
    except OSError as problem:
        raise damaged(path, reason(problem)) from problem
    except (zipfile.BadZipFile, ValueError, KeyError, EOFError, MemoryError) as problem:
        raise damaged(path, same(str(problem))) from problem
