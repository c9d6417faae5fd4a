"""Which spatial word is the odd one: every reason turns on one, and what is marked lies around it.

The words of a text compete. What speaks for and against a word is learned from the marked ones, with counts of
which words stand in which surroundings where nobody marked anything.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from pingce.language.lexicon.load import load_lexicon
from pingce.language.lexicon.model import Lexicon
from pingce.language.tagging.dictionary import shared_dictionary
from pingce.language.text import TaggedText
from pingce.spec.values import Reason

from .usage import EDGE, NO_USES, Use, WordUsage, surroundings

FIRST_ROLES = ("P1", "P2", "P", "text2", "text1", "E1", "E2", "E", "S1", "S2", "S")
"""Where to look for the odd word of a reason, in this order."""


def candidates(reading: TaggedText) -> list[int]:
    """The spatial words of a text; where there are none, every word but marks."""
    spatial = [i for i, cls in enumerate(reading.classes) if cls is not None]
    return spatial or [i for i, word in enumerate(reading.words) if word.tag != "w"] or [0]


def anchors(reading: TaggedText, reason: Reason) -> list[int]:
    """The words a reason may turn on: spatial words in its places, one per place, best class first.

    In 在脑袋上面 it is 上面 and not 在: localizers and directions are exchanged far more often than prepositions.
    """
    spans = {span.role: reading.covered(span.idxes) for span in reason.spans}
    words = []
    for role in FIRST_ROLES:
        inside = [i for i in spans.get(role, ()) if reading.classes[i] is not None]
        if inside:
            words.append(max(inside, key=lambda i: (reading.classes[i] in ("f", "s", "dv"), i)))
        if words and not (role == "P1" and "P2" in spans):
            break
    allowed = candidates(reading)
    if not words:
        marked = [i for words in spans.values() for i in words]
        words = [min(allowed, key=lambda i: min((abs(i - j) for j in marked), default=0))]
    return words


def suspicion(reading: TaggedText, i: int, usage: WordUsage, own: frozenset[Use] = NO_USES) -> list[str]:
    """Features of one candidate."""
    lexicon = load_lexicon()
    words = reading.words
    word, cls = words[i], reading.classes[i]
    group = lexicon.group_of(word.text, cls) if cls is not None else None
    others = group.others(word.text) if group is not None else ()
    name = f"{cls}:{word.text}"
    near = [f"{words[k].tag}" if 0 <= k < len(words) else EDGE for k in (i - 2, i - 1, i + 1, i + 2)]
    features = ["bias", f"c={cls}", f"w={name}", f"g={group.id if group else '-'}"]
    features += [f"t-2={near[0]}", f"t-1={near[1]}|{cls}", f"t+1={near[2]}|{cls}", f"t={near[1]}_{near[2]}|{name}"]
    for key in surroundings(reading, i):
        features.append(f"{key}|{name}")
        features.append(f"{key}|{group.id if group else cls}")
        uses, best = usage.odds(key, word.text, others, own)
        neighbour = key.partition(":")[0]
        features.append(f"{neighbour}?{min(uses, 4)}:{min(best, 6)}")
        if not uses and best:
            features.append(f"{neighbour}?never|{cls}")
    features += _dictionary(reading, i, others)
    features += _elsewhere(reading, i, lexicon, group.words if group is not None else ())
    return features


def _dictionary(reading: TaggedText, i: int, others: Sequence[str]) -> Iterator[str]:
    """Whether the word together with its neighbour is a word, and whether another of the group would make one."""
    word = reading.words[i].text
    left = reading.words[i - 1].text if i else ""
    for name, head in (("D", left), ("d", left[-1:])):
        if head:
            yield f"{name}={_is_word(head + word)}:{any(_is_word(head + other) for other in others)}"
    if reading.classes[i] in ("s", "f") and len(word) > 1:
        yield f"whole={_is_word(word)}"


@cache
def _is_word(text: str) -> bool:
    return text in shared_dictionary()


def _elsewhere(reading: TaggedText, i: int, lexicon: Lexicon, group: Sequence[str]) -> Iterator[str]:
    """Other words of the group in the text: 走进去 … 走进来."""
    word = reading.words[i].text
    same = antonym = related = False
    for k, other in enumerate(reading.words):
        if k != i and reading.classes[k] is not None:
            same = same or other.text == word
            related = related or (other.text in group and other.text != word)
            antonym = antonym or frozenset((other.text, word)) in lexicon.antonyms
    yield f"same={same}"
    yield f"related={related}|{reading.classes[i]}"
    yield f"antonym={antonym}|{reading.classes[i]}"
    yield f"many={min(sum(cls is not None for cls in reading.classes), 16) // 2}"
    clause = reading.clauses[i]
    last = reading.clauses[-1]
    yield f"place={'first' if clause == 0 else 'last' if clause >= last - 1 else 'middle'}"
