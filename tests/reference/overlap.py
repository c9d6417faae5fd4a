"""A plain evaluation script for SpaCE2022 task 2 and SpaCE2023 task 1, written from their descriptions.

python -m tests.reference.overlap --edition 2022 --level strict --answer GOLD --prediction PRED
"""

import argparse
import json
from typing import Any

from tests.reference.step2022 import averages, read


def prf(common: int, predicted: int, gold: int) -> tuple[float, float, float]:
    if common == 0 or predicted == 0 or gold == 0:
        return 0.0, 0.0, 0.0
    precision, recall = common / predicted, common / gold
    return precision, recall, 2 * precision * recall / (precision + recall)


def strict(gold: list[Any], pred: list[Any], *, count_missed: bool) -> tuple[float, float, float]:
    by_role = {f["role"]: f["idxes"] for f in gold}
    common = predicted = wanted = 0
    for one in pred:
        if one["role"] in by_role:
            said, true = set(one["idxes"]), set(by_role[one["role"]])
            common += len(said & true)
            predicted += len(said)
            wanted += len(true)
        else:
            predicted += len(one["idxes"])
    if count_missed:
        named = [one["role"] for one in pred]
        wanted += sum(len(idxes) for role, idxes in by_role.items() if role not in named)
    return prf(common, predicted, wanted)


def loose(gold: list[Any], pred: list[Any]) -> tuple[float, float, float]:
    said = {i for one in pred for i in one["idxes"]}
    true = {i for one in gold for i in one["idxes"]}
    return prf(len(said & true), len(said), len(true))


def question2022(gold: list[Any], pred: list[Any], level: str) -> tuple[float, float, float, float]:
    """Best overlap, and whether the type is right."""
    kept: dict[str, Any] = {}
    for reason in pred:
        kept.setdefault(reason["type"], reason)
    best, type_right = (0.0, 0.0, 0.0), False
    for reason in kept.values():
        for other in gold:
            if level == "loose":
                found = loose(other["fragments"], reason["fragments"])
            elif reason["type"] == other["type"]:
                found = strict(other["fragments"], reason["fragments"], count_missed=False)
            else:
                continue
            if found[2] > best[2]:
                best, type_right = found, reason["type"] == other["type"]
    if level == "strict":
        type_right = {reason["type"] for reason in pred} == {reason["type"] for reason in gold}
    return (*best, float(type_right))


def question2023(gold: list[Any], pred: list[Any], level: str) -> tuple[float, float, float]:
    best = (0.0, 0.0, 0.0)
    for answer in pred:
        for other in gold:
            found = loose(other, answer) if level == "loose" else strict(other, answer, count_missed=True)
            if found[2] > best[2]:
                best = found
    return best


def evaluate(edition: str, level: str, answer: str, prediction: str) -> dict[str, float]:
    golds, preds = read(answer), read(prediction)
    if edition == "2023":
        pairs = [(gold["results"], preds[q]["results"] if q in preds else []) for q, gold in golds.items()]
        return averages([question2023(gold, pred, level) for gold, pred in pairs])
    rows = [
        question2022(gold["reasons"], preds[q]["reasons"], level) if q in preds else (0.0, 0.0, 0.0, 0.0)
        for q, gold in golds.items()
    ]
    return {"type_accuracy": sum(row[3] for row in rows) / len(rows), **averages([row[:3] for row in rows])}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--edition", choices=["2022", "2023"], required=True)
    parser.add_argument("--level", choices=["strict", "loose"], required=True)
    parser.add_argument("--answer", required=True)
    parser.add_argument("--prediction", required=True)
    a = parser.parse_args()
    print(json.dumps(evaluate(a.edition, a.level, a.answer, a.prediction)))  # noqa: T201 (its only output)


if __name__ == "__main__":
    main()
