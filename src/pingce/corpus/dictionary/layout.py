"""Where on a page the parts of an entry stand: data, so that a page that changed needs no new program.

The two layouts of the published pipeline are ``layouts/A.toml`` and ``layouts/B.toml``; a copy with other
selectors and patterns can be used wherever a layout is asked for.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Literal, get_args

from pingce.formats.tomlfile import read_toml, toml_table
from pingce.spec.errors import UserError
from pingce.spec.words import Words

from ..entries import HAN

BUILT_IN = ("A", "B")

Continuation = Literal["gloss", "example"]
Table = Mapping[str, object]


@dataclass(frozen=True)
class PageLayout:
    """One way of laying out entry pages."""

    name: str
    content: str
    skip: str
    blocks: frozenset[str]
    word_css: str
    title: re.Pattern[str]
    heading: re.Pattern[str]
    end: re.Pattern[str]
    number: re.Pattern[str]
    reading: re.Pattern[str]
    continuation: Continuation
    unnumbered: bool
    links_heading: re.Pattern[str]
    links_end: re.Pattern[str]
    links_more: re.Pattern[str]
    links_href: re.Pattern[str]


def load_layout(name: str) -> PageLayout:
    """``A``, ``B`` or a file."""
    if name in BUILT_IN:
        content = files("pingce.corpus.dictionary").joinpath(f"layouts/{name}.toml").read_bytes()
        return _layout(name, toml_table(content, name), name)
    path = Path(name)
    if not path.is_file():
        raise UserError(
            Words(f"没有版式 {name}。", f"There is no layout {name}."),
            hint=Words("应为 A、B，或与二者同类的 TOML 文件。", "Expected A, B or a TOML file like those two."),
            code="no-such-layout",
        )
    return _layout(path.stem, read_toml(path), str(path))


def _layout(name: str, tables: Mapping[str, object], where: str) -> PageLayout:
    read = _LayoutReader(tables, where)
    continuation = read.text("gloss", "continuation")
    if continuation not in get_args(Continuation):
        raise read.error("gloss", "continuation", continuation, Words(" gloss 或 example", "gloss or example"))
    unnumbered = read.value("gloss", "unnumbered")
    if not isinstance(unnumbered, bool):
        raise read.error("gloss", "unnumbered", unnumbered, Words(" true 或 false", "true or false"))
    return PageLayout(
        name=name,
        content=read.css("page", "content"),
        skip=read.css("page", "skip"),
        blocks=frozenset(read.text("page", "block").split()),
        word_css=read.css("word", "css"),
        title=read.pattern("word", "title"),
        heading=read.pattern("section", "heading"),
        end=read.pattern("section", "end"),
        number=read.pattern("gloss", "number"),
        reading=read.pattern("gloss", "reading"),
        continuation="example" if continuation == "example" else "gloss",
        unnumbered=unnumbered,
        links_heading=read.pattern("links", "heading"),
        links_end=read.pattern("links", "end"),
        links_more=read.pattern("links", "more"),
        links_href=read.pattern("links", "href"),
    )


class _LayoutReader:
    """Values of the layout file, each checked where it is read."""

    def __init__(self, tables: Table, where: str) -> None:
        self.tables, self.where = tables, where

    def error(self, table: str, key: str, value: object, expected: Words) -> UserError:
        where = f"{self.where} {table}.{key}"
        return UserError(
            Words(
                f"{where}：实际 {value!r}；应为{expected.zh}。", f"{where}: found {value!r}; expected {expected.en}."
            ),
            code="bad-layout",
        )

    def value(self, table: str, key: str) -> object:
        values = self.tables.get(table)
        if not isinstance(values, dict) or key not in values:
            expected = Words("一个值，如版式 A 与 B", "a value, as in the layouts A and B")
            raise self.error(table, key, "nothing", expected)
        return values[key]

    def text(self, table: str, key: str) -> str:
        value = self.value(table, key)
        if not isinstance(value, str):
            raise self.error(table, key, value, Words("文字", "a text"))
        return value

    def pattern(self, table: str, key: str) -> re.Pattern[str]:
        text = self.text(table, key)
        try:
            return re.compile(text.replace(r"\p{Han}", HAN))
        except re.error as problem:
            expected = Words(f"正则表达式（{problem}）", f"a regular expression ({problem})")
            raise self.error(table, key, text, expected) from problem

    def css(self, table: str, key: str) -> str:
        from selectolax.lexbor import LexborHTMLParser, SelectolaxError

        text = self.text(table, key)
        try:
            LexborHTMLParser("<p></p>").css(text or "p")
        except SelectolaxError as problem:
            raise self.error(table, key, text, Words(" CSS 选择器", "a CSS selector")) from problem
        return text
