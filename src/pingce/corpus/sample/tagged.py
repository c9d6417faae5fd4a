"""Documents of a corpus whose words may be known already.

``word/tag word/tag …`` lines as in the People's Daily corpora (with ``[…]nt`` around names, ``{…}`` readings and a
date number in front), JSON lines with ``words``, or raw text, which a tagger has to cut; it is loaded only then.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

import orjson

from pingce.corpus.reading import Chunk, Trouble, pieces
from pingce.language.tagging.words import Tagger, Word

Form = Literal["auto", "tagged", "raw"]

TOKEN = re.compile(r"\[*(?P<word>\S+?)/(?P<tag>[A-Za-z]{1,4})(?:\]/?[A-Za-z]{0,4})*")
READING = re.compile(r"\{[^{}\s]*\}")
NUMBER = re.compile(r"\d{8}-\d{2}-\d{3}-\d{3}")
"""What every line of the People's Daily begins with: date, page, article, paragraph."""


class Document(NamedTuple):
    """A stretch of text; ``words`` is None where nobody has cut it yet."""

    text: str
    words: tuple[Word, ...] | None
    line: int
    offset: int


def documents(chunk: Chunk, form: Form) -> Iterator[Document | Trouble]:
    """The texts of a piece of corpus: raw, or with words and tags where the file brings them."""
    if chunk.kind == "records":
        yield from _records(chunk)
        return
    for piece in pieces(chunk):
        if isinstance(piece, Trouble):
            yield piece
            continue
        words = slash_words(piece.text) if form != "raw" else None
        if words is not None:
            yield Document("".join(word.text for word in words), words, piece.line, piece.offset)
        elif form == "tagged" and piece.text.strip():
            yield Trouble("bad-record", piece.line, piece.byte, "not word/tag word/tag …")
        else:
            yield Document(piece.text, None, piece.line, piece.offset)


def slash_words(line: str) -> tuple[Word, ...] | None:
    """The words of a tagged line; None if any of it is not ``word/tag``."""
    matches = [TOKEN.fullmatch(token) for token in line.split()]
    words: list[Word] = []
    start = 0
    for token in matches:
        if token is None:
            return None
        text = READING.sub("", token["word"])
        if text and not (start == 0 and NUMBER.fullmatch(text)):
            words.append(Word(text, token["tag"], start))
            start += len(text)
    return tuple(words) if matches else None


def _records(chunk: Chunk) -> Iterator[Document | Trouble]:
    """JSON lines; those with ``words`` that make up the text, or without a text, need no tagger."""
    lines = chunk.data.split(b"\n")
    for piece in pieces(chunk):
        words = _record_words(lines[piece.line - chunk.line].decode(chunk.encoding, "replace"))
        joined = "".join(word.text for word in words or ())
        if isinstance(piece, Trouble):
            yield piece if words is None else Document(joined, words, piece.line, 0)
        else:
            yield Document(piece.text, words if joined == piece.text else None, piece.line, piece.offset)


def _record_words(line: str) -> tuple[Word, ...] | None:
    try:
        record = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    given = record.get("words") if isinstance(record, dict) else None
    if not isinstance(given, list):
        return None
    words: list[Word] = []
    start = 0
    for entry in given:
        pair = _pair(entry)
        if pair is None:
            return None
        words.append(Word(*pair, start))
        start += len(pair[0])
    return tuple(words)


def _pair(entry: object) -> tuple[str, str] | None:
    """``[word, tag]`` or ``{"text": …, "tag": …}``."""
    match entry:
        case [str(text), str(tag), *_] | {"text": str(text), "tag": str(tag)}:
            return text, tag
        case _:
            return None


@dataclass
class LazyTagger:
    """A worker's tagger."""

    name: str
    user_dictionary: Path | None = None
    _tagger: Tagger | None = field(default=None, init=False)

    def words(self, text: str) -> list[Word]:
        if self._tagger is None:
            from pingce.language.tagging.catalog import make_tagger

            self._tagger = make_tagger(self.name, user_dictionary=self.user_dictionary)
        return self._tagger.tag(text)
