"""Our scorers against plain scripts written from the descriptions of the official ones, on random answers."""

import copy
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pingce.formats.encode import encode_record
from pingce.spec.task import TaskSpec
from pingce.tasks.catalog import TASKS
from tests import strategies
from tests.builders import score_files, write_records
from tests.reference import overlap, step2022, step2023

Records = list[dict[str, Any]]
QIDS = ("甲", "乙", "丙")

REFERENCES: dict[str, dict[str, Callable[[str, str], dict[str, float]]]] = {
    "space2022/task2": {
        "strict": lambda gold, pred: overlap.evaluate("2022", "strict", gold, pred),
        "loose": lambda gold, pred: overlap.evaluate("2022", "loose", gold, pred),
    },
    "space2022/task3": {"f1": step2022.evaluate},
    "space2023/task1": {
        "strict": lambda gold, pred: overlap.evaluate("2023", "strict", gold, pred),
        "loose": lambda gold, pred: overlap.evaluate("2023", "loose", gold, pred),
    },
    "space2023/task2": {"f1": step2023.evaluate},
}


def _odd(draw: st.DrawFn, task: TaskSpec, answer: list[Any], gold: list[Any]) -> list[Any]:
    """What a scorer must live with: gold mixed in, repeats, wrong lengths, extra and repeated roles, too many."""
    answer = [*answer, *(copy.deepcopy(one) for one in gold if draw(st.booleans()))]
    for one in answer:
        if draw(st.integers(0, 3)):
            continue
        fragments = one.get("fragments") if isinstance(one, dict) else one
        if task.id == "space2022/task3":
            slot = draw(st.integers(0, 17))
            one[slot] = draw(st.sampled_from([None, "假", "之后", {"text": "上上下", "idxes": [0, 2, 1]}]))
            if draw(st.booleans()):
                one.append(None)
        elif fragments:
            again = copy.deepcopy(draw(st.sampled_from(fragments)))
            again["role"] = draw(st.sampled_from([again["role"], "X", "空间实体", "S1", "S"]))
            fragments.insert(draw(st.integers(0, len(fragments))), again)
    answer = draw(st.permutations(answer))
    if "tuple" in task.answer[0].name and draw(st.integers(0, 15)) == 0:
        answer = (answer or gold) * 101
    return answer


@st.composite
def gold_and_predictions(draw: st.DrawFn, task: TaskSpec) -> tuple[Records, Records]:
    key = task.public_answer[0].key
    gold: Records = []
    predictions: Records = []
    for qid in QIDS[: draw(st.integers(1, len(QIDS)))]:
        item = draw(strategies.items(task, qid))
        gold.append(encode_record(task, item, draw(strategies.answers(task, item.text, gold=True))))
        said = encode_record(
            task, item, draw(strategies.answers(task, item.text, gold=False)), with_texts=False, gold=False
        )
        said[key] = _odd(draw, task, said[key], gold[-1][key])  # type: ignore[arg-type]
        if draw(st.integers(0, 9)):
            predictions.append(said)
    predictions.append({"qid": "无此题", key: []})
    return gold, predictions


@pytest.mark.parametrize("task_id", list(REFERENCES))
def test_same_numbers_as_the_plain_script(task_id: str) -> None:
    task = TASKS[task_id]

    @settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(gold_and_predictions(task))
    def check(records: tuple[Records, Records]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            gold = write_records(Path(folder) / "gold.jsonl", records[0])
            pred = write_records(Path(folder) / "pred.jsonl", records[1])
            result, _, _ = score_files(task, gold, pred)
            for name, reference in REFERENCES[task_id].items():
                assert result.measures[name].numbers == pytest.approx(reference(gold, pred), abs=1e-12, rel=0)

    check()


def test_entities_named_otherwise_are_matched_through_the_first_set_that_has_them(tmp_path: Path) -> None:
    task = TASKS["space2022/task3"]
    mention = {"text": "他", "idxes": [1]}
    entity: list[Any] = [{"text": "他书", "idxes": [1, 3]}, *[None] * 6, {"text": "上", "idxes": [5]}, *[None] * 10]
    said = copy.deepcopy(entity)
    said[0] = {"text": "明书", "idxes": [8, 3]}
    corefs = [
        [mention, {"text": "小", "idxes": [7]}],
        [mention, {"text": "明", "idxes": [8]}],
    ]
    record = {"qid": "1", "context": "是他的书放上面小明", "corefs": corefs, "non_corefs": [], "outputs": [entity]}
    gold = write_records(tmp_path / "gold.jsonl", [record])
    pred = write_records(tmp_path / "pred.jsonl", [{"qid": "1", "outputs": [said]}])
    result, _, _ = score_files(task, gold, pred)
    # 明 is in the second set only, so one of three positions meets: (1/3 + 1) / 2
    assert result.main == pytest.approx(2 / 3)
    assert result.measures["f1"].numbers == pytest.approx(step2022.evaluate(gold, pred))
