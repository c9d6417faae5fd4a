"""Writes examples/wsd: inventory, line files with CRLF, scored candidates, and most-frequent-sense answers.

Besides, what a campaign begins with: a second dictionary, and the sentences as plain texts of two sources.
"""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from pingce.formats.encode import Json, encode_record
from pingce.formats.senses import plain_lines
from pingce.formats.write import write_jsonl, write_lines, write_text
from pingce.spec.values import Item, Senses
from pingce.tasks.catalog import TASKS

from .senses import ADDITIONS, INVENTORY, SEVERAL

TASK = TASKS["wsd/senses"]
MISTAKE_EVERY = 4
"""System a ranks a wrong gloss first in every fourth line, unless all are right."""

Line = tuple[Item, Senses]


def write(folder: Path) -> None:
    inventory = {word: [sense.gloss for sense in senses] for word, senses in INVENTORY.items()}
    write_text(folder / "inventory.json", json.dumps(inventory, ensure_ascii=False, indent=2) + "\n")
    write_text(folder / "second-dictionary.json", json.dumps(ADDITIONS, ensure_ascii=False, indent=2) + "\n")
    train, val = lines("train"), lines("val")
    for source, part in (("web", train), ("edited", val)):
        write_lines(folder / f"{source}.txt", (item.texts["sentence"] for item, _ in part))
    write_lines(folder / "train.data.txt", plain_lines(train), newline="crlf")
    write_lines(folder / "val.data.txt", plain_lines(val), newline="crlf")
    write_jsonl(folder / "pred-a.jsonl", [_scored(number, line) for number, line in enumerate(val, start=1)])
    write_lines(folder / "pred-b.data.txt", plain_lines(_most_frequent(train, val)), newline="crlf")


def lines(split: str) -> list[Line]:
    """All sentences of a part, a word's together; an item's id is its line number."""
    found: list[tuple[str, str, tuple[str, ...]]] = []
    for word, senses in INVENTORY.items():
        for sense in senses:
            found += [(sentence, word, (sense.gloss,)) for sentence in (sense.train if split == "train" else sense.val)]
        found += [
            (sentence, word, tuple(senses[i].gloss for i in which))
            for part, sentence, target, which in SEVERAL
            if (part, target) == (split, word)
        ]
    return [
        (Item(str(number), {"sentence": sentence, "word": word}), Senses(glosses))
        for number, (sentence, word, glosses) in enumerate(found, start=1)
    ]


def _scored(number: int, line: Line) -> dict[str, Json]:
    item, gold = line
    glosses = [sense.gloss for sense in INVENTORY[item.texts["word"]]]
    scores = {gloss: round(0.05 + 0.03 * ((number + i) % 5), 2) for i, gloss in enumerate(glosses)}
    for i, gloss in enumerate(gold.chosen):
        scores[gloss] = round(0.93 - 0.2 * i - 0.01 * (number % 7), 2)
    others = [gloss for gloss in glosses if gloss not in gold.chosen]
    if number % MISTAKE_EVERY == 0 and others:
        scores[others[0]] = 0.95
        scores[gold.chosen[0]] = 0.41
    answer = Senses((), tuple(scores.items()))
    return encode_record(TASK, item, {"senses": answer}, with_texts=False, gold=False)


def _most_frequent(train: Sequence[Line], val: Sequence[Line]) -> list[Line]:
    """System b: the sense its word has most often in training, the earlier one where two are equal."""
    counts = {word: Counter[str]() for word in INVENTORY}
    for item, gold in train:
        counts[item.texts["word"]].update(gold.chosen)
    return [(item, Senses((counts[item.texts["word"]].most_common(1)[0][0],))) for item, _ in val]
