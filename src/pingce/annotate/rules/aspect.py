"""过: passing something (从桥上走过) or having done something once (去过).

The same character marks a path, which belongs to the event, and an aspect, which does not; rules about event fragments
have to know which it is. Decided by the verb before and what follows.
"""

from collections.abc import Sequence

from pingce.language.tagging.words import Word

from .tagged import Piece
from .wordlists import characters, words


def ends_in_aspect(span_pieces: Sequence[Piece], text_words: Sequence[Word]) -> bool:
    """The last word is 着, 了 or 过 as a mark of aspect; 经过, 沿着 and the 过 of passing are none."""
    last = span_pieces[-1]
    if last.text in words("aspect"):
        return not (last.text == "过" and is_passing(text_words, last.number))
    cut_out = not last.whole and last.text[-1] in words("aspect")  # 吃过 out of 吃过饭
    return cut_out and last.text not in words("passing_words")


def is_passing(text_words: Sequence[Word], number: int) -> bool:
    """The tagger knows verbs of movement; a sign of the past or a count makes even those an experience."""
    word = text_words[number]
    if word.text != "过":
        return word.text in words("passing_words")
    if word.tag != "dv":
        return False
    before = _clause_before(text_words, number)
    counted = any(w.tag in ("m", "q") and w.text[-1] in words("counters") for w in text_words[number + 1 : number + 5])
    return not counted and not any(w.text in words("past_signs") for w in before)


def _clause_before(text_words: Sequence[Word], number: int) -> Sequence[Word]:
    start = number
    while start and text_words[start - 1].text[0] not in characters("clause"):
        start -= 1
    return text_words[start:number]
