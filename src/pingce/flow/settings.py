"""What the settings of a stage may be: a closed table per kind, because a benchmark folder is foreign data.

Nothing in a folder says where on the network or on the machine something is: addresses, variables of the environment
and paths that lead out of the folder are refused wherever they stand.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal

from pingce.spec.words import Words, same

ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
Check = Callable[[object], Words | None]
"""What was expected instead, if the value cannot be used."""
SettingForm = Literal["text", "prose", "path", "whole", "real", "flag", "label", "strings", "table", "phases"]
"""What a page offers to enter a value."""


@dataclass(frozen=True)
class SettingKind:
    """How a value is checked; ``inside`` marks paths, which are looked up in the benchmark's folder."""

    check: Check
    form: SettingForm
    inside: bool = False
    prose: bool = False
    """Words for people, in which an address may stand."""
    least: int | None = None
    """The smallest whole number."""
    labels: tuple[str, ...] = ()
    """All there are to choose from."""


def whole(least: int = 0) -> SettingKind:
    """A setting whose value is a whole number, at least ``least``."""
    expected = Words(f"不小于 {least} 的整数", f"a whole number, at least {least}")
    return SettingKind(lambda value: None if _is_whole(value, least) else expected, "whole", least=least)


def _is_whole(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _is_real(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def label(*labels: str) -> SettingKind:
    """A setting whose value is one of these labels."""
    expected = Words("、".join(labels), "/".join(labels))
    return SettingKind(lambda value: None if value in labels else expected, "label", labels=labels)


def _strings(value: object) -> Words | None:
    if isinstance(value, list) and all(isinstance(text, str) and text for text in value):
        return None
    return Words("字符串的列表", "a list of strings")


def _scalars(value: object) -> Words | None:
    if isinstance(value, dict) and all(isinstance(part, str | int | float | bool) for part in value.values()):
        return None
    return Words("一张只有数、字符串和 true/false 的表", "a table of numbers, strings and true/false")


def _wholes(value: object) -> Words | None:
    if isinstance(value, str) and re.fullmatch(r"\d{1,9}(\s*,\s*\d{1,9})*", value, re.ASCII):
        return None
    return Words("逗号隔开的整数，如 600,700", "whole numbers with commas between, such as 600,700")


WHOLES = SettingKind(_wholes, "text")
TEXT = SettingKind(lambda value: None if isinstance(value, str) and value else Words("字符串", "a string"), "text")
PROSE = SettingKind(TEXT.check, "prose", prose=True)
PATH = SettingKind(TEXT.check, "path", inside=True)
REAL = SettingKind(lambda value: None if _is_real(value) else Words("数", "a number"), "real")
FLAG = SettingKind(lambda value: None if isinstance(value, bool) else same("true/false"), "flag")
STRINGS = SettingKind(_strings, "strings")
TABLE = SettingKind(_scalars, "table")
"""Settings that another part of the program knows by name and checks itself."""
PHASES = SettingKind(lambda _: None, "phases")
"""The phases of a competition; ``benchmark.py`` looks at them."""


def inside(folder: Path, text: str) -> Words | None:
    """What is wrong with a path that should lie in the folder; links that lead out of it are wrong, too."""
    path = PurePosixPath(text)
    expected = Words("文件夹里面的路径", "a path inside the folder")
    if path.is_absolute() or ".." in path.parts or "\\" in text or "\0" in text or re.match("[A-Za-z]:", text):
        return expected
    root = folder.resolve()
    return None if (root / path).resolve().is_relative_to(root) else expected


def foreign(value: object) -> Words | None:
    """What is wrong with a value that names something outside: an address, a variable, a place on the machine."""
    match value:
        case str() if ADDRESS.match(value):
            return Words("不是网址（benchmark.toml 里的网址一律不用）", "no address (none in benchmark.toml is obeyed)")
        case str() if value.startswith(("$", "~", "/", "\\")) or ".." in PurePosixPath(value).parts:
            return Words("不指向文件夹之外的值", "a value that leads nowhere outside the folder")
        case list() | tuple():
            return next((name for part in value if (name := foreign(part)) is not None), None)
        case dict():
            return foreign(list(value.values()))
        case _:
            return None


TAGGED: Mapping[str, SettingKind] = {"tagger": TEXT, "user_dictionary": PATH, "lexicon": PATH}
CAMPAIGN: Mapping[str, SettingKind] = {
    "title": PROSE,
    "preset": TEXT,
    "form": TEXT,
    "campaign": TABLE,
    "rules": TABLE,
    "open": FLAG,
}
