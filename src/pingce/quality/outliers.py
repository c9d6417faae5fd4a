"""Who is left out of a human test, and why; the rule and the numbers are told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from statistics import median
from typing import NamedTuple

from pingce.spec.words import Words

from .settings import read_settings

ENOUGH = 4
"""With fewer people a median says little about who is unusual."""
ROBUST = 1.4826
"""Makes the median absolute deviation of normal data its standard deviation."""
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
    seconds: float
    source: str


class SubjectFacts(NamedTuple):
    """What the rules look at."""

    name: str
    unanswered: float
    one_label: float | None
    accuracy: float | None
    agreement: float | None
    seconds: float | None


def load_outlier_rules(path: Path | None = None) -> OutlierRules:
    settings = read_settings(path if path is not None else Path(str(files("pingce.quality") / "outliers.toml")))
    names = ("unanswered", "one_label", "accuracy", "agreement", "seconds")
    limits = {name: settings.number(name) for name in names}
    settings.only(*names)
    settings.finish()
    return OutlierRules(**limits, source=settings.source)


def outliers(subjects: Sequence[SubjectFacts], rules: OutlierRules) -> dict[str, list[Words]]:
    """Reasons by name; who is not in it stays."""
    found: dict[str, list[Words]] = {}
    for one in subjects:
        reasons = [*_alone(one, rules), *_against_others(one, subjects, rules)]
        if reasons:
            found[one.name] = reasons
    return found


def _alone(one: SubjectFacts, rules: OutlierRules) -> list[Words]:
    found = []
    if one.unanswered > rules.unanswered:
        found.append(
            Words(
                f"未答 {one.unanswered:.0%}，多于 {rules.unanswered:.0%}",
                f"{one.unanswered:.0%} unanswered, more than {rules.unanswered:.0%}",
            )
        )
    if one.one_label is not None and one.one_label > rules.one_label:
        found.append(
            Words(
                f"{one.one_label:.0%} 的答案是同一个标签，多于 {rules.one_label:.0%}",
                f"{one.one_label:.0%} of the answers are one label, more than {rules.one_label:.0%}",
            )
        )
    return found


def _against_others(one: SubjectFacts, everybody: Sequence[SubjectFacts], rules: OutlierRules) -> list[Words]:
    if len(everybody) < ENOUGH:
        return []
    limits: Mapping[str, float] = {"accuracy": rules.accuracy, "agreement": rules.agreement}
    found = []
    for name, limit in limits.items():
        values = [value for other in everybody if (value := getattr(other, name)) is not None]
        value, deviations = getattr(one, name), _deviations(getattr(one, name), values)
        if deviations is not None and deviations < -limit:
            title = COMPARED[name]
            found.append(
                Words(
                    f"{title.zh} {value:.3f}，低于中位数 {median(values):.3f} 达 {-deviations:.1f} 个稳健标准差"
                    f"（限 {limit:g}）",
                    f"{title.en} {value:.3f}, {-deviations:.1f} robust SDs below the median {median(values):.3f} "
                    f"(limit {limit:g})",
                )
            )
    times = [other.seconds for other in everybody if other.seconds is not None]
    if one.seconds is not None and one.seconds < rules.seconds * median(times):
        found.append(
            Words(
                f"用时中位数 {one.seconds:g} 秒，不到众人 {median(times):g} 秒的 {rules.seconds:.0%}",
                f"median {one.seconds:g} s, less than {rules.seconds:.0%} of everybody's {median(times):g} s",
            )
        )
    return found


def _deviations(value: float | None, values: Sequence[float]) -> float | None:
    """How many robust standard deviations from the median; None where half of all are equal and nothing spreads."""
    if value is None or len(values) < ENOUGH:
        return None
    middle = median(values)
    spread = ROBUST * median(abs(one - middle) for one in values)
    return (value - middle) / spread if spread else None
