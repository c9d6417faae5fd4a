"""TOML files → one table; every problem is collected with the file it is in.

The first half of :mod:`.load`: only files and tables, nothing of what they mean.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pingce.formats.tomlfile import toml_table
from pingce.spec.errors import UserError, cannot_read
from pingce.spec.words import Words

TABLES = ("classes", "tags", "relations", "whole", "abstract")
"""Named lists of words."""
LISTS = ("group", "homograph", "false")
"""Records, each with its own keys."""


class LexiconRow(NamedTuple):
    """One record or one named list, and where it stands."""

    where: str
    value: Mapping[str, object]


class Raw:
    """The content of a lexicon's files, unchecked, and what was wrong so far."""

    def __init__(self) -> None:
        self.records: dict[str, list[LexiconRow]] = {name: [] for name in LISTS}
        self.tables: dict[str, dict[str, tuple[str, object]]] = {name: {} for name in TABLES}
        self.problems: list[str] = []

    def add(self, where: str, content: Mapping[str, object]) -> None:
        for name, value in content.items():
            if name in LISTS:
                self._add_records(where, name, value)
            elif name in TABLES:
                self._add_table(where, name, value)
            else:
                self.problems.append(f"{where}: unknown table {name}; expected one of {', '.join(LISTS + TABLES)}")

    def _add_records(self, where: str, name: str, value: object) -> None:
        if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
            self.problems.append(f"{where}: {name} is no list; expected [[{name}]]")
            return
        self.records[name].extend(LexiconRow(f"{where}: {name} {i}", row) for i, row in enumerate(value, 1))

    def _add_table(self, where: str, name: str, value: object) -> None:
        if not isinstance(value, dict):
            self.problems.append(f"{where}: {name} is no table; expected [{name}]")
            return
        for key, words in value.items():
            if key in self.tables[name]:
                self.problems.append(f"{where}: {name}.{key} stands in {self.tables[name][key][0]} too")
            self.tables[name][key] = (where, words)


def read_lexicon(path: Path) -> tuple[Raw, list[bytes]]:
    """The tables of a file, or of all ``*.toml`` files of a folder in the order of their names."""
    raw, contents = Raw(), []
    for file in _files(path):
        try:
            content = file.read_bytes()
            contents.append(content)
            raw.add(file.name, toml_table(content, file.name))
        except OSError as problem:
            raise cannot_read(file, problem) from problem
        except UserError as problem:
            raw.problems.append(problem.message.removesuffix("."))
    return raw, contents


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    files = sorted(path.glob("*.toml"))
    if not files:
        raise UserError(
            Words(f"{path} 里没有 .toml 文件；应为词库。", f"{path} has no .toml file; expected a lexicon."),
            code="no-lexicon",
        )
    yield from files
