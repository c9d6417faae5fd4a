"""Which verb is the event of a place, and which noun the entity that is there: candidates compete by log-odds."""

from collections.abc import Iterator, Sequence

from pingce.language.text import NOMINAL, TaggedText
from pingce.systems.learning.anchor_features import Anchor

VERBAL = frozenset({"v", "dv", "a", "l", "i", "z", "vn"})
EVENT_REACH, ENTITY_REACH = 14, 45
NEAR = 6
MARKS = frozenset({"把", "被", "将", "让", "使", "有", "由", "对", "向", "和", "与", "跟", "在", "从", "的", "是"})
MODIFYING = frozenset({"a", "m", "q", "r", "n", "b", "u", "z", "nr", "ns", "j"})


def event_candidates(reading: TaggedText, anchor: Anchor) -> list[int]:
    """Verbs and the like near by, those of other sentences left out."""
    home = reading.sentences[anchor.last]
    return [
        i
        for i in _near(reading, anchor, EVENT_REACH)
        if reading.words[i].tag in VERBAL and reading.sentences[i] == home
    ]


def entity_candidates(reading: TaggedText, anchor: Anchor) -> list[int]:
    """Nouns near a place that may be what is there; the anchor itself if there is none."""
    return [i for i in _near(reading, anchor, ENTITY_REACH) if reading.words[i].tag in NOMINAL] or [anchor.first]


def _near(reading: TaggedText, anchor: Anchor, reach: int) -> range:
    return range(max(0, anchor.first - reach), min(len(reading.words), anchor.last + reach + 1))


def event_features(reading: TaggedText, anchor: Anchor, i: int) -> list[str]:
    """Of the verb, of the place, and of what lies between them."""
    words, word = reading.words, reading.words[i]
    side = _side(anchor, i)
    first, last = words[anchor.first].text, words[anchor.last].text
    steps = _steps(anchor, i)
    after = words[i + 1] if i + 1 < len(words) else None
    features = [
        "bias",
        f"t={word.tag}",
        f"w={word.text}",
        f"w={word.text}|{side}",
        f"s={side}{steps}",
        f"s={side}{steps}|{word.tag}",
        f"first={first}|{side}{steps}",
        f"last={last}|{side}{steps}",
        f"tags={words[anchor.first].tag}{words[anchor.last].tag}|{side}{steps}|{word.tag}",
        f"after={after.text if after else '|'}|{side}",
        f"after={after.tag if after else '|'}|{side}{steps}",
        f"kind={anchor.kind}|{side}",
    ]
    features += _between(reading, anchor, i)
    verbs = reading.between("verb", _gap(anchor, i))
    features += [f"verbs={side}{min(verbs, 3)}", f"verbs={side}{min(verbs, 3)}|{first}"]
    return features


def no_event(reading: TaggedText, anchor: Anchor) -> list[str]:
    """What speaks for a place that has no event: 桌子上的书."""
    words = reading.words
    before = words[anchor.first - 1] if anchor.first else None
    after = words[anchor.last + 1] if anchor.last + 1 < len(words) else None
    later = words[anchor.last + 2] if anchor.last + 2 < len(words) else None
    verbs = [words[i].text for i in event_candidates(reading, anchor) if words[i].tag == "v"]
    sides = f"{before.tag if before else '|'}_{after.tag if after else '|'}"
    return [
        "none",
        f"none|kind={anchor.kind}",
        f"none|first={words[anchor.first].text}",
        f"none|last={words[anchor.last].text}",
        f"none|tags={words[anchor.first].tag}{words[anchor.last].tag}",
        f"none|{sides}",
        f"none|after={after.text if after else '|'}",
        f"none|before={before.text if before else '|'}",
        f"none|later={after.tag if after else '|'}_{later.tag if later else '|'}",
        f"none|verbs={min(len(verbs), 5)}",
    ]


def noun_features(reading: TaggedText, i: int) -> list[str]:
    """Of a noun that may be an entity, whatever the place: what it is and how often it is named."""
    word = reading.words[i]
    after = reading.words[i + 1] if i + 1 < len(reading.words) else None
    return [
        "bias",
        f"t={word.tag}",
        f"w={word.text}",
        f"x={word.text[-1]}",
        f"named={min(reading.counts[word.text], 4)}|{word.tag}",
        f"class={reading.classes[i]}|{reading.classes[i + 1] if after else None}",
        f"head={after is None or after.tag not in NOMINAL}",
    ]


