"""Reading rules that people write: a TOML file, all its problems at once."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from pingce.formats.source import find_source
from pingce.formats.tomlfile import toml_table
from pingce.spec.errors import UserError
from pingce.spec.problem import shown
from pingce.spec.words import Words

T = TypeVar("T", bound=str)


class Settings:
    """A table of a TOML file; wrong and unknown keys are noted and told together by ``finish``."""

    def __init__(self, values: dict[str, object], source: str, place: str, problems: list[Words]) -> None:
        self.values, self.source, self.place, self.problems = values, source, place, problems

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def tables(self, key: str) -> Iterator["Settings"]:
        value = self.values.get(key, [])
        if not isinstance(value, list) or not value or not all(isinstance(table, dict) for table in value):
            self.note(key, value, Words(f"一个或多个 [[{key}]]", f"one or more [[{key}]]"))
            return
        for i, table in enumerate(value):
            yield Settings(table, self.source, f"{self.place}{key}[{i}].", self.problems)

    def table(self, key: str) -> "Settings":
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            self.note(key, value, Words(f"表 [{key}]", f"a table [{key}]"))
            value = {}
        return Settings(value, self.source, f"{self.place}{key}.", self.problems)

    def string(self, key: str, default: str | None = None) -> str:
        value = self.values.get(key, default)
        if isinstance(value, str):
            return value
        self.note(key, value, Words("字符串", "a string"))
        return ""

    def number(self, key: str, default: float | None = None) -> float:
        value = self.values.get(key, default)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        self.note(key, value, Words("数", "a number"))
        return 0.0

    def boolean(self, key: str, *, default: bool | None = None) -> bool:
        value = self.values.get(key, default)
        if isinstance(value, bool):
            return value
        self.note(key, value, Words("true 或 false", "true or false"))
        return False

    def strings(self, key: str) -> tuple[str, ...]:
        value = self.values.get(key)
        if isinstance(value, list) and all(isinstance(text, str) for text in value):
            return tuple(value)
        self.note(key, value, Words("字符串的列表", "a list of strings"))
        return ()

    def choice(self, key: str, options: Sequence[T], default: T | None = None) -> T:
        value = self.values.get(key, default)
        for option in options:
            if value == option:
                return option
        self.note(key, value, Words("/".join(options), "/".join(options)))
        return options[0]

    def only(self, *keys: str) -> None:
        for key in self.values:
            if key not in keys:
                self.note(key, self.values[key], Words(f"只有 {'、'.join(keys)}", f"only {', '.join(keys)}"))

    def note(self, key: str, found: object, expected: Words) -> None:
        """One more thing that is wrong."""
        where = f"{self.place}{key}"
        value = shown(found) if key in self.values else "–"
        self.problems.append(
            Words(
                f"{self.source} {where}：实际 {value}；应为 {expected.zh}",
                f"{self.source} {where}: found {value}; expected {expected.en}",
            )
        )

    def finish(self) -> None:
        """Everything that was wrong, if anything was."""
        if self.problems:
            raise UserError(
                Words(
                    "\n".join(problem.zh for problem in self.problems),
                    "\n".join(problem.en for problem in self.problems),
                ),
                code="bad-settings",
            )


def find_rules(name: str | Path, known: Mapping[str, Path], what: Words) -> Path:
    """Rules of our own by name, or a file."""
    path = known.get(str(name)) or Path(name)
    if str(name) not in known and not path.is_file():
        raise UserError(
            Words(f"没有{what.zh}“{name}”，也没有这个文件。", f"There are no {what.en} '{name}', nor such a file."),
            hint=Words(f"已有：{'、'.join(known)}。", f"Known: {', '.join(known)}."),
            code="unknown-rules",
        )
    return path


def read_settings(path: Path) -> Settings:
    source = find_source(path)
    with source.open() as file:
        values = toml_table(file.read(), path)
    return Settings(values, source.base_name, "", [])
