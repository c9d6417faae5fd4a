"""What a model writes, for every task: it leads back to the answer, and bad parts do not take the good ones along."""

import json
from pathlib import Path
from typing import cast

import pytest

from pingce.formats.check import check_file
from pingce.formats.save import save
from pingce.scoring.measures.senses import senses
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item, Reason
from pingce.systems.data import known_glosses, read_examples
from pingce.systems.llm.empty import empty_answer
from pingce.systems.llm.prompt import instructions, messages
from pingce.systems.llm.quoting import quoted_answer
from pingce.systems.llm.reading import AnswerReader, ReadAnswer
from pingce.tasks.catalog import TASKS, find_task
from pingce.tasks.space2023.task2 import STEP

EXAMPLES = Path(__file__).parents[3] / "examples"
FILES = {
    "space2021/task1": "space2021/task1-train-with-answer.json",
    "space2021/task2": "space2021/task2-train-with-answer.json",
    "space2021/task3": "space2021/task3-dev-with-answer.json",
    "space2022/task1": "space2022/task1_train.jsonl",
    "space2022/task2": "space2022/task2_train.jsonl",
    "space2022/task3": "space2022/task3_train.jsonl",
    "space2023/task1": "space2023/task1_train.jsonl",
    "space2023/task2": "space2023/task2_train.jsonl",
    "space2023/task3": "space2023/task3_examples.jsonl",
    "space2024/choice": "space2024/train.jsonl",
    "space2025/jsi": "space2025/jsi_demo.jsonl",
    "space2025/rsr": "space2025/rsr_demo.jsonl",
    "space2025/rse": "space2025/rse_demo.jsonl",
    "space2025/spr-zh": "space2025/spr_zh_train.jsonl",
    "space2025/spr-en": "space2025/spr_en_train.jsonl",
    "score2026/choice": "score2026/train.json",
    "wsd/senses": "wsd/train.data.txt",
}
TEXT = "小明站在桥上，看桥下的鱼游来游去。"


def test_every_task_has_a_file_here() -> None:
    assert FILES.keys() == TASKS.keys()


def submitted(task: TaskSpec, gold: Answer) -> Answer:
    """What a submission may have of gold: one reason of a type, three candidates."""
    reasons = cast("tuple[Reason, ...]", gold.get("reasons", ()))
    if task.id == "space2022/task2":
        first = {reason.type: reason for reason in reversed(reasons)}
        return {"reasons": tuple(first[kind] for kind in sorted(first))}
    if task.id == "space2023/task1":
        return {"reasons": reasons[:3]}
    return {field.name: gold[field.name] for field in task.public_answer}


@pytest.mark.parametrize("task_id", FILES)
def test_right_answer_survives_the_way_through_the_model(task_id: str) -> None:
    task = find_task(task_id)
    examples, _ = read_examples(task, str(EXAMPLES / FILES[task_id]))
    inventory = known_glosses(None, examples) if task_id == "wsd/senses" else {}
    for example in examples:
        said = json.dumps(quoted_answer(task, example.item, example.answer, inventory), ensure_ascii=False)
        read = AnswerReader(task, example.item, inventory).read(said)
        assert read.problems == ()
        assert read.complete
        assert read.answer == submitted(task, example.answer), example.item.id


@pytest.mark.parametrize("task_id", FILES)
def test_empty_answer_passes_the_check(task_id: str, tmp_path: Path) -> None:
    task = find_task(task_id)
    examples, _ = read_examples(task, str(EXAMPLES / FILES[task_id]))
    out = tmp_path / "empty.jsonl"
    nothing = empty_answer(task, examples)
    save(task, out, [(example.item, nothing) for example in examples], kind="jsonl", part="answers")
    assert check_file(task, str(out), role="submission").findings.error_count == 0


@pytest.mark.parametrize("task_id", FILES)
def test_prompt_names_every_key_role_slot_and_label(task_id: str) -> None:
    task = find_task(task_id)
    said = instructions(task)
    assert [field.key for field in task.public_answer if f'"{field.key}"' not in said] == []
    shape = task.tuple_shape
    for slot in shape.slots if shape is not None else ():
        assert f"{slot.name}（" in said
        assert all(label in said for label in slot.labels)
    assert [field.key for field in task.answer if field.gold_only and f'"{field.key}"' in said] == []


def test_examples_are_turns_of_the_conversation() -> None:
    task = find_task("space2022/task1")
    examples, _ = read_examples(task, str(EXAMPLES / FILES["space2022/task1"]))
    talk = messages(task, Item("q", {"text": TEXT}), examples[:2], {})
    assert [turn["role"] for turn in talk] == ["system", "user", "assistant", "user", "assistant", "user"]
    assert talk[1]["content"] == f"文本：{examples[0].item.text}"
    assert talk[2]["content"] == json.dumps({"judge": int(str(examples[0].answer["judge"]))})
    assert talk[-1]["content"] == f"文本：{TEXT}"


