"""Which word of a training text was replaced, as far as the other sentences of its original tell.

Replacement makes several sentences of one original, so a word that most of its siblings do not have is the replaced
one. Only training texts are compared with each other; a text to be judged is looked at alone.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from pingce.systems.learning.replaceable import Reading

MOST = 0.5


def strangeness(readings: Sequence[Reading], originals: Sequence[int]) -> list[list[float | None]]:
    """For every site the share of siblings of the same length that have another word there; ``None`` without any."""
    families: dict[tuple[int, int], dict[str, None]] = defaultdict(dict)
    for reading, original in zip(readings, originals, strict=True):
        families[original, len(reading.text)][reading.text] = None
    return [
        _shares(reading, families[original, len(reading.text)])
        for reading, original in zip(readings, originals, strict=True)
    ]


def _shares(reading: Reading, family: Collection[str]) -> list[float | None]:
    if len(family) < 2:
        return [None] * len(reading.sites)
    return [
        sum(text[site.start : site.end] != site.word for text in family) / (len(family) - 1) for site in reading.sites
    ]


def replaced_groups(readings: Sequence[Reading], strange: Sequence[Sequence[float | None]]) -> frozenset[str]:
    """The groups whose words were replaced in these data; all of them if nothing can be told."""
    met, replaced = Counter[str](), Counter[str]()
    for reading, shares in zip(readings, strange, strict=True):
        for site, share in zip(reading.sites, shares, strict=True):
            met[site.group.id] += 1
            replaced[site.group.id] += share is not None and share > MOST
    # A few strangers are faults of the tagger, not replacements.
    chosen = frozenset(name for name, count in replaced.items() if count >= max(1, 0.005 * met[name]))
    return chosen or frozenset(met)


def strange_sites(shares: Sequence[float | None]) -> list[bool]:
    return [share is not None and share > MOST for share in shares]


def wrong_sites(strange: Sequence[bool], *, normal: bool) -> list[bool] | None:
    """Which sites of a text are wrong; ``None`` if it is abnormal and nobody can say where."""
    wrong = [mark and not normal for mark in strange]
    return wrong if normal or any(wrong) else None
