"""What a writer had in mind where the conditions leave two arrangements, or none.

Some published items place three people in a row, two more side by side, and never mention the sixth; their answers
always agree with the sixth following the row of three clockwise. That is a habit of their generator, not a proof. Other
items contradict themselves in one sentence; what the remaining sentences agree on is usually the published answer.
"""

from collections import Counter
from collections.abc import Sequence

from pingce.reasoning.relations import Statement
from pingce.reasoning.scenes.circle import Circle
from pingce.reasoning.scenes.layout import Layout
from pingce.reasoning.solve import Arrangement, arrangements


def usual_arrangement(
    layout: Layout, statements: Sequence[Statement], left: Sequence[Arrangement]
) -> Arrangement | None:
    """The only arrangement in which the one never mentioned follows the largest linked group clockwise."""
    if not isinstance(layout, Circle) or not left or len(left[0]) != layout.size:
        return None
    groups = _linked_groups(len(left[0]), statements)
    single = [group for group in groups if len(group) == 1]
    largest = max(groups, key=len)
    if len(single) != 1 or sum(len(group) == len(largest) for group in groups) != 1:
        return None
    (alone,) = single[0]
    usual = [seats for seats in left if seats.index((seats[alone] - 1) % layout.size) in largest]
    return usual[0] if len(usual) == 1 else None


def _linked_groups(things: int, statements: Sequence[Statement]) -> list[set[int]]:
    groups = [{thing} for thing in range(things)]
    for statement in statements:
        if statement.y is not None:
            joined = [group for group in groups if statement.x in group or statement.y in group]
            groups = [group for group in groups if group not in joined] + [set().union(*joined)]
    return groups


def arrangements_without_one(
    layout: Layout, things: int, statements: Sequence[Statement]
) -> dict[int, list[Arrangement]]:
    """For each statement without which the others can be fulfilled, the arrangements that do."""
    without = {
        at: arrangements(layout, things, [*statements[:at], *statements[at + 1 :]]) for at in range(len(statements))
    }
    return {at: left for at, left in without.items() if left}


def most_agreed(answers: Sequence[frozenset[str]]) -> frozenset[str] | None:
    """The answer that most of several repairs give; None when there is none or two are given equally often."""
    counts = Counter(answer for answer in answers if answer).most_common(2)
    if not counts or (len(counts) == 2 and counts[0][1] == counts[1][1]):
        return None
    return counts[0][0]
