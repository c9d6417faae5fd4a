"""Items nobody should prove: what is missing, mixed or unreadable is said to be unread, never answered by a proof."""

import pytest

from pingce.reasoning.item import ReasoningItem, language_of, reasoning_item
from pingce.reasoning.proof import Proof, Status
from pingce.reasoning.prove import prove
from pingce.spec.values import Item

from .booths import CLASH, EN_TEXT, TEXT

OPTIONS = {"A": "阿木", "B": "阿火", "C": "阿土"}
QUESTION = "阿水和()挨着坐。"


def proved(text: str = TEXT, question: str = QUESTION, options: dict[str, str] = OPTIONS) -> Proof:
    return prove(ReasoningItem(text, question, options, language_of(text)))


def test_the_item_itself_is_proved() -> None:
    assert proved().answer == frozenset("A")
    assert prove(reasoning_item(Item("1", {"text": TEXT, "question": QUESTION}, {}, OPTIONS))).answer == frozenset("A")


@pytest.mark.parametrize(
    ("proof", "unread"),
    [
        (proved(options={}), QUESTION),
        (proved(options={"A": "阿木", "B": "阿金"}), "阿金"),
        (proved(question="Bob and () are sitting side by side."), "Bob and () are sitting side by side."),
        (proved(text=EN_TEXT), QUESTION),
        (proved(options={"A": "阿木", "B": "Nobody else"}), "Nobody else"),
        (proved(text=f"{TEXT}\n(3)阿木昨天没有来。"), "阿木昨天没有来"),
        (proved(text=f"{TEXT}\n{TEXT}"), "阿木、阿水、阿火、阿土四人来到面馆吃面"),
        (proved(text=f"{TEXT}\n今天下雨了。"), "今天下雨了"),
        (proved(text=TEXT.replace("阿土在", "阿金在")), "阿金在阿火右手边挨着坐"),
        (proved(text=TEXT.replace("卡座", "位子")), TEXT.replace("卡座", "位子")),
        (proved(text=TEXT.replace("、阿土四人", "四人")), TEXT.replace("、阿土四人", "四人")),
        (proved(question="谁()？"), "阿木"),
        (proved(text=""), QUESTION),
    ],
)
def test_what_cannot_be_read_is_named_and_not_proved(proof: Proof, unread: str) -> None:
    assert (proof.status, proof.answer, proof.meant) == (Status.UNREAD, None, None)
    assert unread in proof.unread


def test_names_in_latin_letters_are_no_other_language() -> None:
    text = TEXT.replace("阿木", "Tom")
    assert proved(text, QUESTION, {"A": "Tom", "B": "阿火"}).answer == frozenset("A")


def test_a_contradiction_is_no_proof() -> None:
    proof = proved(CLASH)
    assert (proof.status, proof.answer) == (Status.NO_ARRANGEMENT, None)
