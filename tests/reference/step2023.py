"""A plain evaluation script for SpaCE2023 task 2, written from the description of the official one.

python -m tests.reference.step2023 --answer GOLD --prediction PRED
"""

import argparse
import json
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from tests.reference.step2022 import MOST_TUPLES, averages, entity_similarity, jaccard, read

ENTITY_ROLES = ("空间实体", "参照实体")
STRICT_ROLE = "时间"


def fragment_similarity(role: str, gold: dict[str, Any], pred: dict[str, Any], corefs: list[Any]) -> float:
    if role in ENTITY_ROLES:
        return entity_similarity(gold, pred, corefs)
    return jaccard(set(gold["text"]), set(pred["text"]))


def object_similarity(gold: dict[str, Any], pred: dict[str, Any], corefs: list[Any]) -> float:
    parts = []
    if "label" in gold:
        parts.append(1.0 if gold["label"] == pred.get("label") else 0.0)
    elif "label" in pred and gold["role"] == STRICT_ROLE:
        parts.append(0.0)
    if "fragment" in gold:
        there = "fragment" in pred
        parts.append(fragment_similarity(gold["role"], gold["fragment"], pred["fragment"], corefs) if there else 0.0)
    elif "fragment" in pred and gold["role"] == STRICT_ROLE:
        parts.append(0.0)
    return sum(parts) / len(parts) if parts else 0.0


def tuple_similarity(gold: list[Any], pred: list[Any], corefs: list[Any]) -> float:
    roles = {o["role"] for o in gold} | {o["role"] for o in pred}
    total = 0.0
    for wanted in gold:
        same_role = [o for o in pred if o["role"] == wanted["role"]]
        if not same_role:
            continue
        score = max(object_similarity(wanted, one, corefs) for one in same_role)
        both_placed = "fragment" in wanted and any("fragment" in one for one in same_role)
        if wanted["role"] in ENTITY_ROLES and both_placed and score == 0:
            return 0.0
        total += score
    return total / len(roles) if roles else 0.0


def question_scores(gold: list[Any], pred: list[Any], corefs: list[Any]) -> tuple[float, float, float]:
    if not gold or not pred or len(pred) > MOST_TUPLES:
        return 0.0, 0.0, 0.0
    matrix = np.array([[tuple_similarity(g, p, corefs) for p in pred] for g in gold])
    rows, columns = linear_sum_assignment(matrix, maximize=True)
    matched = matrix[rows, columns].sum()
    precision, recall = matched / len(pred), matched / len(gold)
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return float(precision), float(recall), float(f1)


def evaluate(answer: str, prediction: str) -> dict[str, float]:
    golds, preds = read(answer), read(prediction)
    scores = []
    for qid, gold in golds.items():
        results = preds[qid]["results"] if qid in preds else []
        scores.append(question_scores(gold["results"], results, gold["corefs"]))
    return averages(scores)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--answer", required=True)
    parser.add_argument("--prediction", required=True)
    arguments = parser.parse_args()
    print(json.dumps(evaluate(arguments.answer, arguments.prediction)))  # noqa: T201 (its only output)


if __name__ == "__main__":
    main()
