"""Sentences tell their original where only one is possible, and say nothing where they cannot know."""

import pytest

from pingce.quality.recovery import consensus
from pingce.quality.recovery.consensus import OriginalGuess, original_of

ORIGINAL = "猫在桌上，狗在门外，鸟在屋前。"


def replaced(*pairs: str) -> str:
    text = ORIGINAL
    for pair in pairs:
        text = text.replace(pair[:2], pair[0] + pair[2])
    return text


@pytest.mark.parametrize(
    ("sentences", "guess"),
    [
        ([("桌上下",), ("桌上旁",), ("门外里",), ("门外前",), ("屋前后",)], OriginalGuess(ORIGINAL, "unique")),
        ([("桌上下",), ("门外里",), ("屋前后",)], OriginalGuess(ORIGINAL, "likeliest")),
        ([("桌上下", "门外里"), ("屋前后",), ("桌上旁",), ("门外后",)], OriginalGuess(ORIGINAL, "likeliest")),
        ([("桌上下", "门外里"), ("屋前后", "桌上旁"), ("门外后",)], None),
        ([("桌上下",), ("桌上旁",)], None),
        ([("桌上下",), ("门外里",)], None),
        ([("桌上下",)], None),
        ([], None),
    ],
    ids=[
        "several words in each place",
        "one word in each place: all three at once would do too",
        "two words at once",
        "too many words at once",
        "the word itself is nowhere",
        "either could come first",
        "one sentence",
        "none",
    ],
)
def test_the_original_is_what_every_sentence_differs_from(
    sentences: list[tuple[str, ...]], guess: OriginalGuess | None
) -> None:
    assert original_of([replaced(*pairs) for pairs in sentences]) == guess


def test_a_search_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consensus, "MOST_WORK", 1)
    assert original_of([replaced("桌上下"), replaced("门外里"), replaced("屋前后")]) is None
