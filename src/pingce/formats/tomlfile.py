"""TOML that people write: the mark that editors on Windows put first is no part of it, and it is UTF-8."""

import codecs
import tomllib
from pathlib import Path
from typing import Any

from pingce.spec.errors import UserError, cannot_read
from pingce.spec.problem import a_byte
from pingce.spec.words import Words


def read_toml(path: Path) -> dict[str, Any]:
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise cannot_read(path, problem) from problem
    return toml_table(content, path)


def toml_table(content: bytes, name: object) -> dict[str, Any]:
    """What a file says; ``name`` is how its reader knows it."""
    try:
        return tomllib.loads(content.removeprefix(codecs.BOM_UTF8).decode())
    except UnicodeDecodeError as problem:
        byte_shown = a_byte(problem.object[problem.start])
        line = problem.object.count(b"\n", 0, problem.start) + 1
        raise UserError(
            Words(
                f"{name}:{line}：实际 {byte_shown.zh}；应为 UTF-8 编码的文本。",
                f"{name}:{line}: found {byte_shown.en}; expected text in UTF-8.",
            ),
            code="not-utf8",
        ) from problem
    except tomllib.TOMLDecodeError as problem:
        words = Words(f"{name} 不是 TOML：{problem}。", f"{name} is not TOML: {problem}.")
        raise UserError(words, code="bad-toml") from problem
