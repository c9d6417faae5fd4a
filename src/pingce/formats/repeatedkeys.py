"""Keys that occur twice in one JSON object: every reader keeps the last and says nothing.

JSON does not forbid it and nobody means it, so it is noted with the line. Most records have none and are passed by a
count of quotes; only where a key may be lost is the text read a second time.
"""

import json

import orjson

from pingce.spec.problem import Violation, shown
from pingce.spec.words import Words

from .findings import Findings

ONCE = Words("每个字段一次", "every key once")


def note_repeated_keys(findings: Findings, line: int | None, text: bytes, value: object) -> None:
    """``value`` is what a reader made of ``text``."""
    for key in repeated_keys(text, value):
        findings.add(Violation("repeated-key", key, shown(key), ONCE), line=line)


def repeated_keys(text: bytes, value: object) -> list[str]:
    """Most records have none, and that is soon seen: a key that was lost has taken its quotes with it."""
    if b"\\u0022" not in text and text.count(b'"') == orjson.dumps(value).count(b'"'):
        return []
    repeated: dict[str, None] = {}

    def look(pairs: list[tuple[str, object]]) -> None:
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                repeated[key] = None
            seen.add(key)

    try:
        json.loads(text, object_pairs_hook=look, parse_int=str, parse_float=str)
    except RecursionError:
        return []
    return list(repeated)
