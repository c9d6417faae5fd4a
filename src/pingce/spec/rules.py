"""Rules between the parts of an answer, as data.

A rule says what it demands in both languages, and ``broken`` says what was found instead. How grave that is belongs to
its code unless the rule has ``levels`` of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from .problem import Levels
from .values import RoleSpan, SlotFill
from .words import Words


def _list(names: tuple[str, ...], lang_and: str) -> str:
    return lang_and.join(names)


@dataclass(frozen=True)
class Needs:
    """If ``slot`` is filled (None: always), at least one of ``any_of`` is filled too."""

    any_of: tuple[str, ...]
    slot: str | None = None
    code: str = "slot-missing"
    levels: Levels | None = None

    def demand(self) -> Words:
        zh, en = _list(self.any_of, "、"), _list(self.any_of, ", ")
        if self.slot is None:
            return Words(f"{zh} 至少填一项", f"at least one of {en}")
        return Words(f"填了 {self.slot} 就要填 {zh} 之一", f"one of {en} beside {self.slot}")

    def broken(self, fills: Mapping[str, SlotFill]) -> str | None:
        applies = self.slot is None or self.slot in fills
        if applies and not any(name in fills for name in self.any_of):
            return ", ".join(fills) or "{}"
        return None


@dataclass(frozen=True)
class Excludes:
    """``slot`` and any of ``others`` are never filled together."""

    slot: str
    others: tuple[str, ...]
    code: str = "slot-conflict"
    levels: Levels | None = None

    def demand(self) -> Words:
        return Words(
            f"填了 {self.slot} 就不能填 {_list(self.others, '、')}",
            f"none of {_list(self.others, ', ')} beside {self.slot}",
        )

    def broken(self, fills: Mapping[str, SlotFill]) -> str | None:
        clash = [name for name in self.others if name in fills]
        return ", ".join([self.slot, *clash]) if self.slot in fills and clash else None


@dataclass(frozen=True)
class LabelDependsOn:
    """Which labels of ``slot`` are possible depends on whether a reference is there.

    The reference is a slot of its own (``reference``) or, where it is None, the fragment in the same slot.
    """

    slot: str
    with_reference: tuple[str, ...]
    without_reference: tuple[str, ...]
    reference: str | None = None
    code: str = "slot-label"
    levels: Levels | None = None

    def demand(self) -> Words:
        there, absent = "/".join(self.with_reference), "/".join(self.without_reference)
        name = self.reference or f"{self.slot} fragment"
        return Words(
            f"有参照（{name}）时 {self.slot} 为 {there}，没有时为 {absent}",
            f"{self.slot} {there} with {name}, {absent} without",
        )

    def broken(self, fills: Mapping[str, SlotFill]) -> str | None:
        fill = fills.get(self.slot)
        if fill is None or fill.label is None:
            return None
        referenced = self.reference in fills if self.reference else fill.fragment is not None
        possible = self.with_reference if referenced else self.without_reference
        labels = self.with_reference + self.without_reference
        if fill.label not in labels or fill.label in possible:
            return None
        name = self.reference or "fragment"
        return f"{fill.label} + {name}" if referenced else f"{fill.label} − {name}"


@dataclass(frozen=True)
class OneKind:
    """``slot`` holds a fragment or a label, not both."""

    slot: str
    code: str = "slot-both"
    levels: Levels | None = None

    def demand(self) -> Words:
        return Words(f"{self.slot} 只能是文本或标签之一", f"a fragment or a label in {self.slot}, not both")

    def broken(self, fills: Mapping[str, SlotFill]) -> str | None:
        fill = fills.get(self.slot)
        both = fill is not None and fill.fragment is not None and fill.label is not None
        return f"{self.slot}: fragment + label" if both else None


@dataclass(frozen=True)
class InTextOrder:
    """The fragment in ``first`` begins before the one in ``slot``."""

    first: str
    slot: str
    code: str = "slot-order"
    levels: Levels | None = None

    def demand(self) -> Words:
        return Words(f"{self.first} 在文中先于 {self.slot}", f"{self.first} before {self.slot} in the text")

    def broken(self, fills: Mapping[str, SlotFill]) -> str | None:
        a, b = fills.get(self.first), fills.get(self.slot)
        if a is None or b is None or not (a.fragment and b.fragment):
            return None
        if not (a.fragment.idxes and b.fragment.idxes) or min(a.fragment.idxes) < min(b.fragment.idxes):
            return None
        return f"{min(a.fragment.idxes)} … {min(b.fragment.idxes)}"


SlotRule = Needs | Excludes | LabelDependsOn | OneKind | InTextOrder


@dataclass(frozen=True)
class EnoughRoles:
    """A reason needs so many roles to say anything."""

    at_least: int
    code: str = "few-roles"
    levels: Levels | None = None

    def demand(self) -> Words:
        return Words(f"至少 {self.at_least} 个角色", f"at least {self.at_least} roles")

    def broken(self, spans: Mapping[str, RoleSpan]) -> str | None:
        return ", ".join(spans) or "[]" if len(spans) < self.at_least else None


@dataclass(frozen=True)
class Apart:
    """The roles share no character."""

    roles: tuple[str, ...]
    code: str = "overlap"
    levels: Levels | None = None

    def demand(self) -> Words:
        return Words(f"{_list(self.roles, '、')} 不重叠", f"{_list(self.roles, ', ')} without common characters")

    def broken(self, spans: Mapping[str, RoleSpan]) -> str | None:
        seen: dict[int, str] = {}
        for role in self.roles:
            for i in sorted(set(spans[role].idxes)) if role in spans else ():
                if i in seen:
                    return f"{seen[i]} ∩ {role}: {i}"
                seen[i] = role
        return None


@dataclass(frozen=True)
class RolesInTextOrder:
    """``first`` begins before ``second``."""

    first: str
    second: str
    code: str = "role-order"
    levels: Levels | None = None

    def demand(self) -> Words:
        return Words(f"{self.first} 在文中先于 {self.second}", f"{self.first} before {self.second} in the text")

    def broken(self, spans: Mapping[str, RoleSpan]) -> str | None:
        if self.first not in spans or self.second not in spans:
            return None
        a, b = spans[self.first].idxes, spans[self.second].idxes
        return f"{min(a)} … {min(b)}" if a and b and min(a) > min(b) else None


SpanRule = EnoughRoles | Apart | RolesInTextOrder
