"""The section about human performance."""

from collections.abc import Sequence
from typing import NamedTuple

from pingce.quality.annotations import Annotations
from pingce.quality.human import HIGH, MAIN, Difficulty, Entrant, Human
from pingce.spec.words import Words, same

from .charts import bins
from .quality import Cell, Section, cell
from .quality_agreement import show_field
from .words import MEASURES, NUMBERS

EXTREME = 10
"""Items shown at either end."""


class Row(NamedTuple):
    """A person or system; ``kind`` is person, mean, majority or system."""

    name: Words
    kind: str
    answered: str
    cells: Sequence[Cell]
    left_out: Sequence[Words]


class ItemRow(NamedTuple):
    one: Difficulty
    text: str


def human_section(found: Human, data: Annotations) -> Section:
    columns = list(found.mean)
    columns.sort(key=lambda name: name != found.main)
    rows = [_row(one, "person", columns, found.n) for one in found.subjects]
    rows.append(
        Row(
            Words(f"平均（{len(found.counted)} 人）", f"mean of {len(found.counted)} people"),
            "mean",
            "",
            [cell(found.mean[name]) for name in columns],
            (),
        )
    )
    if found.majority is not None:
        rows.append(_row(found.majority, "majority", columns, found.n, Words("多数人的答案", "majority of people")))
    rows += [_row(one, "system", columns, found.n) for one in found.systems]
    texts = {item: " | ".join(question.texts.values()) for item, question in data.items.items()}
    items = [ItemRow(one, texts.get(one.item, "")) for one in found.items]
    most = min(EXTREME, len(items) // 2)
    content = {
        "n": found.n,
        "columns": [_title(name) for name in columns],
        "rows": rows,
        "left_out": [one for one in found.subjects if one.left_out],
        "noted": [one for one in found.subjects if one.noted],
        "rules": found.rules,
        "agreement": show_field(found.agreement)._replace(parts=()),
        "consensus": [(k, count, count / found.n if found.n else 0.0) for k, count in found.consensus.items()],
        "people": len(found.counted),
        "high": found.high,
        "high_from": HIGH,
        "mean_score": Words("平均得分", "mean score of people"),
        "bins": bins([one.score for one in found.items]),
        "easiest": items[:most],
        "hardest": items[::-1][:most],
    }
    return Section("human", Words("人类表现", "Human performance"), "quality_human.html", content)


def _row(one: Entrant, kind: str, columns: Sequence[str], n: int, name: Words | None = None) -> Row:
    cells = [cell(one.numbers[column]) for column in columns]
    return Row(name or same(one.name), kind, f"{one.answered}/{n}", cells, one.left_out)


def _title(name: str) -> Words:
    if name == MAIN:
        return Words("正确率", "accuracy")
    measure, number = name.split(".")
    one, two = MEASURES.get(measure, same(measure)), NUMBERS.get(number, same(number))
    return Words(f"{one.zh} · {two.zh}", f"{one.en} · {two.en}")
