"""A dictionary entry, and the two files it is kept in.

Entries: JSONL, one word per line, with examples, readings, links and sources. Inventory: the published form
``{word: [gloss, …]}``, where examples follow their gloss after ``|``.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from pingce.formats.load import load_inventory
from pingce.formats.source import find_source
from pingce.formats.write import atomic
from pingce.spec.errors import NOTHING, UserError
from pingce.spec.words import Words

EXAMPLE_MARK = "|"
HAN = r"\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Characters a word is written with, to be put between square brackets."""


class Gloss(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sense as the dictionary words it."""

    text: str
    examples: tuple[str, ...] = ()
    reading: str = ""
    source: str = ""
    """Where it comes from, if not from where the entry comes from."""

    @property
    def line(self) -> str:
        """The gloss as an inventory has it."""
        return EXAMPLE_MARK.join((self.text, *self.examples))


class DictionaryEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A word with its glosses."""

    word: str
    glosses: tuple[Gloss, ...]
    links: tuple[str, ...] = ()
    source: str = ""


def gloss_of(line: str) -> Gloss:
    """A line of an entry as a gloss and its examples, which stand behind marks."""
    text, *examples = line.split(EXAMPLE_MARK)
    return Gloss(text, tuple(filter(None, examples)))


def read_entries(path: Path) -> Iterator[DictionaryEntry]:
    """Entries of a JSONL or an inventory file, told apart by the ending."""
    if path.suffix == ".json":
        for word, glosses in load_inventory(str(path)).items():
            yield DictionaryEntry(word, tuple(gloss_of(gloss) for gloss in glosses))
        return
    hint = Words(
        '每行应为 {"word": …, "glosses": [{"text": …}, …]}。',
        'Expected {"word": …, "glosses": [{"text": …}, …]} on every line.',
    )
    for _, entry in read_lines(path, DictionaryEntry, hint=hint):
        yield entry


Line = TypeVar("Line")


def read_lines(path: Path, kind: type[Line], *, hint: Words = NOTHING) -> Iterator[tuple[int, Line]]:
    """Numbers and records of a JSONL file whose lines all have one form; the first that has not is told."""
    decode = msgspec.json.Decoder(kind).decode
    with find_source(path).open() as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            try:
                record = decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError) as problem:
                raise UserError(
                    Words(f"{path}:{number}：{problem}。", f"{path}:{number}: {problem}."), hint=hint, code="bad-entry"
                ) from problem
            yield number, record


def by_word(entries: Iterable[DictionaryEntry]) -> dict[str, DictionaryEntry]:
    """Entries of one word become one entry, in the order of the file."""
    merged: dict[str, DictionaryEntry] = {}
    for entry in entries:
        earlier = merged.get(entry.word)
        if earlier is not None:
            both = earlier.glosses + tuple(_with_source(entry, earlier))
            entry = msgspec.structs.replace(earlier, glosses=both, links=earlier.links + entry.links)
        merged[entry.word] = entry
    return merged


def _with_source(entry: DictionaryEntry, earlier: DictionaryEntry) -> Iterator[Gloss]:
    for gloss in entry.glosses:
        elsewhere = gloss.source or (entry.source if entry.source != earlier.source else "")
        yield msgspec.structs.replace(gloss, source=elsewhere)


def write_entries(path: Path, entries: Iterable[DictionaryEntry], *, examples: bool = True) -> int:
    """Write an inventory (.json) or entries (anything else); returns the number of words."""
    count = 0
    encode = msgspec.json.Encoder().encode
    with atomic(path) as file:
        if path.suffix != ".json":
            for entry in entries:
                file.write(encode(entry if examples else without_examples(entry)) + b"\n")
                count += 1
            return count
        file.write(b"{")
        for entry in entries:
            glosses = [gloss.line if examples else gloss.text for gloss in entry.glosses]
            start = b",\n" if count else b"\n"
            file.write(start + encode(entry.word) + b": " + encode(glosses))
            count += 1
        file.write(b"\n}\n")
    return count


def without_examples(entry: DictionaryEntry) -> DictionaryEntry:
    """The same entry with the texts of its glosses only, as systems and likeness want them."""
    bare = tuple(msgspec.structs.replace(gloss, examples=()) for gloss in entry.glosses)
    return msgspec.structs.replace(entry, glosses=bare)
