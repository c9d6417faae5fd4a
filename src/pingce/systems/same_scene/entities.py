"""Who and what a scene is about: what is somewhere or moves, what it is at, and who else is in the clause."""

from collections.abc import Sequence
from dataclasses import dataclass

from pingce.language.lexicon.load import load_lexicon
from pingce.language.tagging.words import Word

from .difference import SceneSide
from .judge import enumerated, ground_noun

THINGS = frozenset({"n", "nr", "ns", "nt", "nz", "r"})
PERSONS = frozenset(["我", "你", "他", "她", "它", "我们", "你们", "他们", "她们", "它们", "咱们", "自己", "大家"])
HANDLED = frozenset({"把", "将", "被", "让", "给"})
"""What follows them takes part in the event; what follows another preposition is a place."""
MOST = 5
SENTENCE_ENDS = frozenset("。！？!?")


@dataclass(frozen=True)
class Entities:
    """``figure`` is what the place is told of; ``all`` in the order of the text."""

    figure: str
    ground: str
    all: tuple[str, ...]


def find_entities(side: SceneSide) -> Entities:
    """The things a scene is about, for the explanation: which is located, and by what."""
    named = enumerated(side)
    if named:
        return Entities("”、“".join(named), "", tuple(named))
    ground = ground_noun(side)
    spans = [(i, name) for i, name in _things(side) if not _modifies(side.words, i)]
    figure = _figure(side, spans)
    clause = side.clause
    inside = [(at, name) for at, name in spans if clause.start <= at < clause.stop]
    if figure is not None and figure not in inside:
        inside.append(figure)
    if not inside:
        inside = spans[:1]
    names = [name for _, name in sorted(inside)]
    if ground and not any(ground in name for name in names) and side.unit:
        names.append(ground)
    listed = tuple(dict.fromkeys(names))[:MOST]
    return Entities(figure[1] if figure is not None else (listed[0] if listed else ""), ground, listed)


def _things(side: SceneSide) -> list[tuple[int, str]]:
    """Concrete nouns, neighbours joined (潜水 桥), with the number of their last word."""
    lexicon = load_lexicon()
    things: list[tuple[int, str]] = []
    words = side.words
    for i, word in enumerate(words):
        if not _is_thing(word):
            continue
        joins = things and things[-1][0] == i - 1 and words[i - 1].tag != "r" and word.tag != "r"
        if joins:
            things[-1] = (i, things[-1][1] + word.text)
        else:
            things.append((i, word.text))
    return [(i, name) for i, name in things if not lexicon.is_abstract(name)]


def _modifies(words: Sequence[Word], i: int) -> bool:
    """Followed by 的 and a noun: 放学 of 放学的孩子."""
    return i + 2 < len(words) and words[i + 1].text == "的" and words[i + 2].tag in THINGS


def _in_a_place(words: Sequence[Word], i: int) -> bool:
    """After a preposition, or before a localizer."""
    if i + 1 < len(words) and words[i + 1].tag == "f":
        return True
    for k in range(i - 1, -1, -1):
        if words[k].tag in ("v", "w"):
            return False
        if words[k].tag == "p":
            return words[k].text not in HANDLED
    return False


def _is_thing(word: Word) -> bool:
    return word.tag in THINGS and (word.tag != "r" or word.text in PERSONS)


def _figure(side: SceneSide, spans: Sequence[tuple[int, str]]) -> tuple[int, str] | None:
    """What is at the place: behind 把, behind “的”, behind the verb of a place at the beginning, else the subject."""
    unit, clause, words = side.unit, side.clause, side.words
    before = [(i, name) for i, name in spans if i < unit.start]
    after = [(i, name) for i, name in spans if unit.stop <= i < clause.stop]
    persons = [span for span in spans if span[0] in unit and words[span[0]].tag in ("nr", "r")]
    if side.core and words[side.core.start].tag == "dv" and persons:
        return persons[-1]
    handled = next((i for i in range(clause.start, unit.start) if words[i].text in ("把", "将")), None)
    if handled is not None:
        behind = [span for span in before if span[0] > handled]
        if behind:
            return behind[0]
    if unit.stop < len(words) and words[unit.stop].text == "的" and after:
        return after[-1]
    own = [span for span in before if clause.start <= span[0] and not _in_a_place(words, span[0])]
    if own:
        return own[0]
    if after:
        return after[0]
    return _subject_of_sentence(words, before, unit.start) or next(
        (span for span in spans if span[0] >= unit.stop), None
    )


def _subject_of_sentence(words: Sequence[Word], before: Sequence[tuple[int, str]], at: int) -> tuple[int, str] | None:
    """The first thing since the last full stop that is no place."""
    before = [span for span in before if not _in_a_place(words, span[0])]
    start = max((i + 1 for i in range(at) if words[i].text in SENTENCE_ENDS), default=0)
    return next((span for span in before if span[0] >= start), before[-1] if before else None)
