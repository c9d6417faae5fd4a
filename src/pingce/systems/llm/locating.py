"""Quoted strings → places in the text. Language models quote well and count badly.

A model quotes 桌子上 and the text has it twice: context in the quote, order and neighbours decide, and a quote that
is not in the text is told back to the model.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pingce.spec.values import Fragment

Places = tuple[int, ...]

SKIPPED = frozenset(" \t\r\n\u3000“”‘’\"'「」『』")
"""What models add or lose around quotations."""


@dataclass(frozen=True)
class Quote:
    """One stretch of the text, or several that belong together; ``near`` is a longer stretch around them."""

    pieces: tuple[str, ...]
    near: str = ""


def locate(text: str, quotes: Mapping[str, Quote]) -> dict[str, Fragment | None]:
    """Where the quotes of one reason or tuple stand; None for a quote the text does not have.

    Of several places the one nearest to the other quotes counts, those of the same group (S1 P1 E1) first.
    """
    open_places = {role: list(candidates(text, quote)) for role, quote in quotes.items()}
    for role in sorted(quotes, key=lambda role: len(open_places[role])):
        open_here = open_places[role]
        if len(open_here) > 1:
            others = {other: places for other, places in open_places.items() if other != role and places}
            kin = {other: places for other, places in others.items() if _group(other) == _group(role)}
            open_places[role] = [min(open_here, key=lambda idxes: _cost(idxes, kin or others))]
    return {
        role: Fragment("".join(text[i] for i in places[0]), places[0]) if places else None
        for role, places in open_places.items()
    }


def _group(role: str) -> str:
    return role[-1] if role[-1].isdigit() else ""


def _cost(idxes: Places, others: Mapping[str, list[Places]]) -> tuple[int, int]:
    """Distance to the others and between its own pieces, then the earlier place; sharing characters is the worst."""
    gaps = max(idxes) - min(idxes) + 1 - len(idxes)
    return gaps + sum(min(_distance(idxes, other) for other in places) for places in others.values()), idxes[0]


def _distance(first: Places, other: Places) -> int:
    if set(first) & set(other):
        return 1_000
    return max(min(first) - max(other), min(other) - max(first), 0)


def candidates(text: str, quote: Quote) -> Iterator[Places]:
    """All places of a quote; those within ``near`` if it names any."""
    places = list(_places(text, quote.pieces)) or list(_loose_places(text, quote.pieces))
    if quote.near:
        frames = list(occurrences(text, quote.near)) or list(_loose_occurrences(text, quote.near))
        within = [idxes for idxes in places if any(set(idxes) <= set(frame) for frame in frames)]
        places = within or places
    yield from places


def _places(text: str, pieces: tuple[str, ...]) -> Iterator[Places]:
    yield from _chains([list(occurrences(text, piece)) for piece in pieces])


def _loose_places(text: str, pieces: tuple[str, ...]) -> Iterator[Places]:
    yield from _chains([list(_loose_occurrences(text, piece)) for piece in pieces])


def _chains(pieces: list[list[Places]]) -> Iterator[Places]:
    """For every place of the first piece, the nearest place of each further one."""
    if not pieces or not all(pieces):
        return
    for first in pieces[0]:
        chain = first
        for places in pieces[1:]:
            free = [idxes for idxes in places if not set(idxes) & set(chain)]
            if not free:
                break
            chain += _nearest(free, chain)
        else:
            yield chain


def _nearest(places: list[Places], chain: Places) -> Places:
    return min(places, key=lambda idxes: _distance(chain, idxes))


def occurrences(text: str, piece: str) -> Iterator[Places]:
    """Everywhere a piece stands in a text, overlapping ones too."""
    at = text.find(piece) if piece else -1
    while at >= 0:
        yield tuple(range(at, at + len(piece)))
        at = text.find(piece, at + 1)


def _loose_occurrences(text: str, piece: str) -> Iterator[Places]:
    """Blanks and quotation marks apart, and with half-width for full-width characters."""
    plain, places = _plain(text)
    plain_piece, _ = _plain(piece)
    for match in occurrences(plain, plain_piece):
        yield tuple(range(places[match[0]], places[match[-1]] + 1))


def _plain(text: str) -> tuple[str, list[int]]:
    kept = [
        (character, i)
        for i, original in enumerate(text)
        if original not in SKIPPED
        for character in unicodedata.normalize("NFKC", original)
    ]
    return "".join(character for character, _ in kept), [i for _, i in kept]
