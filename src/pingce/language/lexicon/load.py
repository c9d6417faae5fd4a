"""Reads and checks a spatial lexicon: ours, or one of the same form that a user brings.

Comes in: a folder of TOML files, ours if none is named. Comes out: a ``Lexicon`` whose groups, classes and relations
are consistent, or one error with every problem.
"""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from pathlib import Path

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .model import CLASSES, MODELS, FalseLocalizer, Homograph, Lexicon, ReplacementGroup, SpatialClass
from .read import LexiconRow, Raw, read_lexicon

__all__ = ["Lexicon", "load_lexicon"]

OURS = Path(__file__).parent / "data"
KEYS = {
    "group": ({"id", "class", "model", "words"}, set[str]()),
    "homograph": ({"words", "as"}, {"tags", "after"}),
    "false": ({"id", "words"}, {"before", "after", "examples"}),
}
"""Obligatory and optional keys of each record."""


def load_lexicon(path: Path | None = None) -> Lexicon:
    """Our lexicon, or the user's file or folder as it is now; all its problems are reported at once."""
    return _ours() if path is None else _load(path)


@cache
def _ours() -> Lexicon:
    return _load(None)


def _load(path: Path | None) -> Lexicon:
    raw, contents = read_lexicon(path or OURS)
    lexicon = _build(raw, hashlib.sha256(b"\0".join(contents)).hexdigest()[:12])
    if raw.problems:
        listing = "".join(f"\n  {problem}" for problem in raw.problems)
        count = len(raw.problems)
        raise UserError(
            Words(
                f"词库 {path or OURS} 有 {count} 处问题：{listing}",
                f"The lexicon {path or OURS} has {count} problem{'s' * (count != 1)}:{listing}",
            ),
            code="bad-lexicon",
        )
    return lexicon


def _build(raw: Raw, version: str) -> Lexicon:
    groups = tuple(group for row in raw.records["group"] if (group := _group(raw, row)) is not None)
    _check_groups(raw, groups)
    listed = {cls: set(_words(raw, "classes", cls)) for cls in CLASSES}
    for group in groups:
        listed[group.cls].update(group.words)
    tags = {cls: frozenset(_words(raw, "tags", cls)) or frozenset({cls}) for cls in CLASSES}
    for table in ("classes", "tags"):
        _unknown_keys(raw, table, set(CLASSES))
    _unknown_keys(raw, "relations", {"synonyms", "antonyms", "centre", "periphery"})
    lexicon = Lexicon(
        groups=groups,
        classes={cls: frozenset(words) for cls, words in listed.items()},
        tags=tags,
        homographs=tuple(rule for row in raw.records["homograph"] if (rule := _homograph(raw, row)) is not None),
        false_localizers=tuple(frame for row in raw.records["false"] if (frame := _false(raw, row)) is not None),
        abstract=_all_words(raw, "abstract"),
        whole=_all_words(raw, "whole"),
        synonyms=_pairs(raw, "synonyms"),
        antonyms=_pairs(raw, "antonyms"),
        centre=frozenset(_words(raw, "relations", "centre")),
        periphery=frozenset(_words(raw, "relations", "periphery")),
        version=version,
    )
    _check_relations(raw, lexicon)
    return lexicon


def _group(raw: Raw, row: LexiconRow) -> ReplacementGroup | None:
    fields = _fields(raw, row, "group")
    if fields is None:
        return None
    cls, words = _class(raw, row, fields["class"]), tuple(fields["words"].split())
    if fields["model"] not in MODELS:
        raw.problems.append(f"{row.where}: model {fields['model']}; expected one of {' '.join(MODELS)}")
    if len(set(words)) < 2 or len(set(words)) != len(words):
        listed = fields["words"]
        raw.problems.append(f"{row.where} ({fields['id']}): {listed!r}; expected two or more words, each once")
    return ReplacementGroup(fields["id"], cls, fields["model"], words) if cls is not None else None


def _homograph(raw: Raw, row: LexiconRow) -> Homograph | None:
    fields = _fields(raw, row, "homograph")
    if fields is None:
        return None
    cls = _class(raw, row, fields["as"]) if fields["as"] else None
    words, tags, after = (frozenset(fields.get(key, "").split()) for key in ("words", "tags", "after"))
    return Homograph(words, tags, after, cls)


