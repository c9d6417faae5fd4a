"""What became of decided items when some were taken out: the lines that export and split say alike."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pingce.spec.words import Words

if TYPE_CHECKING:
    from pingce.formats.tiers import Kept


def kept_lines(kept: "Kept", name: str = "") -> Iterator[Words]:
    """The numbers add up to the decided items; ``name``: of which source, where there are several."""
    zh, en = (f"{name}：", f"{name}: ") if name else ("", "")
    yield Words(
        f"{zh}已裁决 {kept.decided} 题：写出 {kept.taken}，答案不入数据 {kept.dropped}，"
        f"分级留下 {kept.kept_out.total()}",
        f"{en}decided: {kept.decided}; written {kept.taken}, dropped by their answer {kept.dropped}, "
        f"kept back by tiers {kept.kept_out.total()}",
    )
    for rule, count in sorted(kept.kept_out.items()):
        yield Words(
            f"　{rule.tier}（{rule.rule}）{rule.label or '–'}：{count}",
            f"  {rule.tier} ({rule.rule}) {rule.label or '–'}: {count}",
        )
    if not kept.graded:
        yield Words(
            f"{zh}没有分级：写出全部已裁决的题；先运行 pingce quality tiers 可以留下不该发布的。",
            f"{en}No tiers: every decided item was written; pingce quality tiers keeps back what should not be.",
        )
