"""The training texts as a judge of sites sees them: which word of each was replaced, as far as the data tell.

Training data say that a text is wrong, not which word. Replacement makes several sentences of one original, so a word
that most of its siblings do not have is the replaced one; where an item says itself, it is believed. Only training
texts are compared with each other; a text to be judged is looked at alone.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pingce.formats.write import write_text
from pingce.language.originals import group_items
from pingce.spec.values import Item
from pingce.systems.interface import Progress
from pingce.systems.learning.replaceable import Reader, Reading, keep_groups, read_items

GROUPS = "groups.json"
REPLACED_AT = "replaced_at"
"""Key of an item that says where its replaced word stands."""


@dataclass(frozen=True)
class WordLabels:
    """Readings with what is known about their sites."""

    readings: Sequence[Reading]
    originals: Sequence[int]
    normal: Sequence[bool]
    wrong: Sequence[Sequence[bool] | None]
    """For every text which sites are wrong; ``None`` where nobody can say."""
    strange: Sequence[Sequence[bool]]
    """For every text which sites most of its siblings have otherwise."""
    groups: frozenset[str]

    def marked(self) -> Iterator[tuple[Sequence[bool] | None, Reading]]:
        return zip(self.wrong, self.readings, strict=True)


def label_words(items: Sequence[Item], normal: Sequence[bool], reader: Reader, progress: Progress) -> WordLabels:
    """Only groups whose words were replaced somewhere in these data are looked at."""
    readings = read_items(reader, items, None, progress)
    originals = group_items(items)
    groups = replaced_groups(readings, strangeness(readings, originals))
    kept = [keep_groups(reading, groups) for reading in readings]
    strange = [
        stated_sites(item, reading) or strange_sites(shares)
        for item, reading, shares in zip(items, kept, strangeness(kept, originals), strict=True)
    ]
    wrong = [wrong_sites(sites, normal=fine) for sites, fine in zip(strange, normal, strict=True)]
    return WordLabels(kept, originals, normal, wrong, strange, groups)


def save_groups(folder: Path, groups: frozenset[str]) -> None:
    """The groups of words that training data replace, into a model folder."""
    write_text(folder / GROUPS, json.dumps(sorted(groups), ensure_ascii=False))


def load_groups(folder: Path) -> frozenset[str]:
    """What ``save_groups`` wrote."""
    return frozenset(json.loads((folder / GROUPS).read_text(encoding="utf-8")))


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
    """Sites whose word most siblings do not have."""
    return [share is not None and share > MOST for share in shares]


def stated_sites(item: Item, reading: Reading) -> list[bool]:
    """The site that an item says was replaced (``replaced_at``, in code points); nothing where it says none."""
    at = item.extra.get(REPLACED_AT, "")
    sites = [at.isdecimal() and site.start <= int(at) < site.end for site in reading.sites]
    return sites if any(sites) else []


def wrong_sites(strange: Sequence[bool], *, normal: bool) -> list[bool] | None:
    """Which sites of a text are wrong; ``None`` if it is abnormal and nobody can say where."""
    wrong = [mark and not normal for mark in strange]
    return wrong if normal or any(wrong) else None
