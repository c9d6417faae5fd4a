"""Levels of annotators from thresholds that stand in a TOML file."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple, get_args

from pingce.formats.settings import read_settings
from pingce.scoring.likeness import RatingLevel
from pingce.spec.words import Words

from .agreement.numbers import AgreementNumber

AT_LEAST = ("control", "decided", "agreement", "seconds")
AT_MOST = ("hits",)
TITLES = {
    "control": Words("质检题正确率", "accuracy on control items"),
    "decided": Words("定案题正确率", "accuracy against decisions"),
    "agreement": Words("与他人相似度", "likeness to others"),
    "seconds": Words("用时中位数", "median seconds"),
    "hits": Words("每题规则提醒", "rule hits per answer"),
}


class LevelFacts(NamedTuple):
    """What a level is decided by."""

    control: AgreementNumber
    decided: AgreementNumber
    agreement: AgreementNumber
    hits: float
    seconds: float | None

    def value(self, name: str) -> float | None:
        fact: AgreementNumber | float | None = getattr(self, name)
        return fact.value if isinstance(fact, AgreementNumber) else fact


@dataclass(frozen=True)
class LevelRule:
    """One level and what it takes."""

    name: str
    limits: Mapping[str, float]

    def failing(self, facts: LevelFacts) -> list[Words]:
        """The conditions that do not hold; a condition without data is passed over."""
        reasons = []
        for name, limit in self.limits.items():
            value = facts.value(name)
            if value is None or (value <= limit if name in AT_MOST else value >= limit):
                continue
            sign = ">" if name in AT_MOST else "<"
            title = TITLES[name]
            reasons.append(
                Words(f"{title.zh} {value:.3g} {sign} {limit:g}", f"{title.en} {value:.3g} {sign} {limit:g}")
            )
        return reasons


@dataclass(frozen=True)
class AnnotatorLevels:
    """The levels, best first."""

    rules: tuple[LevelRule, ...]
    known: int
    rating: RatingLevel
    source: str

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(rule.name for rule in self.rules)

    def of(self, facts: LevelFacts) -> tuple[str | None, Words]:
        """The level, and what kept the person from the one above."""
        seen = facts.control.n + facts.decided.n
        if seen < self.known:
            return None, Words(
                f"只有 {seen} 题可比，少于 {self.known}", f"{seen} comparable items, fewer than {self.known}"
            )
        missed: list[Words] = []
        for rule in self.rules:
            failing = rule.failing(facts)
            if not failing:
                return rule.name, Words(
                    "；".join(reason.zh for reason in missed), "; ".join(reason.en for reason in missed)
                )
            missed = failing
        return None, Words("；".join(reason.zh for reason in missed), "; ".join(reason.en for reason in missed))


def load_levels(path: Path | None = None) -> AnnotatorLevels:
    """Thresholds from a file, or ours."""
    settings = read_settings(path if path is not None else Path(str(files("pingce.quality") / "levels.toml")))
    rules = []
    for table in settings.tables("level"):
        limits = {name: table.number(name) for name in (*AT_LEAST, *AT_MOST) if name in table}
        rules.append(LevelRule(table.string("name"), limits))
        table.only("name", *AT_LEAST, *AT_MOST)
    least_known = int(settings.number("known"))
    rating = settings.choice("rating", get_args(RatingLevel))
    settings.only("known", "rating", "level")
    settings.finish()
    return AnnotatorLevels(tuple(rules), least_known, rating, settings.source)