def read(
    task: TaskSpec, content: object, item: Item | None = None, glosses: dict[str, list[str]] | None = None
) -> ReadAnswer:
    return AnswerReader(task, item or Item("q", {"text": TEXT}), glosses or {}).read(
        json.dumps(content, ensure_ascii=False)
    )


@pytest.mark.parametrize(
    ("task_id", "said", "problem", "kept"),
    [
        (
            "space2023/task1",
            {"results": [{"S1": "小红", "P1": "桥上"}, {"S1": "小明", "P1": "桥上"}]},
            'results[0].S1：实际 "小红"；应为 原文中连续出现的文字（不连续的写成列表）',
            1,
        ),
        ("space2023/task1", {"results": [{"X": "小明"}]}, 'results[0]：实际 "X"；应为 角色 S1/P1/E1/S2/P2/E2', 0),
        ("space2023/task1", {"results": ["小明"]}, 'results[0]：实际 "小明"；应为 对象', 0),
        ("space2023/task1", {"results": "小明"}, 'results：实际 "小明"；应为 列表', 0),
        ("space2023/task1", {"results": []}, "results：实际 []；应为 至少 1 条", 0),
        ("space2023/task1", {"results": [{"S1": 3}]}, "results[0].S1：实际 3；应为 照抄原文的字符串", 0),
        ("space2022/task2", {"reasons": [{"type": "D", "fragments": {}}]}, 'reasons[0].type：实际 "D"；应为 A/B/C', 0),
        ("space2022/task2", {"reasons": [{"type": "C"}]}, "reasons[0].fragments：实际 null；应为 对象", 0),
        (
            "space2022/task2",
            {"reasons": [{"type": "A", "fragments": {"text1": "桥上", "text2": "在桥上"}}]},
            "reasons[0]：实际 text1 ∩ text2: 4；应为 text1、text2 不重叠",
            0,
        ),
        (
            "space2023/task2",
            {"results": [{"空间实体": "小明"}, {"空间实体": "小明", "处所": "在桥上"}]},
            "results[0]：实际 空间实体；应为 处所、起点、终点、方向、朝向、部件处所、部位、形状、路径、距离 至少填一项",
            1,
        ),
        (
            "space2023/task2",
            {"results": [{"空间实体": "小明", "颜色": "红"}]},
            'results[0]：实际 "颜色"；应为 槽位 ' + "/".join(STEP.names),
            0,
        ),
        (
            "space2022/task3",
            {"outputs": [{"空间实体": "小明", "处所": "在桥上", "事实性": "真"}]},
            'outputs[0]：实际 "真"；应为 假',
            0,
        ),
        ("space2023/task3", {"results": [{"judge": "true"}]}, "results[0].reason：实际 null；应为 解释", 0),
        ("space2021/task3", {"judge1": True}, "缺少键 judge2", 0),
    ],
)
def test_bad_part_is_told_and_left_out(task_id: str, said: object, problem: str, kept: int) -> None:
    found = read(find_task(task_id), said)
    assert found.problems == (problem,)
    assert found.complete == bool(kept)
    assert sum(len(value) for value in found.answer.values() if isinstance(value, tuple)) == kept


def test_bare_list_and_single_object_are_taken_for_the_list() -> None:
    task = find_task("space2023/task1")
    expected = read(task, {"results": [{"S1": "小明"}]}).answer
    assert expected != {}
    assert read(task, [{"S1": "小明"}]).answer == expected
    assert read(task, {"results": {"S1": "小明"}}).answer == expected


def test_repeated_tuples_types_and_surplus_answers_are_left_out() -> None:
    tuples = [{"空间实体": "小明", "处所": "在桥上"}] * 2
    assert len(read(find_task("space2023/task2"), {"results": tuples}).answer["tuples"]) == 1
    reasons = [{"type": "C", "fragments": {"S": "小明", "P": p}} for p in ("在桥上", "桥下")]
    assert len(read(find_task("space2022/task2"), {"reasons": reasons}).answer["reasons"]) == 1
    answers = [{"S1": one} for one in ("小明", "桥", "鱼", "桥下")]
    assert len(read(find_task("space2023/task1"), {"results": answers}).answer["reasons"]) == 3


@pytest.mark.parametrize(
    ("said", "chosen", "problems"),
    [
        ([2, 1], ("使开", "揭开"), ()),
        (["2"], ("使开",), ()),
        (1, ("揭开",), ()),
        (["揭开", 1], ("揭开",), ()),
        ([3], None, ("senses：实际 3；应为 1 到 2 的编号",)),
        ([], None, ("senses：实际 []；应为 至少一个编号",)),
    ],
)
def test_senses_are_chosen_by_number(said: object, chosen: tuple[str, ...] | None, problems: tuple[str, ...]) -> None:
    item = Item("1", {"sentence": "他打开窗户。", "word": "打开"})
    found = read(find_task("wsd/senses"), {"senses": said}, item, {"打开": ["揭开", "使开"]})
    assert found.problems == problems
    assert (senses(found.answer).chosen if found.answer else None) == chosen
