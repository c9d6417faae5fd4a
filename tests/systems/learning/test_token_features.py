"""What a token is told about its word."""

import pytest

from pingce.language.tagging.words import Word
from pingce.language.text import TaggedText
from pingce.systems.learning.token_features import NUMBERS, TokenFeatures, featurize, filled_up
from pingce.systems.learning.tokens import Tokens

TEXT = "GPS说他走出来"
WORDS = [Word("GPS", "x", 0), Word("说", "v", 3), Word("他", "r", 4), Word("走", "v", 5), Word("出来", "dv", 6)]
READING = TaggedText(TEXT, WORDS, [None, None, None, None, "dv"])
PLACES = ((0, 0), (0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8), (0, 0))
"""GPS comes in two pieces."""


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        (0, []),
        (1, ["tag x", "first"]),
        (2, ["tag x", "last"]),
        (3, ["tag v", "alone"]),
        (6, ["tag dv", "class dv", "first"]),
        (7, ["tag dv", "class dv", "last"]),
        (8, []),
    ],
)
def test_a_token_has_the_tag_and_class_of_its_word_and_a_place_in_it(token: int, expected: list[str]) -> None:
    seen = featurize(READING, Tokens(tuple(range(9)), PLACES))
    names = {number: name for name, number in NUMBERS.items()}
    assert [names[number] for number in seen.traits[token] if number] == expected


def test_every_trait_has_a_number_of_its_own_and_nothing_is_zero() -> None:
    assert sorted(NUMBERS.values()) == list(range(len(NUMBERS)))
    assert NUMBERS[""] == 0


def test_shorter_texts_are_filled_up() -> None:
    rows = [TokenFeatures((1, 2), ((1, 2, 3), (4, 5, 6))), TokenFeatures((1,), ((7, 8, 9),))]
    assert filled_up(rows) == [[(1, 2, 3), (4, 5, 6)], [(7, 8, 9), (0, 0, 0)]]
