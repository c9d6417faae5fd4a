"""Applies the live rules to the official training data: how often each fires, and what a check costs.

    python benchmarks/rules.py --data DIR

DIR holds ``space2022/`` and ``space2023/`` with the files as published. Most rules were conditions of the release,
so they should find nothing, or as little as the organisers' description says.
"""

import argparse
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pingce.annotate.forms import Form, form_of
from pingce.annotate.items import AnnotationItem
from pingce.annotate.rules import RULES, check

FILES = {
    "space2022/task2_train.jsonl": "space-attribution",
    "space2022/task3_train.jsonl": "space-step",
    "space2023/task1_train.jsonl": "space-anomaly",
    "space2023/task2_train.jsonl": "space2023/task2",
    "space2023/task3_examples.jsonl": "space-scene",
}
NEVER = (
    "first-word",
    "aspect-at-end",
    "de-at-end",
    "event-ends-in-direction",
    "edge-punctuation",
    "lone-preposition",
    "slot-conflict",
    "slot-missing",
    "slot-label",
)
"""What the release filter left nothing of."""
CONTENT = ("outputs", "results", "reasons")
ALL_TUPLES = 9_175
KNOWN = {
    "negation-inside": 127,
    "across-clauses": 204,
    "character-in-two-slots": 4,
    "entity-ends-in-de": 7,
    "clause-mark-inside": 36,
}
"""What the release is said to hold, over all its tuples; the training part has its share."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--show", metavar="RULE", help="print what this rule finds")
    arguments = parser.parse_args()
    for name, form_id in FILES.items():
        path = arguments.data / name
        if path.exists():
            report(path, form_of(form_id), arguments.show)
        else:
            print(f"{name}: not there", file=sys.stderr)


def report(path: Path, form: Form, show: str | None) -> None:
    counts: Counter[str] = Counter()
    items = units = 0
    first: list[float] = []
    again: list[float] = []
    for item, raw in answers(path, form):
        begun = time.process_time()
        check(form, item, raw)
        first.append(time.process_time() - begun)
        begun = time.process_time()
        hits = check(form, item, raw)
        again.append(time.process_time() - begun)
        counts.update(hit.rule for hit in hits)
        items += 1
        units += sum(len(value) for key, value in raw.items() if key in CONTENT and isinstance(value, list))
        for hit in hits:
            if hit.rule == show:
                print(f"{item.id}\t{hit.path}\t{hit.found}\t{next(iter(item.texts.values()))}")
    is_step = "tuples" in form.by_name
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    print(f"\n## {path.name} sha256:{digest} · form {form.id} · {items} items, {units} records")
    print(f"check() in CPU time, of a text never seen: {spread(first)}; again, as when somebody types: {spread(again)}")
    print(f"{'rule':<36}{'level':<8}{'hits':>7}  expected")
    for rule in RULES.values():
        if form.id in rule.forms:
            line(rule.name, rule.level, counts, units if is_step else None)
    for code in sorted((counts.keys() | (set(NEVER) if is_step else set())) - RULES.keys()):
        line(code, "structure", counts, units if is_step else None)


def spread(times: list[float]) -> str:
    times.sort()
    return f"median {times[len(times) // 2] * 1e3:.2f} ms, p99 {times[len(times) * 99 // 100] * 1e3:.2f} ms"


def line(name: str, level: str, counts: Counter[str], tuples: int | None) -> None:
    expected = ""
    if tuples is not None and name in NEVER:
        expected = "0"
    if tuples is not None and name in KNOWN:
        share = KNOWN[name] * tuples / ALL_TUPLES
        expected = f"about {share:.0f} ({KNOWN[name]} of {ALL_TUPLES} tuples)"
    print(f"{name:<36}{level:<8}{counts[name]:>7}  {expected}")


def answers(path: Path, form: Form) -> Iterator[tuple[AnnotationItem, dict[str, object]]]:
    keys = {text.key: text.name for text in form.task.texts}
    for row in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(row)
        raw = {key: record[key] for key in form.by_key if key in record}
        if "outcome" in form.by_name:
            raw["outcome"] = "anomaly"
        yield AnnotationItem(record["qid"], {name: record[key] for key, name in keys.items()}), raw


if __name__ == "__main__":
    main()
