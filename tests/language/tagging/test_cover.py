"""Words cover the text, whatever it holds and whatever a library does to it."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pingce.language.tagging.catalog import Pipeline
from pingce.language.tagging.cover import Pair, repaired
from pingce.language.tagging.tags import TAGS
from pingce.language.tagging.user import UserWords
from pingce.language.tagging.words import Tagger
from tests.language.tagging.builders import INSTALLED, tagger

SPATIAL = [*"上下里来去从在的大", "走进来", "桌子上", "地上了", "往北", "一边", "过去", "水面上浮着", "平安", "马上"]
ODD = [*"𠮷，。 \n\t\u3000é\x00\ud83d😀", "\r\n", "12.5%", "ABC", "\uff21\uff22\uff11", "👨\u200d👩\u200d👧"]
PIECES = SPATIAL + ODD
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=14).map("".join)


def assert_covers(tagger: Tagger, text: str) -> None:
    words = tagger.tag(text)
    assert "".join(word.text for word in words) == text
    assert all(text[word.start : word.end] == word.text != "" for word in words)
    assert {word.tag for word in words} <= TAGS


@settings(max_examples=300)
@given(TEXTS)
def test_the_default_covers_any_text(text: str) -> None:
    assert_covers(tagger("default"), text)


@pytest.mark.parametrize("name", INSTALLED)
@settings(max_examples=40)
@given(text=TEXTS)
def test_every_tagger_covers_any_text(name: str, text: str) -> None:
    assert_covers(tagger(name), text)


@settings(max_examples=100)
@given(TEXTS, st.dictionaries(st.sampled_from(PIECES).filter(str.strip), st.sampled_from(["", "n", "f"]), max_size=4))
def test_user_words_cover_any_text(text: str, words: dict[str, str]) -> None:
    pairs = [(word.text, word.tag) for word in tagger("rjieba").tag(text)]
    assert "".join(word for word, _ in UserWords(words).apply(text, pairs)) == text


class Careless:
    """A library with the faults that libraries have."""

    version = "careless 1"

    def __init__(self, fault: Callable[[str], list[Pair]]) -> None:
        self.pairs = fault


FAULTS: dict[str, Callable[[str], list[Pair]]] = {
    "says nothing": lambda _: [],
    "drops spaces": lambda text: [(character, "n") for character in text if not character.isspace()],
    "makes letters half-width": lambda text: [(text.replace("\uff21", "A"), "n")],
    "invents words": lambda text: [("并不在", "v"), ("", "n"), (text[:2], "n")],
    "cuts long texts": lambda text: [(text[:3], "n")],
}


@pytest.mark.parametrize("with_rules", [False, True])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_careless_library_is_repaired(fault: str, with_rules: bool) -> None:
    careful = Pipeline(Careless(FAULTS[fault]), with_rules=with_rules, user_words={})
    for text in ("", "\uff21 在\n桌子上 坐下来。", "  "):
        assert_covers(careful, text)


def test_dropped_characters_come_back_with_a_tag() -> None:
    assert repaired("甲 1b，é甲", [("甲", "n"), ("甲", "n")]) == [
        ("甲", "n"),
        (" ", "w"),
        ("1", "m"),
        ("b", "x"),
        ("，", "w"),
        ("é", "n"),
        ("甲", "n"),
    ]
