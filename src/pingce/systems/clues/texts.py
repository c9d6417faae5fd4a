"""Clues in a text: where an entity was last mentioned, what stands around a mention, which word is the odd one out."""

import re
from collections.abc import Mapping, Sequence

from pingce.reasoning.item import BLANK, is_none_of_above, with_blank

AROUND = 8
"""Characters on either side of a mention that are compared with the question."""
NEAR = 15
"""An entity mentioned last so many characters before is near enough to be the one referred to."""
FAR_AWAY = 10_000
_CLOSING = '。！？!?”"’ '


def place_asked(text: str, question: str) -> int | None:
    """Where the words after the blank stand in the text: the longest beginning of them that occurs there."""
    after = with_blank(question).rpartition(BLANK)[2].strip(_CLOSING)
    for length in range(len(after), 1, -1):
        at = text.find(after[:length])
        if at >= 0:
            return at
    return None


def distance_before(text: str, name: str, place: int) -> int:
    """Characters between the last mention of a name and a place after it; far away where there is none before."""
    at = text.rfind(name, 0, place)
    return place - at - len(name) if at >= 0 else FAR_AWAY


def nearest_mentions(text: str, question: str, options: Mapping[str, str], wanted: int) -> frozenset[str] | None:
    """The options last mentioned before the blank; «none of the above» where none is near. None without a clue."""
    place = place_asked(text, question)
    claims, none = split_none(options)
    if place is None or not claims:
        return None
    distances = {letter: distance_before(text, name, place) for letter, name in claims.items()}
    ordered = sorted(distances, key=lambda letter: (distances[letter], letter))
    if none and wanted == 1 and distances[ordered[0]] > NEAR:
        return frozenset(none)
    return frozenset(ordered[:wanted])


def best_surroundings(text: str, question: str, options: Mapping[str, str], wanted: int) -> frozenset[str] | None:
    """The options whose mentions have most pairs of characters of the question around them."""
    asked = pairs(with_blank(question).replace(BLANK, ""))
    claims, none = split_none(options)
    scores = {letter: _surroundings(text, name, asked) for letter, name in claims.items()}
    if not any(scores.values()):
        return frozenset(none) or None
    ordered = sorted(scores, key=lambda letter: (-scores[letter], letter))
    return frozenset(ordered[:wanted])


def _surroundings(text: str, name: str, asked: set[str]) -> float:
    """Shared pairs at the best mention; half a pair for being mentioned at all."""
    mentions = [match.start() for match in re.finditer(re.escape(name), text)]
    windows = [text[max(0, at - AROUND) : at + len(name) + AROUND] for at in mentions]
    return max((len(pairs(window) & asked) + 0.5 for window in windows), default=0.0)


def odd_statement(
    text: str, suspicious: Sequence[tuple[int, str, float]], options: Mapping[str, str], least: float
) -> frozenset[str] | None:
    """The option that repeats the oddest word with a neighbour of it; «none of the above» below ``least`` log-odds."""
    claims, none = split_none(options)
    scores = {
        letter: max((odds for start, word, odds in suspicious if repeats(text, start, word, claim)), default=None)
        for letter, claim in claims.items()
    }
    known_odds = {letter: odds for letter, odds in scores.items() if odds is not None}
    if none and (not known_odds or max(known_odds.values()) < least):
        return frozenset(none)
    return frozenset({min(known_odds, key=lambda letter: (-known_odds[letter], letter))}) if known_odds else None


def repeats(text: str, start: int, word: str, statement: str) -> bool:
    """Whether a statement has a word of the text together with the character before or after it."""
    end = start + len(word)
    before, after = text[max(0, start - 1) : end], text[start : end + 1]
    return (len(before) > len(word) and before in statement) or (len(after) > len(word) and after in statement)


def split_none(options: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """What the options claim, and the letters of «none of the above»."""
    claims = {letter: text.strip() for letter, text in options.items() if not is_none_of_above(text)}
    return claims, [letter for letter in options if letter not in claims]


def pairs(text: str) -> set[str]:
    """Neighbouring characters, punctuation left out."""
    letters = "".join(character for character in text if character.isalnum())
    return {letters[at : at + 2] for at in range(len(letters) - 1)}
