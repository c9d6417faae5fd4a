"""TOML that people write: the mark that editors on Windows put first is no part of it, and it is UTF-8."""

import codecs
import json
import re
import tomllib
from collections.abc import Mapping
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from pingce.spec.errors import UserError, not_utf8
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
        line = problem.object.count(b"\n", 0, problem.start) + 1
        raise not_utf8(f"{name}:{line}", problem) from problem
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
