"""The cleaning rules: data with names, read from ``rules.toml`` or the user's own file.

Each rule has a name, a pattern, what stands in its place and whether it looks at glosses or examples, so that a
cleaning report can say which rule changed what, and a lexicographer can add one without reading code.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Literal, get_args

from pingce.formats.tomlfile import read_toml, toml_table
from pingce.spec.errors import UserError
from pingce.spec.words import Words

from ..entries import HAN

Where = Literal["gloss", "examples", "both"]


@dataclass(frozen=True)
class CleaningRule:
    """Every match of the pattern is replaced."""

    name: str
    pattern: re.Pattern[str]
    replace: str
    on: Where
    enabled: bool


@dataclass(frozen=True)
class NamedPattern:
    """A pattern with a name."""

    name: str
    pattern: re.Pattern[str]


@dataclass(frozen=True)
class CleaningRules:
    """All of a rules file."""

    rules: tuple[CleaningRule, ...]
    examples: tuple[NamedPattern, ...]
    references: tuple[NamedPattern, ...]

    def on(self, field: Literal["gloss", "examples"]) -> list[CleaningRule]:
        return [rule for rule in self.rules if rule.enabled and rule.on in (field, "both")]


def load_rules(
    path: Path | None = None, *, switch_on: Collection[str] = (), switch_off: Collection[str] = ()
) -> CleaningRules:
    """The rules with some switched on or off by name."""
    where = "rules.toml" if path is None else str(path)
    ours = files("pingce.corpus.dictionary").joinpath("rules.toml")
    tables = toml_table(ours.read_bytes(), where) if path is None else read_toml(path)
    off = set(switch_off)
    rules = tuple(_rules(tables, where, set(switch_on), off))
    examples = tuple(named for named in _named(tables, "example", where) if named.name not in off)
    references = tuple(named for named in _named(tables, "reference", where) if named.name not in off)
    for named in references:
        if missing := {"word", "number"} - named.pattern.groupindex.keys():
            lacking = ", ".join(f"(?P<{group}>…)" for group in sorted(missing))
            raise UserError(
                Words(
                    f"{where} {named.name}.pattern：缺少 {lacking}。",
                    f"{where} {named.name}.pattern: there is no {lacking}.",
                ),
                code="bad-rules",
            )
    names = [str(table.get("name")) for kind in ("rule", "example", "reference") for table in _tables(tables, kind)]
    for name in (*switch_on, *switch_off):
        if name not in names:
            raise UserError(
                Words(f"没有规则 {name}。", f"There is no rule {name}."),
                hint=Words(f"可用：{'、'.join(names)}。", f"There are: {', '.join(names)}."),
                code="no-such-rule",
            )
    return CleaningRules(rules, examples, references)


def _rules(tables: Mapping[str, object], where: str, on: set[str], off: set[str]) -> Iterator[CleaningRule]:
    for table in _tables(tables, "rule"):
        name = _text(table, "name", where)
        applies_to = _text(table, "on", where)
        if applies_to not in get_args(Where):
            raise UserError(
                Words(
                    f"{where} {name}.on：实际 {applies_to}；应为 {'、'.join(get_args(Where))}。",
                    f"{where} {name}.on: found {applies_to}; expected {', '.join(get_args(Where))}.",
                ),
                code="bad-rules",
            )
        enabled = name not in off and (name in on or table.get("enabled", True) is True)
        only: Where = "both" if applies_to == "both" else "examples" if applies_to == "examples" else "gloss"
        yield CleaningRule(name, _pattern(table, where), _text(table, "replace", where), only, enabled)


def _named(tables: Mapping[str, object], kind: str, where: str) -> Iterator[NamedPattern]:
    for table in _tables(tables, kind):
        yield NamedPattern(_text(table, "name", where), _pattern(table, where))


def _tables(tables: Mapping[str, object], kind: str) -> list[Mapping[str, object]]:
    listed = tables.get(kind, [])
    return [table for table in listed if isinstance(table, dict)] if isinstance(listed, list) else []


def _text(table: Mapping[str, object], key: str, where: str) -> str:
    value = table.get(key)
    if not isinstance(value, str):
        name = table.get("name", "a rule")
        raise UserError(
            Words(
                f"{where} {name}.{key}：实际 {value!r}；应为文字。",
                f"{where} {name}.{key}: found {value!r}; expected a text.",
            ),
            code="bad-rules",
        )
    return value


def _pattern(table: Mapping[str, object], where: str) -> re.Pattern[str]:
    text = _text(table, "pattern", where)
    try:
        return re.compile(text.replace(r"\p{Han}", HAN))
    except re.error as problem:
        at = f"{where} {table.get('name')}.pattern"
        message = Words(f"{at}：{problem}；应为正则表达式。", f"{at}: {problem}; expected a regular expression.")
        raise UserError(message, code="bad-rules") from problem
