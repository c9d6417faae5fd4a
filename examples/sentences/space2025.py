"""Writes examples/space2025: five subtasks, their answers in one file, and two submissions for all of them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pingce.formats.encode import Json, encode_record
from pingce.formats.write import write_jsonl
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.tasks.catalog import TASKS

from .choices import DEV_TWINS, JSI, RSE, RSR, TRAIN_TWINS, JudgedText, Twin
from .options import lettered, record

INSTRUCTIONS = {
    "jsi": "判断text的空间语言表达是否正确。请只回答“正确”或“错误”。",
    "rsr": "判断interpretation是否正确。请只回答“正确”或“错误”。",
    "rse": "判断text1和text2描述的空间场景是否相同。请只回答“相同”或“不同”。",
}
CHOOSE = {
    ("zh", False): "题目是单选题，有一个正确答案。",
    ("zh", True): "题目是多选题，有两个或两个以上的正确答案。",
    ("en", False): "The question is multiple-choice with one correct answer.",
    ("en", True): "The question is multiple-choice with more than one correct answers.",
}
OTHER = {"正确": "错误", "错误": "正确", "相同": "不同", "不同": "相同"}
WRONG_A, WRONG_B = (4, 9, 14, 17, 20), (1, 7, 8, 12, 15, 18)
LEFT_BY_B = (2, 20)
"""Items of the joint file without an answer: the official script takes what was said before them."""


def write(folder: Path) -> None:
    joint: list[dict[str, Json]] = []
    for name, judged in (("jsi", JSI), ("rsr", RSR), ("rse", RSE)):
        task = TASKS[f"space2025/{name}"]
        rows = list(_judged(task, name, judged))
        write_jsonl(folder / f"{name}_demo.jsonl", rows)
        joint += [{key: row[key] for key in ("id", "answer")} for row in rows]
    for language in ("zh", "en"):
        task = TASKS[f"space2025/spr-{language}"]
        for part, twins in (("train", TRAIN_TWINS), ("dev", DEV_TWINS)):
            items = _items(language, part, twins)
            rows = [record(task, item, twin.right) for item, twin in zip(items, twins, strict=True)]
            write_jsonl(folder / f"spr_{language}_{part}.jsonl", rows)
            if part == "dev":
                write_jsonl(folder / f"spr_{language}_dev_input.jsonl", [record(task, item, None) for item in items])
                joint += [{key: row[key] for key in ("id", "answer")} for row in rows]
    write_jsonl(folder / "answers.jsonl", joint)
    write_jsonl(folder / "pred-a.jsonl", [_slip(row) if i in WRONG_A else row for i, row in enumerate(joint)])
    answered = [(i, row) for i, row in enumerate(joint) if i not in LEFT_BY_B]
    write_jsonl(folder / "pred-b.jsonl", [_slip(row) if i in WRONG_B else row for i, row in answered])


def _judged(task: TaskSpec, name: str, judged: Sequence[JudgedText]) -> Iterator[dict[str, Json]]:
    for number, one in enumerate(judged, start=1):
        texts = dict(zip((text.name for text in task.texts), one.texts, strict=True))
        extra = {"instruction": INSTRUCTIONS[name]} | ({"interpretation": one.why} if one.why else {})
        yield encode_record(task, Item(f"{name}-demo-{number}", texts, extra), {"answer": one.answer})


def _items(language: str, part: str, twins: Sequence[Twin]) -> list[Item]:
    items = []
    for number, twin in enumerate(twins, start=1):
        text, question, options = twin.zh if language == "zh" else twin.en
        extra = {"instruction": CHOOSE[language, len(twin.right) > 1]}
        texts = {"text": text, "question": question}
        items.append(Item(f"spr-{language}-{part}-{number}", texts, extra, lettered(options)))
    return items


def _slip(row: dict[str, Json]) -> dict[str, Json]:
    """The other judgement, or «none of the above»."""
    answer = row["answer"]
    return {**row, "answer": OTHER[answer] if isinstance(answer, str) else ["D"]}