def _false(raw: Raw, row: LexiconRow) -> FalseLocalizer | None:
    fields = _fields(raw, row, "false")
    if fields is None:
        return None
    try:
        before, after = re.compile(fields.get("before", "")), re.compile(fields.get("after", ""))
    except re.error as problem:
        raw.problems.append(f"{row.where} ({fields['id']}): no regular expression: {problem}")
        return None
    until_word = re.compile(f"(?:{before.pattern})$")
    return FalseLocalizer(fields["id"], frozenset(fields["words"].split()), until_word, after)


def _fields(raw: Raw, row: LexiconRow, kind: str) -> dict[str, str] | None:
    """The record as strings, or ``None`` if a key is missing, unknown or no string."""
    needed, optional = KEYS[kind]
    missing, unknown = needed - row.value.keys(), row.value.keys() - needed - optional
    raw.problems.extend(f"{row.where}: without {key}" for key in sorted(missing))
    raw.problems.extend(f"{row.where}: unknown key {key}" for key in sorted(unknown))
    wrong = [key for key, value in row.value.items() if not isinstance(value, str)]
    raw.problems.extend(f"{row.where}: {key} = {row.value[key]!r}; expected a string" for key in wrong)
    return None if missing or wrong else {key: str(value) for key, value in row.value.items()}


def _class(raw: Raw, row: LexiconRow, name: str) -> SpatialClass | None:
    for cls in CLASSES:
        if cls == name:
            return cls
    raw.problems.append(f"{row.where}: class {name}; expected one of {' '.join(CLASSES)}")
    return None


def _check_groups(raw: Raw, groups: tuple[ReplacementGroup, ...]) -> None:
    seen: dict[tuple[str, str], str] = {}
    names: set[str] = set()
    for group in groups:
        if group.id in names:
            raw.problems.append(f"group {group.id}: the id stands twice")
        names.add(group.id)
        for word in dict.fromkeys(group.words):
            if (other := seen.setdefault((group.cls, word), group.id)) != group.id:
                raw.problems.append(f"group {group.id}: {word} is in group {other} of class {group.cls} too")


def _check_relations(raw: Raw, lexicon: Lexicon) -> None:
    for pair in sorted(lexicon.synonyms & lexicon.antonyms, key=sorted):
        raw.problems.append(f"relations: {' '.join(sorted(pair))} are synonyms and antonyms")
    for word in sorted(lexicon.centre & lexicon.periphery):
        raw.problems.append(f"relations: {word} is centre and periphery")


def _pairs(raw: Raw, name: str) -> frozenset[frozenset[str]]:
    """Every two words of each line; antonyms come in twos."""
    where, lines = raw.tables["relations"].get(name, ("", []))
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raw.problems.append(f"{where}: relations.{name}; expected a list of strings")
        return frozenset()
    pairs = set[frozenset[str]]()
    for line in lines:
        words = set(line.split())
        if len(words) < 2 or (name == "antonyms" and len(words) != 2):
            expected = "two words" if name == "antonyms" else "two or more words"
            raw.problems.append(f"{where}: relations.{name} {line!r}; expected {expected}")
        pairs.update(frozenset(pair) for pair in combinations(sorted(words), 2))
    return frozenset(pairs)


def _words(raw: Raw, table: str, key: str) -> list[str]:
    where, words = raw.tables[table].get(key, ("", ""))
    if not isinstance(words, str):
        raw.problems.append(f"{where}: {table}.{key}; expected words in one string, with spaces between them")
        return []
    return words.split()


def _all_words(raw: Raw, table: str) -> frozenset[str]:
    return frozenset(word for key in raw.tables[table] for word in _words(raw, table, key))


def _unknown_keys(raw: Raw, table: str, expected: set[str]) -> None:
    rows: Mapping[str, tuple[str, object]] = raw.tables[table]
    raw.problems.extend(
        f"{where}: {table}.{key}; expected one of {', '.join(sorted(expected))}"
        for key, (where, _) in rows.items()
        if key not in expected
    )
