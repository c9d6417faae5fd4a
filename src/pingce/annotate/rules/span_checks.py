"""What may be wrong with one fragment: how it begins, how it ends, what is in it."""

from collections.abc import Callable, Iterator

from pingce.tasks.slots_and_roles import PLACES

from .aspect import ends_in_aspect
from .decoded_answer import AnswerSpan, DecodedAnswer
from .model import Breach
from .tagged import Piece
from .wordlists import characters, word_lists, words

ENTITIES = ("空间实体", "空间实体2")
EVENT = "事件"
P_SLOTS = (*PLACES, "距离文本")
MEASURED = ("距离文本", "时间文本")


def each_span(
    broken: Callable[[DecodedAnswer, AnswerSpan], bool], *slots: str
) -> Callable[[DecodedAnswer], Iterator[Breach]]:
    """Looks at every span, or at those in ``slots``."""

    def find(answer: DecodedAnswer) -> Iterator[Breach]:
        for span in answer.spans:
            if (not slots or span.slot in slots) and broken(answer, span):
                yield Breach(span.path, span.text)

    return find


def edge_mark(_: DecodedAnswer, span: AnswerSpan) -> bool:
    return span.text[0] in characters("edge") or span.text[-1] in characters("edge")


def begins_wrongly(_: DecodedAnswer, span: AnswerSpan) -> bool:
    """The first word is one of the words the first character stands for; 通道 does not begin with 通 (通过)."""
    first = span.pieces[0]
    if span.text[0] not in word_lists().slots[span.slot].not_first:
        return False
    return len(first.text) == 1 or not first.whole or first.tag == "p" or first.text in words("prepositions")


def aspect(answer: DecodedAnswer, span: AnswerSpan) -> bool:
    return ends_in_aspect(span.pieces, answer.words)


def ends_in_de(_: DecodedAnswer, span: AnswerSpan) -> bool:
    return span.text.endswith("的")


def event_ends_in_direction(_: DecodedAnswer, span: AnswerSpan) -> bool:
    """By words: 前往 is one verb, 走到 a verb and a word that belongs to the place."""
    last = span.pieces[-1]
    listed = last.text[-1] in words("event_final")
    return listed and (len(last.text) == 1 or last.tag == "dv" or not last.whole)


def lone_preposition(_: DecodedAnswer, span: AnswerSpan) -> bool:
    """Among events 跟 and 给 are verbs, whatever the tagger says; the listed words are prepositions there too."""
    if len(span.pieces) != 1:
        return False
    only = span.pieces[0]
    if span.slot in P_SLOTS and only.whole and only.tag == "p":
        return True
    return only.text in words("prepositions") and only.tag not in ("dv", "v", "n")


def negated(_: DecodedAnswer, span: AnswerSpan) -> bool:
    return not characters("negation").isdisjoint(span.text)


def particle_first(_: DecodedAnswer, span: AnswerSpan) -> bool:
    return span.slot not in ENTITIES and span.pieces[0].text in words("particles_first")


def modal_first(_: DecodedAnswer, span: AnswerSpan) -> bool:
    """Whether a fragment begins with a particle."""
    first = span.pieces[0]
    ground = first.text == "地" and (len(span.pieces) == 1 or span.pieces[1].tag == "f")  # 地, 地上: no particle
    return first.whole and first.tag in ("y", "u") and not ground


def preposition_first(_: DecodedAnswer, span: AnswerSpan) -> bool:
    return len(span.pieces) > 1 and span.pieces[0].whole and span.pieces[0].tag == "p"


def verb_first(_: DecodedAnswer, span: AnswerSpan) -> bool:
    """Whether a fragment begins with a verb that its slot does not allow there (the lists are in ``word_lists``)."""
    first = span.pieces[0]
    return _plain_verb(first) and not set(first.text) <= set(word_lists().slots[span.slot].first_verbs)


def verb_last(_: DecodedAnswer, span: AnswerSpan) -> bool:
    """Whether a fragment of several words ends with a verb that its slot does not allow there."""
    last = span.pieces[-1]
    return len(span.pieces) > 1 and _plain_verb(last) and last.text not in set(word_lists().slots[span.slot].last_verbs)


def _plain_verb(piece: Piece) -> bool:
    return piece.whole and piece.tag == "v"


def function_word_last(_: DecodedAnswer, span: AnswerSpan) -> bool:
    """Whether a fragment ends in a preposition or an adverb, which belong to what follows."""
    last, slot = span.pieces[-1], word_lists().slots.get(span.slot)
    allowed = set(slot.last_verbs) if slot is not None else set()
    ends = len(span.pieces) > 1 and last.whole and last.tag in ("p", "d") and last.text not in allowed
    return ends and span.slot != "时间文本"  # 8时许


def number_last(_: DecodedAnswer, span: AnswerSpan) -> bool:
    """Distances and times do end in numbers, which taggers give as one word with their unit."""
    last = span.pieces[-1]
    return span.slot not in MEASURED and len(span.pieces) > 1 and last.whole and last.tag == "m"


def pronoun_last(_: DecodedAnswer, span: AnswerSpan) -> bool:
    """朝她 and 在这里 are whole phrases; 站着他 is not."""
    if span.slot in ENTITIES or len(span.pieces) < 2:
        return False
    before, last = span.pieces[-2:]
    complete = before.tag == "p" or last.text in words("place_pronouns")
    return last.whole and last.tag == "r" and not complete


def no_event(_: DecodedAnswer, span: AnswerSpan) -> bool:
    """Whether a fragment that should name an event holds a word from the list of those that are none."""
    listed = words("not_events")
    return any(piece.text in listed for piece in span.pieces) or any(
        word in span.text for word in listed if len(word) > 1
    )


def clause_mark_inside(_: DecodedAnswer, span: AnswerSpan) -> bool:
    return not characters("clause").isdisjoint(span.text[1:-1])


def broken_word(_: DecodedAnswer, span: AnswerSpan) -> bool:
    return not span.pieces[0].whole or not span.pieces[-1].whole
