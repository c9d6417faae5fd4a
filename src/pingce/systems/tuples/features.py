"""What speaks for a word being an anchor, and for the labels of an anchor's tuples."""

from collections.abc import Iterator

from pingce.language.lexicon.load import load_lexicon
from pingce.language.text import TaggedText
from pingce.systems.learning.anchor_features import Anchor

REACH = 6
"""Words to the nearest spatial word that still count."""
NEGATIONS = frozenset("不没未无非别莫")


def word_features(reading: TaggedText) -> Iterator[list[str]]:
    """For every word: itself, its neighbours, and the nearest spatial words to either side."""
    lexicon = load_lexicon()
    for i, word in enumerate(reading.words):
        features = [*reading.plain[i]]
        if reading.classes[i] is not None:
            features.append(f"false={lexicon.false_localizer(reading.text, word) is not None}|{reading.classes[i]}")
        if word.tag == "n":
            features.append(f"abstract={lexicon.is_abstract(word.text)}")
        elif i and reading.words[i - 1].tag == "n":
            features.append(f"abstract-1={lexicon.is_abstract(reading.words[i - 1].text)}|{word.tag}")
        for side, steps in (("-", range(i - 1, i - 1 - REACH, -1)), ("+", range(i + 1, i + 1 + REACH))):
            near = _nearest(reading, i, steps)
            if near is None:
                features.append(f"near{side}=none|{word.tag}")
                continue
            distance, name = abs(near - i), reading.words[near].text
            features += [
                f"near{side}={distance}|{word.tag}",
                f"near{side}={distance}|{reading.classes[near]}|{word.tag}",
                f"near{side}={name}|{word.tag}",
                f"near{side}={name}|{min(distance, 3)}",
            ]
        before, after = _tags(reading, i, -1), _tags(reading, i, 1)
        features += [f"before={before}|{word.tag}", f"after={after}|{word.tag}", f"after={after}|{word.text}"]
        yield features


def _nearest(reading: TaggedText, i: int, steps: range) -> int | None:
    """The nearest spatial word of the clause."""
    for k in steps:
        if not 0 <= k < len(reading.words) or reading.clauses[k] != reading.clauses[i]:
            return None
        if reading.classes[k] is not None:
            return k
    return None


def _tags(reading: TaggedText, i: int, step: int) -> str:
    return ".".join(
        reading.words[k].tag if 0 <= k < len(reading.words) else "|" for k in (i + step, i + 2 * step, i + 3 * step)
    )


def label_features(reading: TaggedText, anchor: Anchor) -> list[str]:
    """The anchor, the words of its clause and of the one before, and negations before it."""
    words, home = reading.words, reading.clauses[anchor.last]
    text = "".join(word.text for word in words[anchor.first : anchor.last + 1])
    features = ["bias", f"k={anchor.kind}", f"a={text}", f"a={text[-1]}"]
    for i in range(max(0, anchor.first - 12), min(len(words), anchor.last + 8)):
        if reading.clauses[i] == home:
            features.append(f"{'before' if i < anchor.first else 'after'}={words[i].text}")
            if abs(anchor.offset(i)) <= 2:
                features.append(f"{anchor.offset(i)}={words[i].text}")
            if words[i].text[0] in NEGATIONS:
                features.append(f"not={'before' if i < anchor.first else 'after'}")
        elif reading.clauses[i] == home - 1:
            features.append(f"earlier={words[i].text}")
    return sorted(set(features))
