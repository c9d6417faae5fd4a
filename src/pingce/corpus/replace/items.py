"""Reading originals and replaced sentences, one at a time.

Three kinds of files come in: originals, replaced sentences with ratings, and our own output; all become the values the
replacement works with, line numbers kept for messages.
"""

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from pingce.formats.findings import Findings
from pingce.formats.jsonfile import json_records
from pingce.formats.jsonsyntax import Located
from pingce.formats.load import refuse_invalid
from pingce.formats.replacement import read_changes
from pingce.formats.source import Source
from pingce.spec.problem import Violation, shown
from pingce.spec.words import Words, same

from .sentence import Original, Replaced

ID_KEYS = ("id", "qid", "qID")
TEXT_KEYS = ("text", "context")
"""Our own items, and the files of the SpaCE tasks."""
DIGEST = 16
"""Bytes: two different ids of any corpus have different ones."""
UNUSED = Words("未用过的 id", "an id not used before")


def read_originals(source: Source) -> Iterator[Original]:
    """The originals of a file; anything wrong with it is raised at its end, all at once.

    Ids name the sentences made of an original, so no two may share one. Of each a short digest is kept.
    """
    findings = Findings(source.name)
    seen: set[bytes] = set()
    for line, _, original in _read(source, findings):
        digest = hashlib.blake2b(original.id.encode("utf-8", "surrogatepass"), digest_size=DIGEST).digest()
        if digest in seen:
            findings.add(Violation("duplicate-qid", "", shown(original.id), UNUSED), line=line, qid=original.id)
        seen.add(digest)
        yield original


def read_rated(source: Source) -> Iterator[str]:
    """The sentences rated normal: those with ``judge`` 1 (or true), or all if the file has no ratings."""
    for _, record, original in _read(source, Findings(source.name)):
        if record.get("judge", 1) in (1, "1"):
            yield original.text


def read_replaced(source: Source) -> Iterator[Replaced]:
    """Sentences as ``pingce corpus replace`` wrote them, with what was replaced; bad records are noted."""
    findings = Findings(source.name)
    for line, record, item in _read(source, findings):
        origin, changes = record.get("origin"), read_changes(record.get("replaced"))
        if isinstance(origin, str) and changes is not None:
            yield Replaced(item.id, origin, item.text, changes, item.source)
            continue
        keys = shown(", ".join(record))
        expected = Words("由 pingce corpus replace 写出的记录", "a record written by pingce corpus replace")
        findings.add(Violation("wrong-type", "replaced", keys, expected), line=line, qid=item.id)


class _Item(NamedTuple):
    line: int
    record: dict[str, object]
    original: Original


def _read(source: Source, findings: Findings) -> Iterator[_Item]:
    with refuse_invalid(findings):
        for line, record in json_records(source, findings):
            original = _original((line, record), findings)
            if original is not None:
                yield _Item(line, record, original)


def _original(located: Located, findings: Findings) -> Original | None:
    line, record = located
    item_id, text = _value(located, ID_KEYS, findings), _value(located, TEXT_KEYS, findings)
    source = record.get("source")
    if source is not None and not isinstance(source, dict):
        expected = Words("对象", "an object")
        findings.add(Violation("wrong-type", "source", shown(source), expected), line=line, qid=item_id)
        return None
    return Original(item_id, text, source) if item_id is not None and text is not None else None


def _value(located: Located, keys: tuple[str, ...], findings: Findings) -> str | None:
    line, record = located
    key = next((key for key in keys if key in record), None)
    if key is None:
        findings.add(Violation("missing-key", "", shown(", ".join(record)), same("/".join(keys))), line=line)
        return None
    value = record[key]
    if isinstance(value, str) and value:
        return value
    expected = Words("非空字符串", "a string that is not empty")
    findings.add(Violation("wrong-type", key, shown(value), expected), line=line)
    return None
