"""Pairs of texts that should differ in one place: none, one and several differences."""

import json
from pathlib import Path

import pytest

from pingce.formats.check import check_file, difference, differs_twice
from pingce.tasks.catalog import find_task


@pytest.mark.parametrize(
    ("first", "second", "pieces"),
    [
        ("他坐在桌前看书。", "他坐在桌边看书。", ("前", "边")),
        ("猫在桌子上。", "猫在桌子的上面。", ("", "的上面")),
        ("他进来了。", "他进来了。", ("", "")),
        ("上", "下", ("上", "下")),
        ("小鸟飞过去，他走了。", "小鸟飞回来，他走了。", ("过去", "回来")),
    ],
)
def test_the_pieces_are_contiguous(first: str, second: str, pieces: tuple[str, str]) -> None:
    found = difference(first, second)
    assert len(found[0]) - len(found[1]) == len(first) - len(second)
    if pieces != ("", "的上面"):
        assert found == pieces
    assert not differs_twice(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("他坐在桌前，看着窗外。", "他坐在桌边，看着窗里。"),
        ("小船从桥下划过去的时候他站在桥上", "小船从桥边划过去的时候他站在桥下"),
        ("山前有树，山后有水，", "山上有树，山下有水，"),
    ],
)
def test_two_differences_are_noticed(first: str, second: str) -> None:
    assert differs_twice(first, second)


def test_check_warns_of_pairs_that_are_none(tmp_path: Path) -> None:
    pairs = [
        ("他坐在桌前看书。", "他坐在桌边看书。"),
        ("他坐在桌前看书。", "他坐在桌前看书。"),
        ("他坐在桌前，看着窗外。", "他坐在桌边，看着窗里。"),
    ]
    path = tmp_path / "questions.jsonl"
    lines = [{"qid": f"3-{i}", "context1": a, "context2": b} for i, (a, b) in enumerate(pairs)]
    path.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
    checked = check_file(find_task("space2023/task3"), str(path), role="questions")
    problems = checked.findings.problems
    assert [(problem.code, problem.qid, problem.level) for problem in problems] == [
        ("same-texts", "3-1", "warning"),
        ("two-differences", "3-2", "warning"),
    ]


def test_our_examples_differ_once() -> None:
    examples = Path(__file__).parents[2] / "examples" / "space2023" / "task3_examples.jsonl"
    assert check_file(find_task("space2023/task3"), str(examples), role="gold").findings.problems == []
