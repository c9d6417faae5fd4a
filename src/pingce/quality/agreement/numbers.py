"""A number with its interval, or the reason why there is none.

Too few items, one person or one label only: a number that cannot be computed says so in words instead of being 0.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pingce.formats.encode import Json
from pingce.scoring.interval import Interval
from pingce.spec.words import Words


class AgreementNumber(NamedTuple):
    """One figure; ``n`` is how many items it rests on."""

    value: float | None
    n: int
    interval: Interval | None = None
    why: Words | None = None
    """Why there is no value."""

    def as_json(self) -> dict[str, Json]:
        return {
            "value": self.value,
            "n": self.n,
            "interval": list(self.interval) if self.interval is not None else None,
            "why": self.why.en if self.why is not None else None,
        }


def numbers_json(numbers: Mapping[str, AgreementNumber]) -> dict[str, Json]:
    """Numbers by name, each as :meth:`AgreementNumber.as_json` gives it."""
    return {name: number.as_json() for name, number in numbers.items()}


NOTHING_SHARED = Words("没有两人都答的题", "no item that two people answered")
ONE_LABEL = Words("只用了一个标签，偶然一致率为 1", "only one label was used, so chance agreement is 1")
ONE_ON_SCALE = Words("刻度上只出现了一个值", "only one value of the scale occurs")
ONE_CATEGORY = Words("标签只有一种", "there is only one label to choose")
NO_FRAGMENTS = Words("两边都没有可比的片段", "neither side marked anything")
SAME_EVERYWHERE = Words(
    "每个词都只用了一种答案，没有可偶然一致的余地", "every word has one answer only; nothing could differ by chance"
)
WORDS_UNKNOWN = Words("不知道各题的目标词", "the target words of the items are not known")
NO_PAIR_DEFINED = Words("没有一对人的数值有定义", "the number is defined for no pair")


def undefined(why: Words, n: int = 0) -> AgreementNumber:
    return AgreementNumber(None, n, None, why)


def mean(numbers: list[AgreementNumber], why: Words = NO_PAIR_DEFINED) -> AgreementNumber:
    """The mean of those that are defined; a mean of nothing is undefined."""
    values = [number.value for number in numbers if number.value is not None]
    return AgreementNumber(sum(values) / len(values), len(values)) if values else undefined(why)
