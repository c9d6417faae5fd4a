"""What cannot be read in a submission earns nothing and saves nothing."""

import copy
from pathlib import Path
from typing import Any

import pytest

from pingce.tasks.catalog import TASKS
from tests.builders import TEXT, score_files, write_records

BOOK: list[Any] = [{"text": "书", "idxes": [3]}, *[None] * 6, {"text": "在桌子上", "idxes": [5, 6, 7, 8]}, *[None] * 10]
ROLES: list[Any] = [
    {"role": "空间实体", "fragment": {"text": "书", "idxes": [3]}},
    {"role": "处所", "fragment": {"text": "在桌子上", "idxes": [5, 6, 7, 8]}},
]
GOLD = {"space2022/task3": ("outputs", BOOK), "space2023/task2": ("results", ROLES)}


def _f1(task_id: str, said: list[Any], tmp_path: Path) -> tuple[float, list[str]]:
    key, gold = GOLD[task_id]
    # The second question is read the quick way where there is one; both must count the same.
    golds = [{"qid": q, "context": TEXT, "corefs": [], "non_corefs": [], key: [gold]} for q in "ab"]
    result, _, predicted = score_files(
        TASKS[task_id],
        write_records(tmp_path / "gold", golds),
        write_records(tmp_path / "pred", [{"qid": q, key: said} for q in "ab"]),
    )
    rows = result.measures["f1"].rows
    assert rows[0] == rows[1]
    return round(result.main, 12), sorted({p.code for p in predicted.findings.problems})


def _with(slot: int, value: object) -> list[Any]:
    changed = copy.copy(BOOK)
    changed[slot] = value
    return changed


@pytest.mark.parametrize("task_id", list(GOLD))
@pytest.mark.parametrize("junk", ["元组", 17, None, {}, True])
def test_what_is_no_tuple_counts_as_a_wrong_one(task_id: str, junk: object, tmp_path: Path) -> None:
    assert _f1(task_id, [GOLD[task_id][1], junk], tmp_path) == (round(2 / 3, 12), ["wrong-type"])


@pytest.mark.parametrize("junk", [17, True, [], 0.5])
def test_what_is_neither_label_nor_fragment_fills_its_slot_wrongly(junk: object, tmp_path: Path) -> None:
    assert _f1("space2022/task3", [_with(2, junk)], tmp_path) == (round(2 / 3, 12), ["wrong-type"])
    assert _f1("space2022/task3", [_with(7, junk)], tmp_path) == (0.5, ["wrong-type"])
    assert _f1("space2022/task3", [_with(1, junk)], tmp_path) == (0.0, ["wrong-type"])
