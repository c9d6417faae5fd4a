"""Random files of 2024 and 2025 through our scorer and through the scripts' rules written down a second time."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from pingce.evaluation.files import score_files
from pingce.tasks.catalog import TASKS
from tests.builders import write
from tests.reference.choice import counts_2024, counts_2025

Record = dict[str, Any]
TEXT, QUESTION = "甲、乙、丙坐成一排，甲在乙左边。", "()坐在左边。"
OPTIONS = {"A": "甲", "B": "乙", "C": "丙", "D": "以上选项都不是"}
ODD_LETTERS = ("A", "B", "C", "D", " A", "D ", "E", "a", "AB", "")
WORDS = ("正确", "错误", "相同", "不同", "正确 ", "对")
SEEDS = range(60)


def _letters(chance: random.Random) -> object:
    if chance.random() < 0.1:
        return chance.choice(["A", "AB", None, 3, {"A": 1}])
    return [chance.choice(ODD_LETTERS) for _ in range(chance.randrange(0, 4))]


def _some(chance: random.Random) -> list[str]:
    return sorted(chance.sample("ABCD", chance.randrange(1, 4)))


def _lines(records: list[Record]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def _handed_in(chance: random.Random, gold: list[Record], key: str, first: bool) -> list[Record]:
    """Answers in another order, some missing, repeated, or to nothing; ``first``: gold's first is answered."""
    answers = []
    for i, record in enumerate(gold):
        if chance.random() < 0.25 and not (first and i == 0):
            continue
        right = record["answer"] if chance.random() < 0.5 else None
        if isinstance(record["answer"], str):
            answers.append({key: record[key], "answer": right or chance.choice(WORDS)})
        else:
            answers.append({key: record[key], "answer": _letters(chance) if right is None else right})
    again = chance.sample(answers, min(2, len(answers)))
    answers += [{**record, "answer": chance.choice(again)["answer"]} for record in again if record[key][0] in "12345"]
    answers.append({key: f"{gold[0][key]}x", "answer": ["A"]})
    chance.shuffle(answers)
    return answers


@pytest.mark.parametrize("seed", SEEDS)
def test_all_numbers_of_2024_are_those_of_the_script(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    gold = []
    for number in range(30):
        letters = _some(chance)
        qid = f"{chance.randrange(1, 6)}-test-{'m' if len(letters) > 1 else 's'}-{number}"
        gold.append({"qid": qid, "text": TEXT, "question": QUESTION, "option": OPTIONS, "answer": letters})
    said = _handed_in(chance, gold, "qid", first=False)
    files = [write(tmp_path / name, _lines(records)) for name, records in (("gold.jsonl", gold), ("pred.jsonl", said))]
    result = score_files(TASKS["space2024/choice"], files[1], files[0]).result
    choice, ability, kind = (result.measures[name].counts for name in ("choice", "ability", "kind"))
    ours = {"all": [choice["correct"], choice["counted"]]}
    ours |= {name: [ability[f"correct_{name}"], ability[f"counted_{name}"]] for name in "12345"}
    ours |= {name: [kind[f"correct_{name}"], kind[f"counted_{name}"]] for name in "sm"}
    assert ours == counts_2024(gold, said)


@pytest.mark.parametrize("seed", SEEDS)
def test_all_numbers_of_2025_are_those_of_the_script(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    gold: list[Record] = []
    for number in range(60):
        name = chance.choice(["jsi", "rsr", "rse", "spr-zh", "spr-en"])
        record: Record = {"id": f"{name}-test-{number}", "instruction": "判断", "text": TEXT}
        if name.startswith("spr"):
            record |= {"question": QUESTION, "options": OPTIONS, "answer": _some(chance)}
        elif name == "rse":
            record |= {"text1": TEXT, "text2": TEXT, "answer": chance.choice(WORDS[2:4])}
            del record["text"]
        else:
            record |= {"answer": chance.choice(WORDS[:2])} | ({"interpretation": "解释"} if name == "rsr" else {})
        gold.append(record)
    said = _handed_in(chance, gold, "id", first=True)
    files = [write(tmp_path / name, _lines(records)) for name, records in (("gold.jsonl", gold), ("pred.jsonl", said))]
    ours = {}
    for name in ("jsi", "rse", "rsr", "spr-zh", "spr-en"):
        result = score_files(TASKS[f"space2025/{name}"], files[1], files[0]).result
        ours[name] = [result.measures[result.ranked_by[0]].counts["correct"], result.n]
    assert ours == counts_2025(gold, said)
