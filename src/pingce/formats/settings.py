"""Settings that people write, from a TOML file, JSON or the command line, and all their mistakes at once.

Two ways, by what the settings are:

- ``Settings`` walks a TOML table key by key, for rules that have a shape of their own (levels, tiers, outliers);
- ``changed`` and ``converted`` fill a class of settings from a mapping: ``changed`` lays single values over settings
  there are, each looked at by a function of ``must_be``; ``converted`` makes them from types alone.

Whoever calls raises the error, with the words that ``all_problems`` puts together.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, get_type_hints

import msgspec

from pingce.formats.source import find_source
from pingce.formats.tomlfile import toml_table
from pingce.spec.errors import UserError
from pingce.spec.problem import shown
from pingce.spec.words import Words, same

T = TypeVar("T", bound=str)
Kind = TypeVar("Kind")
Look = Callable[[object], Words | None]
"""What a value must be, when it is not."""
SOME = Words("至少一个", "at least one")
"""What a list must be that is there and empty."""


class SettingsProblem(NamedTuple):
    """What is wrong with one key of a table, and where in the file it stands."""

    source: str
    place: str
    """The way to the key, such as ``answer[0].labels[1].name``."""
    found: Words
    expected: Words

    @property
    def line(self) -> Words:
        """As messages tell it: where, found, expected."""
        return Words(
            f"{self.source} {self.place}：实际 {self.found.zh}；应为 {self.expected.zh}",
            f"{self.source} {self.place}: found {self.found.en}; expected {self.expected.en}",
        )


class Settings:
    """A table of a TOML file; wrong and unknown keys are noted and told together by ``finish``."""

    def __init__(self, values: dict[str, object], source: str, where: str, problems: list[SettingsProblem]) -> None:
        self.values, self.source, self.place, self.problems = values, source, where, problems

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def tables(self, key: str) -> Iterator["Settings"]:
        """The tables of a list such as ``[[level]]``; there must be one at least."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not value or not all(isinstance(table, dict) for table in value):
            none = key in self.values and value == []
            self.note(key, value, SOME if none else Words(f"一个或多个 [[{key}]]", f"one or more [[{key}]]"))
            return
        for i, table in enumerate(value):
            yield Settings(table, self.source, f"{self.place}{key}[{i}].", self.problems)

    def table(self, key: str) -> "Settings":
        """A table within the table; empty where it is missing."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            self.note(key, value, Words(f"表 [{key}]", f"a table [{key}]"))
            value = {}
        return Settings(value, self.source, f"{self.place}{key}.", self.problems)

    def string(self, key: str, default: str | None = None) -> str:
        """A text, or the default."""
        value = self.values.get(key, default)
        if isinstance(value, str):
            return value
        self.note(key, value, Words("字符串", "a string"))
        return ""

    def number(self, key: str, default: float | None = None) -> float:
        """A number, whole or not, or the default."""
        value = self.values.get(key, default)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        self.note(key, value, Words("数", "a number"))
        return 0.0

    def boolean(self, key: str, *, default: bool | None = None) -> bool:
        """True or false, or the default."""
        value = self.values.get(key, default)
        if isinstance(value, bool):
            return value
        self.note(key, value, Words("true 或 false", "true or false"))
        return False

    def strings(self, key: str) -> tuple[str, ...]:
        """A list of texts; it must be there."""
        value = self.values.get(key)
        if isinstance(value, list) and all(isinstance(text, str) for text in value):
            return tuple(value)
        self.note(key, value, Words("字符串的列表", "a list of strings"))
        return ()

    def choice(self, key: str, options: Sequence[T], default: T | None = None) -> T:
        """One of a closed list, or the default."""
        value = self.values.get(key, default)
        for option in options:
            if value == option:
                return option
        self.note(key, value, Words("/".join(options), "/".join(options)))
        return options[0]

    def only(self, *keys: str) -> None:
        """Every other key is a mistake: a misspelt one would change nothing, silently."""
        for key in self.values:
            if key not in keys:
                self.note(key, self.values[key], Words(f"只有 {'、'.join(keys)}", f"only {', '.join(keys)}"))

    def note(self, key: str, given: object, expected: Words) -> None:
        """One more thing that is wrong."""
        value = shown(given) if key in self.values else "–"
        self.problems.append(SettingsProblem(self.source, f"{self.place}{key}", same(value), expected))

    def finish(self) -> None:
        """Everything that was wrong, if anything was."""
        if self.problems:
            raise UserError(
                Words(
                    "\n".join(problem.line.zh for problem in self.problems),
                    "\n".join(problem.line.en for problem in self.problems),
                ),
                code="bad-settings",
            )


def find_rules(name: str | Path, named: Mapping[str, Path], what: Words) -> Path:
    """Rules of our own by name, or a file."""
    path = named.get(str(name)) or Path(name)
    if str(name) not in named and not path.is_file():
        raise UserError(
            Words(f"没有{what.zh}“{name}”，也没有这个文件。", f"There are no {what.en} '{name}', nor such a file."),
            hint=Words(f"已有：{'、'.join(named)}。", f"Known: {', '.join(named)}."),
            code="unknown-rules",
        )
    return path


def read_settings(path: Path) -> Settings:
    """A TOML file to be walked; ``finish`` on what this gives tells everything that was wrong."""
    source = find_source(path)
    with source.open() as file:
        values = toml_table(file.read(), path)
    return Settings(values, source.base_name, "", [])


def one_of(labels: Sequence[str]) -> Look:
    """One of a closed list."""
    return lambda value: None if value in labels else Words("、".join(labels), "/".join(labels))


def several_of(labels: Sequence[str]) -> Look:
    """A list of some of a closed list."""
    expected = Words(f"以下的列表：{'、'.join(labels)}", f"a list of {', '.join(labels)}")
    return lambda value: None if isinstance(value, list | tuple) and all(v in labels for v in value) else expected


def yes_or_no(value: object) -> Words | None:
    """A boolean, and nothing that merely counts as one."""
    return None if isinstance(value, bool) else Words("true 或 false", "true or false")


def between(least: float, most: float, *, whole: bool = False, or_nothing: bool = False) -> Look:
    """A number in these bounds, both included."""
    kind = Words("整数", "a whole number") if whole else Words("数", "a number")
    rest = Words("或空", ", or null") if or_nothing else Words("", "")
    expected = Words(f" {least:g} 到 {most:g} 的{kind.zh}{rest.zh}", f"{kind.en} from {least:g} to {most:g}{rest.en}")

    def look(value: object) -> Words | None:
        if value is None:
            return None if or_nothing else expected
        number = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
        return None if number and least <= value <= most else expected  # type: ignore[operator] # it is a number

    return look


def text_of(longest: int) -> Look:
    """A text that is not too long."""
    expected = Words(f"不超过 {longest} 字的文本", f"a text of at most {longest} characters")
    return lambda value: None if isinstance(value, str) and len(value) <= longest else expected


def changed(base: Kind, changes: Mapping[str, object], must_be: Mapping[str, Look]) -> tuple[Kind, list[Words]]:
    """``base`` (a dataclass) with the changes that fit, and what is wrong with the others."""
    problems, good = [], {}
    for name, value in changes.items():
        if name not in must_be:
            names = "、".join(must_be)
            problems.append(Words(f"没有设置 {name}；有：{names}", f"there is no setting {name}; there are: {names}"))
        elif (expected := must_be[name](value)) is not None:
            given = shown(value)
            problems.append(Words(f"{name}：{given}；应为{expected.zh}", f"{name}: {given}; expected {expected.en}"))
        else:
            good[name] = _like(getattr(base, name), value)
    return replace(base, **good), problems  # type: ignore[type-var] # a dataclass


def _like(before: object, value: object) -> object:
    """JSON has no tuples, and a whole number where another would fit is still one that may have decimals."""
    if isinstance(before, float) and isinstance(value, int):
        return float(value)
    return tuple(value) if isinstance(value, list) else value


def all_problems(what: Words, problems: Sequence[Words]) -> Words:
    """The message of an error that tells several problems; ``what`` says in which settings they are."""
    return Words(
        f"{what.zh}：{'；'.join(problem.zh for problem in problems)}。",
        f"{what.en}: {'; '.join(problem.en for problem in problems)}.",
    )


def converted(kind: type[Kind], values: Mapping[str, Any], *, strict: bool = True) -> tuple[Kind | None, list[Words]]:
    """Settings of a class by the types of its fields, sections within sections; None beside what is wrong with them.

    Not ``strict``: values may be texts, as the command line has them.
    """
    good, problems = _converted(kind, values, "", strict=strict)
    return (None if problems else msgspec.convert(good, kind, strict=strict)), problems


def _converted(kind: Any, values: Mapping[str, Any], where: str, *, strict: bool) -> tuple[dict[str, Any], list[Words]]:  # noqa: ANN401
    hints = get_type_hints(kind, include_extras=True)
    good: dict[str, Any] = {}
    problems: list[Words] = []
    for name, value in values.items():
        if name not in hints:
            problems.append(Words(f"没有 {where}{name}", f"there is no {where}{name}"))
        elif _is_section(hints[name]) and isinstance(value, Mapping):
            good[name], below = _converted(hints[name], value, f"{where}{name}.", strict=strict)
            problems += below
        else:
            try:
                msgspec.convert(value, hints[name], strict=strict)
                good[name] = value
            except msgspec.ValidationError as problem:
                problems.append(Words(f"{where}{name}：{problem}", f"{where}{name}: {problem}"))
    return good, problems


def _is_section(hint: object) -> bool:
    return isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, msgspec.Struct))
