"""Which types of reasons a text has: a set, since one anomaly may be explained in several ways."""

from collections.abc import Sequence

from pingce.language.text import TaggedText
from pingce.spec.values import Reason

from .odd_words import suspicion
from .usage import NO_USES, Use, WordUsage

JOINED = "&"


def type_set(reasons: Sequence[Reason]) -> str:
    """The types of an answer as one label."""
    return JOINED.join(sorted({reason.type for reason in reasons}))


def types_of(name: str) -> tuple[str, ...]:
    """The types in such a label."""
    return tuple(name.split(JOINED))


def kind_features(reading: TaggedText, anchor: int, usage: WordUsage, own: frozenset[Use] = NO_USES) -> list[str]:
    """What makes the odd word odd, its neighbours, and whether the text repeats itself."""
    words = reading.words
    near = [f"{k - anchor}:{words[k].tag}" for k in range(max(0, anchor - 3), min(len(words), anchor + 4))]
    texts = [f"{k - anchor}:{words[k].text}" for k in range(max(0, anchor - 2), min(len(words), anchor + 3))]
    counts = [word.text for k, word in enumerate(words) if reading.classes[k] is not None]
    repeated = len(counts) - len(set(counts))
    return [*suspicion(reading, anchor, usage, own), *near, *texts, f"repeated={min(repeated, 5)}"]
