"""Splitting decided items into train, dev and test so that no original is in two parts."""

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from pingce.spec.chance import seeded_key
from pingce.spec.errors import UserError
from pingce.spec.words import Words

from ..inputs import Decided
from .fill import SIZE_WEIGHT, Bundle, Targets, fill
from .grouping import Near, group
from .shared import told_elsewhere
from .strata import LABEL, Stratum, closed_labels, strata_of, without_rare

SplitName = Literal["train", "dev", "test"]
SPLIT_NAMES: tuple[SplitName, ...] = get_args(SplitName)
TEST = SPLIT_NAMES.index("test")


@dataclass(frozen=True)
class SplitSettings:
    """What a split was asked for; together with the items it determines every byte."""

    ratio: tuple[Fraction, Fraction, Fraction] = (Fraction(7), Fraction(1), Fraction(2))
    seed: int = 1
    balance_test: bool = False
    """As many items of each label in the test part, where the subtask has a closed list of labels."""
    whole_words: int | Fraction = 0
    """Target words whose sentences all go to test: a number, or a share of the words."""
    drop_shared: bool = False
    """Leave out dev and test items whose label another subtask tells by asking the same text."""
    strata: tuple[str, ...] = ("genre",)
    """Keys of the files whose values are shared out like the labels."""

    @property
    def shares(self) -> tuple[Fraction, ...]:
        return tuple(share / sum(self.ratio) for share in self.ratio)


def read_ratio(text: str) -> tuple[Fraction, Fraction, Fraction] | None:
    """Shares of train, dev and test from ``7:1:2``, or ``8:2`` without dev; None if it says nothing of the kind."""
    try:
        shares = [Fraction(share) for share in text.split(":")]
    except (ValueError, ZeroDivisionError):
        return None
    if len(shares) == 2:
        shares.insert(1, Fraction(0))
    if len(shares) != 3 or min(shares) < 0 or not sum(shares):
        return None
    return shares[0], shares[1], shares[2]


def read_how_many(text: str) -> int | Fraction | None:
    """A number from ``30``, or a share from ``3%``; None if it is neither."""
    try:
        many = Fraction(text[:-1]) / 100 if text.endswith("%") else int(text)
    except (ValueError, ZeroDivisionError):
        return None
    return None if many < 0 or (isinstance(many, Fraction) and many > 1) else many


@dataclass(frozen=True)
class Split:
    """Group and part of every item, in the order of the items."""

    settings: SplitSettings
    groups: Sequence[int]
    parts: Sequence[SplitName]
    words: Sequence[str] = ()
    """Target words that went to test as a whole."""
    near: Sequence[Near] = ()
    """Items nearly the same that state different originals."""
    left_out: frozenset[int] = frozenset()
    """Items that are in no part after all; their group keeps them from coming back in another."""


def split(decided: Sequence[Decided], settings: SplitSettings) -> Split:
    """Group the items, then share out the groups."""
    words = draw_words(decided, settings)
    groups, near = group(decided, words)
    least = 1 / min(share for share in settings.shares if share)
    telling = told_elsewhere(decided) if settings.drop_shared else frozenset()
    strata = without_rare(_marked(strata_of(decided, settings.strata), telling), float(least))
    bundles, numbers = _bundles(decided, groups, strata, frozenset(words), settings.seed)
    chosen = fill(bundles, _targets(decided, numbers, strata, settings))
    parts = [SPLIT_NAMES[chosen[number]] for number in groups]
    return Split(settings, groups, parts, words, near, frozenset(i for i in telling if parts[i] != "train"))


def _marked(strata: Sequence[tuple[Stratum, ...]], telling: Container[int]) -> list[tuple[Stratum, ...]]:
    """Items that dev and test will not keep are shared out by themselves, so that labels are balanced without them."""
    return [
        tuple(s._replace(value=f"{s.value} (shared)") if s.kind == LABEL and i in telling else s for s in own)
        for i, own in enumerate(strata)
    ]


def draw_words(decided: Sequence[Decided], settings: SplitSettings) -> list[str]:
    """The words that go to test, drawn by the seed."""
    if not settings.whole_words:
        return []
    target_words = sorted({entry.item.texts["word"] for entry in decided if "word" in entry.item.texts})
    share = settings.whole_words
    count = share if isinstance(share, int) else round(share * len(target_words))
    if count > len(target_words):
        raise UserError(
            Words(
                f"要 {count} 个词进测试集，只有 {len(target_words)} 个目标词。",
                f"{count} words asked for, {len(target_words)} there.",
            ),
            hint=Words("只有词义任务有目标词。", "Only word-sense tasks have target words."),
            code="too-few-words",
        )
    return sorted(sorted(target_words, key=lambda word: seeded_key(settings.seed, "word", word))[:count])


def _bundles(
    decided: Sequence[Decided],
    groups: Sequence[int],
    strata: Sequence[tuple[Stratum, ...]],
    words: frozenset[str],
    seed: int,
) -> tuple[list[Bundle], dict[Stratum, int]]:
    """Groups as counts of strata, and the number of each stratum."""
    numbers: dict[Stratum, int] = {}
    counts: list[Counter[int]] = []
    sizes: list[int] = []
    names: list[str] = []
    fixed: list[int | None] = []
    for entry, number, own in zip(decided, groups, strata, strict=True):
        if number == len(counts):
            counts.append(Counter())
            sizes.append(0)
            names.append(f"{entry.task.id}\0{entry.item.id}\0{entry.item.text}")
            fixed.append(None)
        counts[number].update(numbers.setdefault(stratum, len(numbers)) for stratum in own)
        sizes[number] += 1
        if entry.item.texts.get("word") in words:
            fixed[number] = TEST
    bundles = [
        Bundle(seeded_key(seed, name), tuple(sorted(count.items())), size, split)
        for name, count, size, split in zip(names, counts, sizes, fixed, strict=True)
    ]
    return bundles, numbers


def _targets(
    decided: Sequence[Decided],
    numbers: Mapping[Stratum, int],
    strata: Sequence[tuple[Stratum, ...]],
    settings: SplitSettings,
) -> Targets:
    totals = Counter(stratum for own in strata for stratum in own)
    shares = [float(share) for share in settings.shares]
    targets = [[share * totals[stratum] for stratum in numbers] for share in shares]
    if settings.balance_test:
        _balance(decided, numbers, totals, targets, shares)
    weights = [1.0 if stratum.kind else SIZE_WEIGHT for stratum in numbers]
    return Targets(targets, weights, [i for i, share in enumerate(shares) if share])


def _balance(
    decided: Sequence[Decided],
    numbers: Mapping[Stratum, int],
    totals: Mapping[Stratum, int],
    targets: list[list[float]],
    shares: Sequence[float],
) -> None:
    """The test part wants as much of each label; the other parts share what is left."""
    tasks = {name.task.id: closed_labels(name.task) for name in decided}
    if not any(tasks.values()):
        raise UserError(
            Words("没有可以平衡标签的任务。", "None of the tasks has labels that could be balanced."),
            hint=Words("标签须是一个封闭的选择。", "A task must ask for one label of a closed list."),
            code="nothing-to-balance",
        )
    for task, labels in tasks.items():
        present = [s for s in (Stratum(task, LABEL, name) for name in labels) if s in numbers]
        for stratum in present:
            column = numbers[stratum]
            test = min(shares[TEST] * sum(totals[s] for s in present) / len(present), float(totals[stratum]))
            rest = 1 - shares[TEST]
            for split, share in enumerate(shares):
                left = (totals[stratum] - test) * share / rest if rest else 0.0
                targets[split][column] = test if split == TEST else left
