"""Every pattern reads its own examples, and no other pattern reads them differently."""

import pytest

from pingce.reasoning.item import Language
from pingce.reasoning.reading.patterns import Pattern
from pingce.reasoning.reading.sentences import PATTERNS, read_sentence, split_sentences
from pingce.reasoning.relations import CountWay, Not, Relation, Statement, Steps

NAMES: dict[Language, tuple[str, str]] = {"zh": ("甲", "乙"), "en": ("Ann", "Bob")}
EXAMPLES = [(sentence, relation) for pattern in PATTERNS for sentence, relation in pattern.examples]


def language_of(sentence: str) -> Language:
    return "en" if sentence.isascii() else "zh"


@pytest.mark.parametrize(("sentence", "relation"), EXAMPLES)
def test_an_example_is_read_as_it_says(sentence: str, relation: Relation) -> None:
    language = language_of(sentence)
    names = NAMES[language]
    read = read_sentence(sentence, names, language)
    assert read is not None
    assert read == Statement(relation, 0, 1 if names[1] in sentence else None)


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.examples[0][0])
def test_every_pattern_has_an_example_in_each_language_it_reads(pattern: Pattern) -> None:
    languages = {language_of(sentence) for sentence, _ in pattern.examples}
    assert languages == {language for language in NAMES if pattern.templates(language)}


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("甲在乙左边跳舞", "zh"),
        ("甲或许在乙左边", "zh"),
        ("甲在乙左边数起第个位置", "zh"),
        ("Ann may be to the left of Bob", "en"),
        ("Anna is to the left of Bob", "en"),
        ("", "zh"),
    ],
)
def test_a_sentence_no_pattern_fits_is_unread(sentence: str, language: Language) -> None:
    assert read_sentence(sentence, NAMES[language], language) is None


def test_the_longer_of_two_names_is_found_first() -> None:
    read = read_sentence("Rose is the second one on the left side of Tea Rose", ("Rose", "Tea Rose"), "en")
    assert read == Statement(Steps(CountWay.LEFT, 2), 0, 1)


def test_an_addition_stays_with_its_sentence() -> None:
    assert split_sentences("(1)甲在乙的左边，二者相邻，丙在甲旁边；\n(2)乙挨着丙。", "zh") == [
        "甲在乙的左边，二者相邻",
        "丙在甲旁边",
        "乙挨着丙",
    ]
    assert split_sentences("(1)Ann is by Bob;\n(2)Bob is by Eve.", "en") == ["Ann is by Bob", "Bob is by Eve"]


HEDGES: dict[Language, tuple[str, ...]] = {
    "zh": ("不", "没", "可能", "未必"),
    "en": ("not", "never", "maybe", "hardly"),
}


@pytest.mark.parametrize(("sentence", "relation"), EXAMPLES)
def test_a_negation_or_hedge_anywhere_is_unread_or_read_as_negation(sentence: str, relation: Relation) -> None:
    language = language_of(sentence)
    words = list(sentence) if language == "zh" else sentence.split(" ")
    for hedge in HEDGES[language]:
        for at in range(len(words) + 1):
            said = ("" if language == "zh" else " ").join([*words[:at], hedge, *words[at:]])
            read = read_sentence(said, NAMES[language], language)
            assert read is None or read.relation == Not(relation), said
