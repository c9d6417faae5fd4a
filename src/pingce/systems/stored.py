"""Files of a model folder: read as what they should be, or told to be damaged. They may come from anybody."""

from pathlib import Path
from typing import TypeVar

import msgspec

from pingce.spec.errors import UserError, reason
from pingce.spec.words import Words, same

T = TypeVar("T")


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
