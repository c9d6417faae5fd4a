"""The training texts as a judge of sites sees them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pingce.formats.write import write_text
from pingce.language.originals import group_items
from pingce.spec.values import Item
from pingce.systems.interface import Progress
from pingce.systems.learning.replaceable import Reader, Reading, keep_groups, read_items

from .siblings import replaced_groups, strange_sites, strangeness, wrong_sites

GROUPS = "groups.json"


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
    strange = [strange_sites(shares) for shares in strangeness(kept, originals)]
    wrong = [wrong_sites(sites, normal=fine) for sites, fine in zip(strange, normal, strict=True)]
    return WordLabels(kept, originals, normal, wrong, strange, groups)


def save_groups(folder: Path, groups: frozenset[str]) -> None:
    write_text(folder / GROUPS, json.dumps(sorted(groups), ensure_ascii=False))


def load_groups(folder: Path) -> frozenset[str]:
    return frozenset(json.loads((folder / GROUPS).read_text(encoding="utf-8")))
