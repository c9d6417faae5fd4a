"""Examples of the dictionary as sentences: senses too rare for any corpus have at least these."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from pingce.corpus.entries import Entry

from .draw import is_like_any
from .filters import Limits, fault

SHORTEST = 5
"""Characters; examples in dictionaries are short."""


class Illustration(NamedTuple):
    """An example and the gloss it stands under, which is the likely answer but not the gold one."""

    text: str
    gloss: str


def illustrations(
    entries: Iterable[Entry],
    taken: Mapping[str, Sequence[str]],
    limits: Limits,
    *,
    per_sense: int,
) -> dict[str, list[Illustration]]:
    """Up to ``per_sense`` usable examples of every sense, on top of the sentences ``taken`` for the words."""
    shorter = replace(limits, shortest=min(SHORTEST, limits.shortest))
    used = {text for texts in taken.values() for text in texts}
    found: dict[str, list[Illustration]] = {}
    for entry in entries:
        if entry.word not in taken:
            continue
        chosen = found.setdefault(entry.word, [])
        for gloss in entry.glosses:
            left = per_sense
            for text in gloss.examples:
                known = [*taken[entry.word], *(one.text for one in chosen)]
                usable = text.count(entry.word) == 1 and fault(text, shorter, whole=False) is None
                if left and usable and text not in used and not is_like_any(text, known):
                    chosen.append(Illustration(text, gloss.text))
                    used.add(text)
                    left -= 1
    return found
