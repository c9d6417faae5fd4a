"""Who is left out of a human test, and why; the rule and the numbers are told."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from statistics import median
from typing import NamedTuple

from pingce.formats.settings import find_rules, read_settings
from pingce.spec.words import Words

from .agreement.bands import BANDS, LANDIS_KOCH

ENOUGH = 4
"""With fewer people a median says little about who is unusual."""
ROBUST = 1.4826
"""Makes the median absolute deviation of normal data its standard deviation."""
NOTED = 1.0
"""Whoever counts but is so many robust standard deviations below the others is told with the numbers."""
COMPARED = {
    "accuracy": Words("正确率", "accuracy"),
    "agreement": Words("与他人的一致性", "agreement with the others"),
}


@dataclass(frozen=True)
class OutlierRules:
    """Limits; what each means stands in outliers.toml."""

    unanswered: float
    one_label: float
    accuracy: float
    agreement: float
    gap: float
    seconds: float
    source: str
    bands: str = LANDIS_KOCH.name
    """The scale on which agreement is told in words (:mod:`.agreement.bands`)."""


class SubjectFacts(NamedTuple):
    """What the rules look at."""

    name: str
    unanswered: float
    one_label: float | None
    accuracy: float | None
    agreement: float | None
    seconds: float | None


class Distance(NamedTuple):
    """How far below the others somebody is."""

    what: Words
    value: float
    middle: float
    deviations: float
    """Robust standard deviations; positive is below."""
    limit: float

    def far(self, gap: float) -> bool:
        return self.deviations > self.limit and self.middle - self.value >= gap

    def told(self) -> Words:
        return Words(
            f"{self.what.zh} {self.value:.3f}，低于中位数 {self.middle:.3f} 达 {self.deviations:.1f} 个稳健标准差",
            f"{self.what.en} {self.value:.3f}, {self.deviations:.1f} robust SDs below the median {self.middle:.3f}",
        )


def outlier_presets() -> dict[str, Path]:
    """Rules of published studies by name."""
    folder = Path(str(files("pingce.quality") / "outlier_presets"))
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def load_outlier_rules(name: str | Path | None = None) -> OutlierRules:
    """Our own, or a preset by name, or a file; one without ``gap`` asks for none."""
    path = (
        Path(str(files("pingce.quality") / "outliers.toml"))
        if name is None
        else find_rules(name, outlier_presets(), Words("不计入的规则", "rules for who is left out"))
    )
    settings = read_settings(path)
    names = ("unanswered", "one_label", "accuracy", "agreement", "seconds")
    limits = {name: settings.number(name) for name in names}
    gap = settings.number("gap", 0.0)
    bands = settings.choice("bands", tuple(BANDS), LANDIS_KOCH.name)
    settings.only(*names, "gap", "bands")
    settings.finish()
    return OutlierRules(**limits, gap=gap, source=settings.source, bands=bands)


def outliers(subjects: Sequence[SubjectFacts], rules: OutlierRules) -> dict[str, list[Words]]:
    """Reasons by name; who is not in it stays."""
    reasons_of: dict[str, list[Words]] = {}
    for subject in subjects:
        reasons = [*_alone(subject, rules), *_against_others(subject, subjects, rules)]
        if reasons:
            reasons_of[subject.name] = reasons
    return reasons_of


def within_spread(subjects: Sequence[SubjectFacts], rules: OutlierRules) -> dict[str, list[Words]]:
    """Who is well below the others and still not left out for it, and why not."""
    notes: dict[str, list[Words]] = {}
    for subject in subjects:
        for distance in _distances(subject, subjects, rules):
            if distance.deviations >= NOTED and not distance.far(rules.gap):
                notes.setdefault(subject.name, []).append(_stays(distance, rules.gap))
    return notes


def _stays(distance: Distance, gap: float) -> Words:
    told = distance.told()
    if distance.deviations > distance.limit:
        short = f"{distance.middle - distance.value:.3f}"
        return Words(f"{told.zh}，但只低 {short}（限 {gap:g}）", f"{told.en}, but by {short} only (limit {gap:g})")
    return Words(
        f"{told.zh}，在离散范围内（限 {distance.limit:g}）", f"{told.en}, within the spread (limit {distance.limit:g})"
    )


def _alone(subject: SubjectFacts, rules: OutlierRules) -> list[Words]:
    reasons = []
    if subject.unanswered > rules.unanswered:
        reasons.append(
            Words(
                f"未答 {subject.unanswered:.0%}，多于 {rules.unanswered:.0%}",
                f"{subject.unanswered:.0%} unanswered, more than {rules.unanswered:.0%}",
            )
        )
    if subject.one_label is not None and subject.one_label > rules.one_label:
        reasons.append(
            Words(
                f"{subject.one_label:.0%} 的答案是同一个标签，多于 {rules.one_label:.0%}",
                f"{subject.one_label:.0%} of the answers are one label, more than {rules.one_label:.0%}",
            )
        )
    return reasons


def _against_others(subject: SubjectFacts, everybody: Sequence[SubjectFacts], rules: OutlierRules) -> list[Words]:
    if len(everybody) < ENOUGH:
        return []
    reasons = []
    for distance in _distances(subject, everybody, rules):
        if distance.far(rules.gap):
            told, limit = distance.told(), f"{distance.limit:g}"
            reasons.append(Words(f"{told.zh}（限 {limit}）", f"{told.en} (limit {limit})"))
    times = [other.seconds for other in everybody if other.seconds is not None]
    if subject.seconds is not None and subject.seconds < rules.seconds * median(times):
        reasons.append(
            Words(
                f"用时中位数 {subject.seconds:g} 秒，不到众人 {median(times):g} 秒的 {rules.seconds:.0%}",
                f"median {subject.seconds:g} s, less than {rules.seconds:.0%} of everybody's {median(times):g} s",
            )
        )
    return reasons


def _distances(subject: SubjectFacts, everybody: Sequence[SubjectFacts], rules: OutlierRules) -> Iterator[Distance]:
    """In what people are compared by; not where half of all are equal and nothing spreads."""
    limits: Mapping[str, float] = {"accuracy": rules.accuracy, "agreement": rules.agreement}
    for name, limit in limits.items():
        value = getattr(subject, name)
        values = [number for other in everybody if (number := getattr(other, name)) is not None]
        if value is None or len(values) < ENOUGH:
            continue
        middle = median(values)
        spread = ROBUST * median(abs(other - middle) for other in values)
        if spread:
            yield Distance(COMPARED[name], value, middle, (middle - value) / spread, limit)
