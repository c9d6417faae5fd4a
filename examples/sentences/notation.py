"""How sentences and answers are written down here, and how written fragments become positions.

A fragment is written as its characters: ``在枣树下``. Where they occur several times a number says which
occurrence is meant (``她#2``); pieces from several places are joined with a plus (``从西北+出镇中``).
Nobody counts characters: positions are always found by searching the text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pingce.spec.values import Fragment

Split = Literal["train", "dev", "test"]


def fragment(text: str, written: str, *, in_text_order: bool = False) -> Fragment:
    """The fragment that ``written`` stands for; its characters keep the order in which they are written."""
    idxes = [i for piece in written.split("+") for i in _place(text, piece)]
    if in_text_order:
        idxes.sort()
    return Fragment("".join(text[i] for i in idxes), tuple(idxes))


def _place(text: str, piece: str) -> range:
    wanted, _, number = piece.partition("#")
    starts = [i for i in range(len(text)) if wanted and text.startswith(wanted, i)]
    if not starts or (len(starts) > 1 and not number) or int(number or 1) > len(starts):
        raise ValueError(f"{piece!r} stands {len(starts)} times in {text!r}")
    start = starts[int(number or 1) - 1]
    return range(start, start + len(wanted))


@dataclass(frozen=True)
class Why:
    """One reason why a text is wrong, as SpaCE2022 and as SpaCE2023 write it."""

    type: str
    roles: Mapping[str, str]
    roles2023: Mapping[str, str]
    """Empty where the 2023 edition has no answer of its own for it."""


def improper(text1: str, text2: str, **roles2023: str) -> Why:
    """Type A, 搭配不当: two pieces that do not go together in any text."""
    return Why("A", {"text1": text1, "text2": text2}, roles2023)


def conflict(**roles: str) -> Why:
    """Type B, 语义冲突: two statements of the text that cannot both hold."""
    return Why("B", roles, roles)


def absurd(**roles: str) -> Why:
    """Type C, 不符合常识或背景信息: one statement against common sense."""
    return Why("C", roles, {f"{role}1": written for role, written in roles.items()})


@dataclass(frozen=True)
class Replaced:
    """An original with one expression replaced; right (1) or wrong (0), and why."""

    old: str
    new: str
    judge: int
    why: tuple[Why, ...] = ()
    """Empty for a wrong text whose reasons were not released."""

    def apply(self, text: str) -> str:
        place = _place(text, self.old)
        return text[: place.start] + self.new + text[place.stop :]


def fine(old: str, new: str) -> Replaced:
    return Replaced(old, new, 1)


def wrong(old: str, new: str, *why: Why) -> Replaced:
    return Replaced(old, new, 0, why)


Step = Mapping[str, str]
"""One statement about space: slot → written fragment or label."""


def step(entity: str, event: str | None = None, **slots: str) -> Step:
    return {"空间实体": entity, **({} if event is None else {"事件": event}), **slots}


@dataclass(frozen=True)
class Original:
    """An untouched text: what is where in it, and what happens when one expression is replaced."""

    text: str
    steps: tuple[Step, ...] = ()
    replaced: tuple[Replaced, ...] = ()
    corefs: tuple[tuple[str, ...], ...] = ()
    non_corefs: tuple[tuple[str, ...], ...] = field(default=())