def entity_features(reading: TaggedText, anchor: Anchor, event: int | None, i: int) -> list[str]:
    """Of the same noun, where it stands to the place and to the event."""
    words, word = reading.words, reading.words[i]
    before = words[i - 1].text if i else "|"
    after = words[i + 1] if i + 1 < len(words) else None
    side, steps = _side(anchor, i), _steps(anchor, i)
    verb = words[event].text if event is not None else "-"
    again = reading.counts[word.text] > 1 and min(sum(words[k].text == word.text for k in _gap(anchor, i)), 2)
    clauses = min(abs(reading.clauses[i] - reading.clauses[anchor.last]), 4)
    edge = _left_edge(reading, i)
    features = [
        f"s={side}{steps}",
        f"s={side}{steps}|{word.tag}",
        f"before={before if before in MARKS else words[i - 1].tag if i else '|'}|{side}",
        f"after={after.text if after and after.text in MARKS else after.tag if after else '|'}|{side}",
        f"again={again}|{word.tag}",
        f"first={reading.first_nouns[i]}|{side}|{clauses}",
        f"edge={edge}|{side}",
        f"edge={edge}|{after.tag if after else '|'}|{side}",
    ]
    if event is not None:
        features.append(f"edge={edge}|{'<' if i < event else '>'}|{min(abs(event - i), 4)}")
    if reading.subjects[i]:
        between = reading.between("subject", _gap(anchor, i))
        features += [f"subject={side}{min(between, 3)}", f"subject={side}{min(between, 3)}|{word.tag}"]
    features += _between(reading, anchor, i)
    nouns = reading.between("noun", _gap(anchor, i))
    features += [f"nouns={side}{min(nouns, 6)}", f"nouns={side}{min(nouns, 4)}|{word.tag}"]
    features += [f"nouns={side}{min(nouns, 3)}|{words[anchor.first].text}", f"nouns={side}{min(nouns, 3)}|{verb}"]
    if event is not None:
        at = Anchor(event, event, "event")
        where = f"{_side(at, i)}{min(abs(reading.clauses[i] - reading.clauses[event]), 3)}"
        between = min(reading.between("noun", _gap(at, i)), 4)
        features += [f"e={where}|{between}", f"e={where}|{between}|{word.tag}", f"e={where}|{min(between, 1)}|{verb}"]
        features += [f"e={where}|{_steps(at, i)}|{before if before in MARKS else ''}"]
        features += [f"order={'<'.join(name for _, name in sorted(((i, 'S'), (event, 'E'), (anchor.first, 'P'))))}"]
    else:
        features.append(f"alone={side}|{steps}|{before if before in MARKS else ''}")
    return features


def _between(reading: TaggedText, anchor: Anchor, i: int) -> Iterator[str]:
    side = _side(anchor, i)
    clauses = min(abs(reading.clauses[i] - reading.clauses[anchor.last]), 5)
    gap = _gap(anchor, i)
    yield f"far={side}{clauses}"
    yield f"far={side}{clauses}|{reading.words[i].tag}"
    yield f"sentence={side}{min(abs(reading.sentences[i] - reading.sentences[anchor.last]), 2)}"
    if reading.between("quote", gap):
        yield f"quote={side}"
    if reading.between("的", gap):
        yield f"的={side}|{min(clauses, 1)}"
    if len(gap) <= NEAR - 2 and side != "=":
        path = ".".join(reading.words[k].tag for k in gap)
        yield f"path={side}|{path}|{reading.words[i].tag}"


def _gap(anchor: Anchor, i: int) -> range:
    return range(i + 1, anchor.first) if i < anchor.first else range(anchor.last + 1, i)


def _side(anchor: Anchor, i: int) -> str:
    return "<" if i < anchor.first else ">" if i > anchor.last else "="


def _steps(anchor: Anchor, i: int) -> int:
    steps = abs(anchor.offset(i))
    return steps if steps <= NEAR else NEAR + 1 if steps <= 10 else NEAR + 2 if steps <= 20 else NEAR + 3


def _left_edge(reading: TaggedText, i: int) -> str:
    """What the noun phrase follows: a mark such as 把 or 在, else the tag of a verb, a comma …"""
    k = i - 1
    while (
        k >= 0 and i - k <= NEAR and reading.words[k].tag in MODIFYING and reading.words[k].text not in MARKS - {"的"}
    ):
        k -= 1
    if k < 0:
        return "|"
    word = reading.words[k]
    return word.text if word.text in MARKS or word.tag == "w" else word.tag


def head_of(reading: TaggedText, positions: Sequence[int]) -> int | None:
    """The last word of a span."""
    words = reading.covered(positions)
    return words[-1] if words else None
