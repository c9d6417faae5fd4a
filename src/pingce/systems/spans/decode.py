"""From roles of words to a reason that the task's rules admit.

The labels a system gave to words become roles with fragments; what the task's rules do not admit is left out, the least
sure first.
"""

from collections.abc import Mapping, Sequence

from pingce.spec.rules import Apart, EnoughRoles, RolesInTextOrder
from pingce.spec.shapes import RoleSpans
from pingce.spec.values import Reason, RoleSpan

NONE = "O"

Positions = Mapping[str, Sequence[int]]
"""Characters by role."""
Likely = Mapping[str, Sequence[Sequence[int]]]
"""By role, pieces it may be (characters of a word each), the likeliest first; for roles nothing was found for."""


def make_reason(kind: str, shape: RoleSpans, text: str, positions: Positions, likely: Likely) -> Reason | None:
    """The reason, filled up with the likeliest pieces where a rule wants more; None if that cannot be done.

    ``kind`` is the type of the reason and ``shape`` its roles and rules; ``positions`` are what was found for each
    role, ``likely`` the next best pieces for each, best first.
    """
    spans = {role: tuple(positions[role]) for role in shape.roles if positions.get(role)}
    for rule in shape.rules:
        match rule:
            case EnoughRoles():
                spans = _enough(rule, spans, likely, tuple(shape.roles))
            case Apart():
                spans = _apart(rule, spans)
            case RolesInTextOrder():
                spans = _ordered(rule, spans)
    made = {
        role: RoleSpan(role, "".join(text[i] for i in spans[role]), spans[role])
        for role in shape.roles
        if spans.get(role)
    }
    if not made or any(rule.broken(made) is not None for rule in shape.rules):
        return None
    return Reason(kind, tuple(made.values()))


def _enough(
    rule: EnoughRoles, spans: dict[str, tuple[int, ...]], likely: Likely, roles: tuple[str, ...]
) -> dict[str, tuple[int, ...]]:
    filled = dict(spans)
    for role in roles:
        if len(filled) >= rule.at_least:
            break
        if role not in filled:
            taken = {i for positions in filled.values() for i in positions}
            free = next((piece for piece in likely.get(role, ()) if not taken.intersection(piece)), None)
            if free:
                filled[role] = tuple(free)
    return filled


def _apart(rule: Apart, spans: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    taken: set[int] = set()
    kept = dict(spans)
    for role in rule.roles:
        if role in kept:
            kept[role] = tuple(i for i in kept[role] if i not in taken)
            taken.update(kept[role])
    return {role: positions for role, positions in kept.items() if positions}


def _ordered(rule: RolesInTextOrder, spans: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    a, b = spans.get(rule.first), spans.get(rule.second)
    return {**spans, rule.first: b, rule.second: a} if a and b and min(a) > min(b) else spans
