"""Whole small files, or why they cannot be read."""

from pathlib import Path

from pingce.spec.errors import UserError, reason
from pingce.spec.words import Words

NO_HINT = Words("", "")


def read_bytes(path: Path, hint: Words = NO_HINT) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        why = reason(problem)
        words = Words(f"无法读取 {path}：{why.zh}。", f"Cannot read {path}: {why.en}.")
        raise UserError(words, hint=Words(hint.zh, hint.en), code="cannot-read") from problem
