"""TOML that people write: the mark that editors on Windows put first is no part of it, and it is UTF-8."""

import codecs
import json
import re
import tomllib
from collections.abc import Mapping
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from pingce.spec.errors import UserError
from pingce.spec.problem import a_byte
from pingce.spec.words import Words

from .source import read_bytes

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def read_toml(path: Path) -> dict[str, Any]:
    return toml_table(read_bytes(path), path)


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


def toml_value(value: object) -> str:
    """A value as TOML writes it, on one line: texts, numbers, dates, true and false, lists and tables."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case datetime() | date() | time():
            return value.isoformat()
        case str():
            # JSON's escapes are TOML's, but for the one control character that JSON leaves alone.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
        case list() | tuple():
            return f"[{', '.join(map(toml_value, value))}]"
        case Mapping():
            inner = ", ".join(f"{toml_key(str(key))} = {toml_value(part)}" for key, part in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        case _:
            raise TypeError(f"TOML has no {type(value).__name__}")


def toml_key(name: str) -> str:
    return name if BARE_KEY.fullmatch(name) else toml_value(name)
