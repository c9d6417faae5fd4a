"""Tiers of items as a file: ``tiers.jsonl``, a line per item, and which tiers somebody wants.

``pingce quality tiers`` writes it (an item, its tier, whether that tier is released, the rule that gave it, labels);
export, split and pack leave out what it keeps back.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pingce.spec.errors import UserError
from pingce.spec.problem import Violation, shown
from pingce.spec.words import Words

from .findings import Findings
from .jsonfile import json_records
from .load import refuse_invalid
from .source import Source

UNGRADED = "ungraded"
"""Of items that came to a campaign, or were decided, after it was graded."""


class GradedItem(NamedTuple):
    """The tier of an item, and the rule that gave it."""

    item: str
    tier: str
    release: bool
    rule: str
    labels: Sequence[str] = ()


@dataclass(frozen=True)
class TierChoice:
    """Which tiers are taken: ``names``, or, where nobody named any, those that are released; ``everything`` takes
    all.
    """

    names: frozenset[str] | None = None
    everything: bool = False

    def takes(self, tier: str | None, *, release: bool) -> bool:
        return self.everything or (release if self.names is None else tier in self.names)

    def unknown(self, known: Iterable[str]) -> list[str]:
        """Names that are no tier of what is there."""
        return sorted((self.names or frozenset()) - set(known))

    def among(self, known: Iterable[str]) -> "TierChoice":
        """The same choice for one of several sources, which need not have every tier that was named."""
        return self if self.names is None else TierChoice(self.names & set(known))


RELEASED = TierChoice()
ALL_TIERS = TierChoice(everything=True)
ALL = "all"


def tier_choice(text: str | None) -> TierChoice:
    """``gold,near``, or ``all``; without anything the tiers that are released."""
    names = frozenset(name.strip() for name in (text or "").split(",") if name.strip())
    return ALL_TIERS if names == {ALL} else TierChoice(names or None)


def unknown_tiers(unknown: Sequence[str], known: Iterable[str], where: Words) -> UserError:
    """Tiers that were asked for and are nowhere; ``where``: what they were looked for in."""
    listed = sorted(set(known))
    return UserError(
        Words(f"{where.zh}没有等级 {'、'.join(unknown)}。", f"{where.en} no tier {', '.join(unknown)}."),
        hint=Words(f"有：{'、'.join(listed)}。", f"There are: {', '.join(listed)}.")
        if listed
        else Words("先运行 pingce quality tiers。", "First run pingce quality tiers."),
        code="unknown-tier",
    )


class KeptRule(NamedTuple):
    """A rule that kept an item back, and what that item is held to be."""

    tier: str
    rule: str
    label: str


@dataclass
class Kept:
    """What became of the decided items when some were taken out; the counts add up to ``decided``."""

    graded: bool = False
    taken: int = 0
    dropped: int = 0
    """The answer itself says that the item does not belong into the data set."""
    kept_out: Counter[KeptRule] = field(default_factory=Counter)

    @property
    def decided(self) -> int:
        return self.taken + self.dropped + self.kept_out.total()


def read_tiers(source: Source) -> Iterator[GradedItem]:
    """The lines of a file of tiers; at its end all that is wrong with it."""
    findings = Findings(source.name)
    with refuse_invalid(findings):
        for line, record in json_records(source, findings):
            strings = [key for key in ("item", "tier", "rule") if not isinstance(record.get(key), str)]
            for key in strings:
                findings.add(
                    Violation("wrong-type", key, shown(record.get(key)), Words("字符串", "a string")), line=line
                )
            release, labels = record.get("release"), record.get("labels", [])
            if not isinstance(release, bool):
                expected = Words("true 或 false", "true or false")
                findings.add(Violation("wrong-type", "release", shown(release), expected), line=line)
            if not isinstance(labels, list):
                expected = Words("字符串的列表", "a list of strings")
                findings.add(Violation("wrong-type", "labels", shown(labels), expected), line=line)
            if not findings.error_count:
                named = [str(label) for label in labels] if isinstance(labels, list) else []
                yield GradedItem(str(record["item"]), str(record["tier"]), release is True, str(record["rule"]), named)
