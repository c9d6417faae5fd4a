"""Texts with their words spelled out, so that no test depends on a tagger."""

import orjson

from pingce.corpus.replace.lines import CandidateLines
from pingce.corpus.replace.make import ReplaceSettings, chosen_exchanges, sentences
from pingce.corpus.replace.positions import Position, SkippedWord, judged
from pingce.corpus.replace.sentence import Original, Replaced
from pingce.language.lexicon.load import load_lexicon
from pingce.language.tagging.words import Word

LEXICON = load_lexicon()


def words(tagged: str) -> list[Word]:
    """``桌子/n 上/f`` as a tagger would give it."""
    found, start = [], 0
    for part in tagged.split():
        text, tag = part.rsplit("/", 1)
        found.append(Word(text, tag, start))
        start += len(text)
    return found


def text_of(tagged: str) -> str:
    return "".join(word.text for word in words(tagged))


def verdicts(tagged: str) -> list[str]:
    """``f:上`` for a word that may be replaced, ``abstract-noun:上`` for one that may not."""
    found = judged(LEXICON, text_of(tagged), words(tagged))
    return [f"{one.reason if isinstance(one, SkippedWord) else one.cls}:{one.old}" for one in found]


def made(
    tagged: str, settings: ReplaceSettings, *, normal: frozenset[bytes] | None = None, item: str = "a"
) -> list[Replaced]:
    text = text_of(tagged)
    positions = [one for one in judged(LEXICON, text, words(tagged)) if isinstance(one, Position)]
    return sentences(LEXICON, Original(item, text), positions, settings, normal)


def candidate_lines(tagged: str, settings: ReplaceSettings, *, item: str = "a") -> list[bytes]:
    """The same sentences as ``made`` gives, as lines of candidates."""
    text = text_of(tagged)
    positions = [one for one in judged(LEXICON, text, words(tagged)) if isinstance(one, Position)]
    original = Original(item, text)
    chosen = chosen_exchanges(LEXICON, original, positions, settings)
    return [line.encode() for line in CandidateLines(LEXICON).lines(original, chosen)]


def encoded(sentence: Replaced) -> bytes:
    """The line of a sentence, written the long way."""
    record: dict[str, object] = {
        "id": sentence.id,
        "text": sentence.text,
        "origin": sentence.origin,
        "mode": sentence.mode,
        "replaced": [change.record() for change in sentence.changes],
    }
    if sentence.source is not None:
        record["source"] = sentence.source
    return orjson.dumps(record) + b"\n"
