"""What options give away without being read: position, «none of the above», length, marks of the number right."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pingce.reasoning.item import is_none_of_above
from pingce.spec.shapes import Options
from pingce.spec.values import Item, Letters
from pingce.spec.words import Words

FAR = 3.0
"""Standard deviations from chance from which on a share tells something."""

Answered = tuple[Item, Letters]


@dataclass(frozen=True)
class GiveAway:
    """How often a rule that reads nothing is right, and how often chance would be."""

    rule: Words
    items: int
    right: float
    chance: float
    """Both as shares of the items the rule applies to."""

    @property
    def telling(self) -> bool:
        """Whether the difference is more than chance brings about."""
        spread = math.sqrt(self.chance * (1 - self.chance) / self.items) if self.items else 0.0
        return self.items > 0 and abs(self.right - self.chance) > FAR * max(spread, 1 / (2 * self.items))


def give_aways(shape: Options, answered: Sequence[Answered]) -> list[GiveAway]:
    """Every rule that applies to some item."""
    rules = [*_positions(shape, answered), *_none_of_above(answered), *_lengths(answered), *_marks(shape, answered)]
    return [rule for rule in rules if rule.items]


def _positions(shape: Options, answered: Sequence[Answered]) -> Iterator[GiveAway]:
    for letter in shape.letters:
        offered = [(item, gold) for item, gold in answered if letter in item.options]
        yield _rule(
            Words(f"{letter} 是对的", f"{letter} is right"),
            [letter in gold for _, gold in offered],
            [len(gold) / len(item.options) for item, gold in offered],
        )


def _none_of_above(answered: Sequence[Answered]) -> Iterator[GiveAway]:
    offered = [
        (item, gold, letter)
        for item, gold in answered
        for letter, text in item.options.items()
        if is_none_of_above(text)
    ]
    yield _rule(
        Words("“以上选项都不是”是对的", "«none of the above» is right"),
        [letter in gold for _, gold, letter in offered],
        [len(gold) / len(item.options) for item, gold, _ in offered],
    )


def _lengths(answered: Sequence[Answered]) -> Iterator[GiveAway]:
    for longest, rule in (
        (True, Words("最长的选项", "the longest option")),
        (False, Words("最短的选项", "the shortest")),
    ):
        chosen = []
        for item, gold in answered:
            claims = {letter: len(text) for letter, text in item.options.items() if not is_none_of_above(text)}
            extreme = (max if longest else min)(claims.values(), default=0)
            letters = [letter for letter, length in claims.items() if length == extreme]
            if len(letters) == 1:
                chosen.append((letters[0], gold, len(gold & claims.keys()) / len(claims)))
        yield _rule(rule, [letter in gold for letter, gold, _ in chosen], [share for _, _, share in chosen])


def _marks(shape: Options, answered: Sequence[Answered]) -> Iterator[GiveAway]:
    """Whether one or several letters are right is told by the id or instruction; chance is the commoner of the two."""
    if shape.mark is None:
        return
    told = [(shape.kind(item), gold) for item, gold in answered if shape.kind(item) is not None]
    several = sum(len(gold) > 1 for _, gold in told)
    where = Words("题号", "the id") if shape.mark.key is None else Words(shape.mark.key, shape.mark.key)
    yield _rule(
        Words(f"{where.zh}写明单选还是多选", f"{where.en} tells one or several"),
        [(kind == "multiple") == (len(gold) > 1) for kind, gold in told],
        [max(several, len(told) - several) / len(told)] * len(told) if told else [],
    )


def _rule(rule: Words, right: Sequence[bool], chance: Sequence[float]) -> GiveAway:
    n = len(right)
    return GiveAway(rule, n, sum(right) / n if n else 0.0, sum(chance) / n if n else 0.0)
