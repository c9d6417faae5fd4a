"""Writes examples/space2021: JSON arrays as published, and the answer sheets of two made-up teams."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from pingce.formats.encode import Json, encode_record
from pingce.formats.write import write_array, write_text
from pingce.spec.values import Item
from pingce.tasks.catalog import TASKS

from .judgements import DEV, DEV_REASONS, TRAIN, Claim, Judged
from .slips import flipped

Row = tuple[str, Claim | None, dict[str, str]]
"""Text, reason if there is one, answers by field name."""


def write(folder: Path) -> None:
    texts, reasons, both = _texts(DEV), _reasons(DEV_REASONS), _both(DEV)
    _write(folder / "task1-train-with-answer.json", 1, "train", _texts(TRAIN))
    _write(folder / "task2-train-with-answer.json", 2, "train", _reasons(TRAIN))
    for task, rows in ((1, texts), (2, reasons), (3, both)):
        _write(folder / f"task{task}-dev.json", task, "dev", rows, answered=False)
        _write(folder / f"task{task}-dev-with-answer.json", task, "dev", rows)
    a = _sheet("甲队", (texts, (3, 8)), (reasons, (2, 5, 9)), (both, (4,), (6, 9)))
    b = _sheet("乙队", (texts, (2, 6, 7, 11)), (reasons, (4, 10)), (both, (1, 9), (2, 7)))
    # An item without an answer: the official script takes it as 0.
    del b["subtask1-dev"]["5"]
    for name, sheet in (("a", a), ("b", b)):
        write_text(folder / f"sheet-{name}.json", json.dumps(sheet, ensure_ascii=False, indent=2) + "\n")


def _texts(originals: Sequence[Judged]) -> list[Row]:
    return [(r.apply(o.text), None, {"judge1": str(r.judge)}) for o in originals for r, _ in o.replaced]


def _claims(originals: Sequence[Judged]) -> Iterator[tuple[str, int, Claim]]:
    for original in originals:
        for replaced, claims in original.replaced:
            text = replaced.apply(original.text)
            for claim in claims:
                assert claim.about in text, f"{claim.about} is not in {text}"
                yield text, replaced.judge, claim


def _reasons(originals: Sequence[Judged]) -> list[Row]:
    return [(text, claim, {"judge2": str(int(claim.holds))}) for text, _, claim in _claims(originals)]


def _both(originals: Sequence[Judged]) -> list[Row]:
    return [
        (text, claim, {"judge1": str(judge), "judge2": str(int(claim.holds))})
        for text, judge, claim in _claims(originals)
    ]


def _write(path: Path, number: int, split: str, rows: Sequence[Row], *, answered: bool = True) -> None:
    task = TASKS[f"space2021/task{number}"]
    records: list[dict[str, Json]] = []
    for i, (text, claim, answer) in enumerate(rows, start=1):
        item = Item(f"{number}-{split}-{i}", {"text": text} | ({"reason": claim.words} if claim else {}))
        records.append(encode_record(task, item, answer if answered else None))
    write_array(path, records)


def _sheet(
    team: str,
    texts: tuple[Sequence[Row], Sequence[int]],
    reasons: tuple[Sequence[Row], Sequence[int]],
    both: tuple[Sequence[Row], Sequence[int], Sequence[int]],
) -> dict[str, dict[str, object]]:
    """A team's answers: the right ones, wrong at the numbers given."""
    judge1 = _column(both[0], "judge1", both[1])
    judge2 = _column(both[0], "judge2", both[2])
    return {
        "meta": {"team_name": team, "institution": "示例大学", "email": "team@example.org"},
        "subtask1-dev": _numbered(_column(texts[0], "judge1", texts[1])),
        "subtask2-dev": _numbered(_column(reasons[0], "judge2", reasons[1])),
        "subtask3-dev": _numbered([list(pair) for pair in zip(judge1, judge2, strict=True)]),
    }


def _column(rows: Sequence[Row], name: str, wrong_at: Sequence[int]) -> list[int]:
    return flipped([int(answer[name]) for _, _, answer in rows], wrong_at)


def _numbered(values: Sequence[object]) -> dict[str, object]:
    return {str(i): value for i, value in enumerate(values, start=1)}
