"""The grammar of relations between people: «甲是乙的姐姐的儿子，也是丙的徒弟», «Ann is Bob's wife»."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pingce.reasoning.item import Language

from .words import RELATION_WORDS, WordStep

_KNOWN = {"zh": re.compile(r"^已知[：:]"), "en": re.compile(r"^(?:It is known that|Given)[:,]?\s*")}
_SENTENCE_END = {"zh": re.compile(r"[。；;\n]"), "en": re.compile(r"[;\n]|\.(?=\s|$)")}
_ALSO = {"zh": re.compile(r"，(?:也|又|还)是"), "en": re.compile(r",? and (?:is )?also ")}
_NAME = {"zh": re.compile(r"[\u4e00-\u9fff]{2,4}"), "en": re.compile(r"[A-Z]\w+(?: [A-Z]\w+)?")}
_OF = re.compile(r"(?:[Tt]he|a|an) (?P<word>[\w-]+(?: [\w-]+)?) of (?P<rest>.+)")
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


def read_people(text: str, language: Language) -> list[str]:
    """The sentences of a text about people, without «it is known that»."""
    body = _KNOWN[language].sub("", text.strip())
    return [sentence.strip(" .") for sentence in _SENTENCE_END[language].split(body) if sentence.strip(" .")]


def read_relation(sentence: str, language: Language) -> list[Identity] | None:
    """«X是Y的…，也是Z的…», «X is Y's …, and also Z's …» as identities; None when a word is unknown."""
    parts = _ALSO[language].split(sentence.strip(" 。."))
    head, separator, rest = parts[0].partition("是" if language == "zh" else " is ")
    first = read_chain(head, language)
    if not separator or first is None:
        return None
    others = [read_chain(part, language) for part in (rest, *parts[1:])]
    identities = [Identity(first, other) for other in others if other is not None and (other.words or first.words)]
    return identities if len(identities) == len(others) else None


def read_chain(phrase: str, language: Language) -> Chain | None:
    """«乙的姐姐的儿子», «Bob's sister's son» as a person and the words that follow."""
    start, *words = _chain_parts(phrase.strip(), language)
    if not _NAME[language].fullmatch(start):
        return None
    steps = [_word(word, language) for word in words]
    known = tuple(step for step in steps if step is not None)
    return Chain(start, known) if len(known) == len(steps) else None


def _chain_parts(phrase: str, language: Language) -> list[str]:
    if language == "zh":
        phrase = _ONE_OF.sub(lambda found: found["word"], phrase)
        return _WITH_CHARACTER.sub(lambda found: f"〔{found['character']}〕", phrase).split("的")
    of = _OF.fullmatch(phrase)
    if of is not None:
        return [*_chain_parts(of["rest"], language), of["word"]]
    return phrase.split("'s ")


def _word(word: str, language: Language) -> tuple[tuple[WordStep, ...], str] | None:
    match = re.fullmatch(r"(?:〔(?P<character>.)〕)?(?P<word>.+)", word)
    if match is None or match["word"] not in RELATION_WORDS[language]:
        return None
    return RELATION_WORDS[language][match["word"]], match["character"] or ""


def steps_of(chain: Chain) -> Sequence[WordStep]:
    """All steps of a chain in a row."""
    return [step for steps, _ in chain.words for step in steps]


def chains_in(sentence: str, names: Sequence[str], language: Language) -> list[str]:
    """The phrases of a sentence that lead from a named person to another («乙的妻子», «Bob's wife»), longest first."""
    people = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    words = "|".join(map(re.escape, sorted(RELATION_WORDS[language], key=len, reverse=True)))
    if language == "zh":
        pattern = rf"(?:{people})(?:的(?:{words})(?!子|[邻手]))+"
    else:
        pattern = rf"(?:[Tt]he (?:{words}) of )+(?:{people})\b|(?:{people})(?:'s (?:{words})\b)+"
    return re.findall(pattern, sentence) if names else []
