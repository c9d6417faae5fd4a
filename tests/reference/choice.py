"""SpaCE2024's and SpaCE2025's rules written down a second time, plainly: what is printed for answers as JSON records.

The scripts stop at values they cannot take; so does this, with an error. Numbers come as counts.
"""

from collections.abc import Iterable, Mapping
from typing import Any

Record = Mapping[str, Any]
Counts = dict[str, list[int]]
LETTERS = frozenset("ABCD")
JUDGEMENTS = ("jsi", "rse", "rsr")


def _gold_letters(record: Record) -> set[str]:
    return {letter.strip() for letter in record["answer"]} & LETTERS


def counts_2024(gold: Iterable[Record], predicted: Iterable[Record]) -> Counts:
    """Right answers and items: all, by ability, by kind."""
    said = {record["qid"]: record for record in predicted if "qid" in record}
    counts: Counts = {name: [0, 0] for name in ("all", *"12345", "s", "m")}
    for qid, record in {record["qid"]: record for record in gold}.items():
        ability, _, kind, _ = qid.split("-")
        answer = said[qid]["answer"] if qid in said else None
        right = isinstance(answer, list) and {letter.strip() for letter in answer} == _gold_letters(record)
        for name in ("all", ability, kind):
            counts[name][0] += right
            counts[name][1] += 1
    return counts


def counts_2025(gold: Iterable[Record], predicted: Iterable[Record]) -> Counts:
    """Right answers and items of every subtask of a joint file; an unanswered item keeps what was said before."""
    said = {record["id"]: record for record in predicted if "id" in record}
    counts: Counts = {name: [0, 0] for name in (*JUDGEMENTS, "spr-zh", "spr-en")}
    kept: list[object] = []
    for qid, record in {record["id"]: record for record in gold}.items():
        first, second, *_ = qid.split("-")
        judging = first in JUDGEMENTS
        name = first if judging else f"{first}-{second}"
        counts[name][1] += 1
        wanted: object = record["answer"].strip() if judging else _gold_letters(record)
        if qid in said:
            answer = said[qid]["answer"]
            passed_over = not judging and not isinstance(answer, list)
            letters: set[str] = set() if judging or passed_over else {letter.strip() for letter in answer}
            kept = [answer.strip() if judging else letters]
            if passed_over:
                continue
        if not kept:
            raise UnboundLocalError("the script has no prediction to keep")
        counts[name][0] += wanted == kept[0]
    return counts
