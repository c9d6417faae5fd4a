"""Whether a page shows items whose answers are held back.

A report made from all parts is easily published with examples from the test part, answers and all. A page is searched
for the ids of held-back items, for stretches of their texts and for their explanations in words, in whatever way HTML
or JSON may have written them. Stretches that the training part has too give nothing away.
"""

import html
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator

from pingce.spec.values import Verdict

from ..inputs import Decided

STRETCH = 20
STRIDE = 8
"""Every eighth stretch is looked up, so that 27 characters in a row are never missed."""
SHORTEST = 8
"""A sentence of fewer characters may be a word of any page."""
LONG_ID = re.compile(r"(?:\d+|[a-z]{3}(?:-[a-z]{2})?|SCoRE\d+)-[a-z]+(?:-[sm])?-\d+")
"""Ids that cannot be mistaken for a number."""
FOUND = 5
"""Finds named for each page."""
_ESCAPED = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")
_TAG = re.compile(r"<[^<>]*>")


class HeldOut:
    """What must not be seen."""

    def __init__(self, held: Iterable[Decided], public: Iterable[Decided]) -> None:
        self.ids: set[str] = set()
        self.short: set[str] = set()
        self.stretches: dict[str, str] = {}
        for entry in held:
            if LONG_ID.fullmatch(entry.item.id):
                self.ids.add(entry.item.id)
            for text in _texts(entry):
                if SHORTEST <= len(text) < STRETCH + STRIDE - 1:
                    self.short.add(text)
                for at in range(0, len(text) - STRETCH + 1, STRIDE):
                    self.stretches.setdefault(text[at : at + STRETCH], text)
        for entry in public:
            for text in _texts(entry):
                self.short.discard(text)
                for at in range(len(text) - STRETCH + 1):
                    self.stretches.pop(text[at : at + STRETCH], None)

    def shown_in(self, page: bytes, name: str = "") -> list[str]:
        """The ids and texts a page shows, at most ``FOUND`` of them."""
        if zipfile.is_zipfile(io.BytesIO(page)):
            with zipfile.ZipFile(io.BytesIO(page)) as pack:
                texts = [text for info in pack.infolist() for text in self.shown_in(pack.read(info), info.filename)]
            return texts[:FOUND]
        shown: dict[str, None] = {}
        for view in _views(f"{name}\n{page.decode(errors='replace')}"):
            shown |= dict.fromkeys(self._in_view(view))
        return list(shown)[:FOUND]

    def _in_view(self, view: str) -> Iterator[str]:
        yield from (match for match in LONG_ID.findall(view) if match in self.ids)
        yield from (text for text in sorted(self.short) if text in view)
        if self.stretches:
            for at in range(len(view) - STRETCH + 1):
                text = self.stretches.get(view[at : at + STRETCH])
                if text is not None:
                    yield text


def _texts(entry: Decided) -> Iterator[str]:
    """Passages, and explanations in words, which are answers."""
    yield from entry.passages
    for value in entry.answer.values():
        for element in value if type(value) is tuple else ():
            if isinstance(element, Verdict):
                yield element.explanation


def _views(page: str) -> Iterator[str]:
    """The page as it is, without escapes, and without tags: 桥<b>上</b> reads 桥上."""
    plain = _ESCAPED.sub(lambda match: _unescaped(match[0]), html.unescape(page))
    yield plain
    without = _TAG.sub("", plain)
    if without != plain:
        yield without


def _unescaped(escapes: str) -> str:
    text: str = json.loads(f'"{escapes}"')
    return text
