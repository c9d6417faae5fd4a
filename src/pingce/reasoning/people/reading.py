"""The grammar of relations between people: «甲是乙的姐姐的儿子，也是丙的徒弟»."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .words import RELATION_WORDS, WordStep

_SENTENCE_END = re.compile(r"[。；;\n]")
_ONE_OF = re.compile(r"数位(?P<word>[^的，]+)中的一位")
_WITH_CHARACTER = re.compile(r"某位名字中带有(?P<character>.)的")


@dataclass(frozen=True)
class Chain:
    """A person and the words that lead from them to another; a word may ask for a character of the name."""

    start: str
    words: tuple[tuple[tuple[WordStep, ...], str], ...]


@dataclass(frozen=True)
class Identity:
    """Two chains lead to the same person."""

    first: Chain
    second: Chain


def read_people(text: str) -> list[str]:
    """The sentences of a text about people, without «it is known that»."""
    body = re.sub(r"^已知[：:]", "", text.strip())
    return [sentence.strip() for sentence in _SENTENCE_END.split(body) if sentence.strip()]


def read_relation(sentence: str) -> list[Identity] | None:
    """«X是Y的…，也是Z的…» as identities; None when a word is unknown."""
    parts = re.split(r"，(?:也|又|还)是", sentence.strip(" 。"))
    head, separator, rest = parts[0].partition("是")
    first = read_chain(head)
    if not separator or first is None:
        return None
    others = [read_chain(part) for part in (rest, *parts[1:])]
    found = [Identity(first, other) for other in others if other is not None]
    return found if len(found) == len(others) else None


def read_chain(phrase: str) -> Chain | None:
    """«乙的姐姐的儿子» as a person and the words that follow."""
    phrase = _ONE_OF.sub(lambda found: found["word"], phrase.strip())
    phrase = _WITH_CHARACTER.sub(lambda found: f"〔{found['character']}〕", phrase)
    start, *words = phrase.split("的")
    if not re.fullmatch(r"[\u4e00-\u9fff]{2,4}", start):
        return None
    steps = [_word(word) for word in words]
    known = tuple(step for step in steps if step is not None)
    return Chain(start, known) if len(known) == len(steps) else None


def _word(word: str) -> tuple[tuple[WordStep, ...], str] | None:
    found = re.fullmatch(r"(?:〔(?P<character>.)〕)?(?P<word>.+)", word)
    if found is None or found["word"] not in RELATION_WORDS:
        return None
    return RELATION_WORDS[found["word"]], found["character"] or ""


def steps_of(chain: Chain) -> Sequence[WordStep]:
    """All steps of a chain in a row."""
    return [step for steps, _ in chain.words for step in steps]
