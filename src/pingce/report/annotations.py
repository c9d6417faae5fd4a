"""What pages about people's answers share: which answers they rest on, and numbers with an interval or a reason."""

from collections.abc import Iterable

from pingce.quality.agreement.numbers import AgreementNumber
from pingce.quality.annotations import Annotations
from pingce.spec.words import Words, same

from .sections import Drawn, tint

ITEMS = Words("题数", "items")
VALUE = Words("数值", "value")
INTERVAL = Words("95 % 区间", "95 % interval")


def facts(data: Annotations) -> list[tuple[Words, Words]]:
    """What stands at the head of a page."""
    first = data.first()
    task = same(data.task.id) if data.task is not None else Words("标签表", "table of labels")
    facts = [
        (Words("文件", "File"), same(data.source)),
        (Words("任务", "Task"), task),
        (Words("人数", "People"), same(str(len(data.annotators)))),
        (Words("题数", "Items"), same(str(len({answer.item for answer in first})))),
        (Words("答案", "Answers"), same(str(len(first)))),
        (Words("已定案", "Decided"), same(str(len(data.final)))),
    ]
    if data.left_out:
        left = ", ".join(f"{state} {n}" for state, n in data.left_out.items())
        facts.append((Words("未完成，不计", "Unfinished, left out"), same(left)))
    return facts


def text(number: AgreementNumber) -> Words:
    """The value, or why there is none."""
    if number.value is not None:
        return same(f"{number.value:.4f}")
    return Words(f"– ({number.why.zh})", f"– ({number.why.en})") if number.why is not None else same("–")


def short(number: AgreementNumber | None) -> Words:
    """The value alone; ``reasons`` explains the dashes of a whole table. None: nothing was compared."""
    if number is None:
        return same("")
    return same("–" if number.value is None else f"{number.value:.4f}")


def with_n(number: AgreementNumber) -> Words:
    return same("–" if number.value is None else f"{number.value:.4f} ({number.n})")


def around(number: AgreementNumber) -> Words:
    """The interval."""
    return same(f"[{number.interval.low:.4f}, {number.interval.high:.4f}]" if number.interval is not None else "")


def bar(number: AgreementNumber, *, main: bool = False) -> Drawn | None:
    return Drawn(number.value, number.interval, main) if number.value is not None else None


def heat(number: AgreementNumber | None) -> int:
    return tint(number.value) if number is not None and number.value is not None else 0


def reasons(numbers: Iterable[AgreementNumber | None]) -> Words | None:
    """Why some numbers of a table are missing, each reason once."""
    whys = dict.fromkeys(n.why for n in numbers if n is not None and n.value is None and n.why is not None)
    if not whys:
        return None
    return Words(f"“–”：{'；'.join(why.zh for why in whys)}", f"“–”: {'; '.join(why.en for why in whys)}")
