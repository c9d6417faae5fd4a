"""A plain evaluation script for SpaCE2022 task 3, written from the description of the official one.

python step2022.py --answer GOLD --prediction PRED
"""

import argparse
import json
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

ENTITY_SLOTS = (0, 1)
MOST_TUPLES = 100


def read(path: str) -> dict[str, Any]:
    records = {}
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 (a plain script)
        for line in file:
            line = line.strip()
            if line:
                record = json.loads(line)
                if "qid" in record:
                    records[record["qid"]] = record
    return records


def jaccard(a: set[Any], b: set[Any]) -> float:
    return len(a & b) / len(a | b)


def entity_similarity(gold: dict[str, Any], pred: dict[str, Any], corefs: list[Any]) -> float:
    gold_set, pred_set = set(gold["idxes"]), set(pred["idxes"])
    best = jaccard(gold_set, pred_set)
    for coref in corefs:
        for member in coref:
            member_set = set(member["idxes"])
            if not member_set.issubset(gold_set):
                continue
            containing = next(c for c in corefs if any(set(m["idxes"]) == member_set for m in c))
            for other in containing:
                other_set = set(other["idxes"])
                if other_set != member_set:
                    best = max(best, jaccard((gold_set - member_set) | other_set, pred_set))
    return best


def element_similarity(slot: int, gold: Any, pred: Any, corefs: list[Any]) -> float:
    if gold is None or pred is None:
        return 0.0
    if isinstance(gold, str):
        return 1.0 if gold == pred else 0.0
    if isinstance(pred, str):
        # The official script ends here; a label is no fragment.
        return 0.0
    if slot in ENTITY_SLOTS:
        return entity_similarity(gold, pred, corefs)
    return jaccard(set(gold["text"]), set(pred["text"]))


def tuple_similarity(gold: list[Any], pred: list[Any], corefs: list[Any]) -> float:
    if len(gold) != len(pred):
        return 0.0
    total, count = 0.0, 0
    for slot in range(len(gold)):
        if gold[slot] is None and pred[slot] is None:
            continue
        count += 1
        score = element_similarity(slot, gold[slot], pred[slot], corefs)
        if slot in ENTITY_SLOTS and score == 0:
            return 0.0
        total += score
    return total / count if count else 0.0


def question_scores(gold: list[Any], pred: list[Any], corefs: list[Any]) -> tuple[float, float, float]:
    if not gold or not pred or len(pred) > MOST_TUPLES:
        return 0.0, 0.0, 0.0
    matrix = np.array([[tuple_similarity(g, p, corefs) for p in pred] for g in gold])
    rows, columns = linear_sum_assignment(matrix, maximize=True)
    matched = matrix[rows, columns].sum()
    precision, recall = matched / len(pred), matched / len(gold)
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return float(precision), float(recall), float(f1)


def averages(scores: list[tuple[float, float, float]]) -> dict[str, float]:
    count = len(scores)
    precision = sum(s[0] for s in scores) / count
    recall = sum(s[1] for s in scores) / count
    return {
        "micro_f1": 2 * precision * recall / (precision + recall) if precision + recall else 0.0,
        "macro_f1": sum(s[2] for s in scores) / count,
        "avg_precision": precision,
        "avg_recall": recall,
    }


def evaluate(answer: str, prediction: str) -> dict[str, float]:
    golds, preds = read(answer), read(prediction)
    scores = []
    for qid, gold in golds.items():
        outputs = preds[qid]["outputs"] if qid in preds else []
        scores.append(question_scores(gold["outputs"], outputs, gold["corefs"]))
    return averages(scores)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--answer", required=True)
    parser.add_argument("--prediction", required=True)
    arguments = parser.parse_args()
    print(json.dumps(evaluate(arguments.answer, arguments.prediction)))  # noqa: T201 (its only output)


if __name__ == "__main__":
    main()
