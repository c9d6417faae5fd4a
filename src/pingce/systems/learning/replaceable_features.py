"""What a site looks like, as features with names.

Everything is crossed with the word itself: what matters is whether *this* localizer fits its neighbours.
"""

from collections.abc import Iterator, Sequence

from pingce.language.tagging.words import Word

from .gaps import Fit, margin
from .replaceable import Reading, Site

NEAR = 6
"""Characters to either side."""
CLAUSE, AHEAD, AROUND = 8, 6, 8
"""Words to look back for verb and preposition, ahead for a verb, and around for nouns, verbs and places."""
STEPS = (-8.0, -6.0, -4.0, -3.0, -2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 4.0)
EDGE = "^"
PAUSE = "w"
CONTENT = ("n", "v", "s")


def site_features(reading: Reading, at: int) -> list[str]:
    """Neighbouring characters, words and tags, the clause's verbs and preposition, and the other sites."""
    site = reading.sites[at]
    word = site.word
    return [
        *_neighbours(reading, site),
        *(f"{kind}={word}|{value}" for kind, value in _clause(reading.words, site.at)),
        *_other_sites(reading, at),
        *_around(reading.words, site),
    ]


def fit_features(name: str, site: Site, fit: Fit) -> Iterator[str]:
    """How the word compares with the rest of its group: one feature for every step the margin lies above."""
    at = site.group.words.index(site.word)
    for level, values in (("word", fit.word), ("whole", fit.whole)):
        lead = margin(values, at)
        rank = sum(value > values[at] for value in values)
        yield f"{name}.{level}.rank={rank}"
        yield f"{name}.{level}.rank={site.word}|{rank}"
        for step in STEPS:
            if lead > step:
                yield f"{name}.{level}>{step}"
                yield f"{name}.{level}>{step}|{site.group.id}"
                yield f"{name}.{level}>{step}|{site.word}"


def identity_features(site: Site) -> Iterator[str]:
    """Which word and which group it is, whatever stands around it."""
    yield f"w={site.word}"
    yield f"g={site.group.id}"
    yield f"false={site.word}|{site.false}"


def _neighbours(reading: Reading, site: Site) -> Iterator[str]:
    words, i, word, group = reading.words, site.at, site.word, site.group
    left, right = reading.text[max(0, site.start - NEAR) : site.start], reading.text[site.end : site.end + NEAR]
    before, after = _word(words, i - 1), _word(words, i + 1)
    tag_before, tag_after = _tag(words, i - 1), _tag(words, i + 1)
    for n in (1, 2, 3):
        yield f"l{n}={word}|{left[-n:]}"
        yield f"r{n}={word}|{right[:n]}"
    yield f"lr={word}|{left[-1:]}|{right[:1]}"
    yield f"b={word}|{before}"
    yield f"a={word}|{after}"
    yield f"ba={word}|{before}|{after}"
    yield f"bb={word}|{_word(words, i - 2)}|{before}"
    yield f"aa={word}|{after}|{_word(words, i + 2)}"
    yield f"tb={word}|{tag_before}"
    yield f"ta={word}|{tag_after}"
    yield f"t2={word}|{tag_before}|{tag_after}"
    yield f"t4={word}|{_tag(words, i - 2)}|{tag_before}|{tag_after}|{_tag(words, i + 2)}"
    yield f"gb={group.id}|{before}"
    yield f"ga={group.id}|{after}"
    yield f"c={group.cls}|{tag_before}|{tag_after}"
    for character in left:
        yield f"in-l={word}|{character}"
    for character in right:
        yield f"in-r={word}|{character}"


def _clause(words: Sequence[Word], i: int) -> Iterator[tuple[str, str]]:
    """The nearest verb and preposition before the word and the nearest verb after it, inside its clause."""
    verb = preposition = later = "-"
    for j in range(i - 1, max(-1, i - 1 - CLAUSE), -1):
        tag = words[j].tag
        if tag == PAUSE:
            break
        if tag == "p" and preposition == "-":
            preposition = words[j].text
        elif tag.startswith("v") and verb == "-":
            verb = words[j].text
    for j in range(i + 1, min(len(words), i + 1 + AHEAD)):
        tag = words[j].tag
        if tag == PAUSE:
            break
        if tag.startswith("v"):
            later = words[j].text
            break
    yield "v", verb
    yield "p", preposition
    yield "vp", f"{verb}|{preposition}"
    yield "later", later
    if i > 0:
        yield "head", f"{words[i - 1].text[-1:]}|{verb}"


def _other_sites(reading: Reading, at: int) -> Iterator[str]:
    word = reading.sites[at].word
    for i, other in enumerate(reading.sites):
        if i != at and other.word == word:
            yield f"same={word}"
        if abs(i - at) == 1:
            yield f"site={word}|{other.word}|{i - at}"


def _around(words: Sequence[Word], site: Site) -> Iterator[str]:
    i = site.at
    for j in range(max(0, i - AROUND), min(len(words), i + 1 + AROUND)):
        if j != i and words[j].tag.startswith(CONTENT):
            yield f"near={site.word}|{words[j].text}|{j < i}"


def _word(words: Sequence[Word], i: int) -> str:
    return words[i].text if 0 <= i < len(words) else EDGE


def _tag(words: Sequence[Word], i: int) -> str:
    return words[i].tag if 0 <= i < len(words) else EDGE
