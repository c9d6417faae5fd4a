"""Examples to show with a question: the most similar ones, none from an original that is asked about."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import log, sqrt
from typing import Any

from pingce.language.originals import group_items
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.systems.interface import Example

WHITE = re.compile(r"\s\s+")
SAME_WORD = 2.0
"""An example about the same target word comes before any other."""


def without_originals_of(task: TaskSpec, items: Sequence[Item], examples: Sequence[Example]) -> list[Example]:
    """A replaced sentence next to its original would tell the answer; such examples are never shown."""
    everything = [*items, *(example.item for example in examples)]
    groups = group_items(everything, templated=task.is_templated)
    asked = set(groups[: len(items)])
    return [example for example, group in zip(examples, groups[len(items) :], strict=True) if group not in asked]


def most_similar(task: TaskSpec, items: Sequence[Item], examples: Sequence[Example], k: int) -> list[list[Example]]:
    """For every item its ``k`` examples, the most similar last, where a model attends to it best."""
    usable = without_originals_of(task, items, examples) if k and examples else []
    if not usable:
        return [[] for _ in items]
    index = TextIndex([_text(task, example.item) for example in usable])
    return [_best(task, item, usable, index.cosines(_text(task, item)), k) for item in items]


class TextIndex:
    """Texts by the strings of one to three characters in them, weighed by how rare these are (tf-idf)."""

    def __init__(self, texts: Sequence[str]) -> None:
        import numpy as np

        counted = [Counter(_strings(text)) for text in texts]
        holders: dict[str, list[int]] = {}
        for i, counts in enumerate(counted):
            for string in counts:
                holders.setdefault(string, []).append(i)
        self.size = len(texts)
        self.rarity = {string: log((1 + len(texts)) / (1 + len(held))) + 1 for string, held in holders.items()}
        vectors = [self._weights(counts) for counts in counted]
        self.holders = {
            string: (np.array(held), np.array([vectors[i][string] for i in held])) for string, held in holders.items()
        }

    def _weights(self, counts: Mapping[str, int]) -> dict[str, float]:
        """Of the strings that are known, as a vector of length one."""
        weights = {
            string: (1 + log(count)) * self.rarity[string] for string, count in counts.items() if string in self.rarity
        }
        length = sqrt(sum(weight**2 for weight in weights.values())) or 1.0
        return {string: weight / length for string, weight in weights.items()}

    def cosines(self, text: str) -> Any:  # noqa: ANN401 (an array; numpy is imported on use)
        """How similar a text is to each of them."""
        import numpy as np

        scores = np.zeros(self.size)
        for string, weight in self._weights(Counter(_strings(text))).items():
            places, weights = self.holders[string]
            scores[places] += weight * weights
        return scores


def _strings(text: str) -> Iterator[str]:
    """All strings of one to three characters, in small letters."""
    small = WHITE.sub(" ", text.lower())
    for size in (1, 2, 3):
        for i in range(len(small) - size + 1):
            yield small[i : i + size]


def _best(task: TaskSpec, item: Item, usable: Sequence[Example], row: Any, k: int) -> list[Example]:  # noqa: ANN401
    import numpy as np

    targets = [field.name for field in task.texts if not field.passage]
    for name in targets:
        row = row + SAME_WORD * np.array([example.item.texts.get(name) == item.texts.get(name) for example in usable])
    order = np.argsort(-row, kind="stable")[:k]
    return [usable[i] for i in order[::-1]]


def _text(task: TaskSpec, item: Item) -> str:
    return "\n".join(item.texts.get(field.name, "") for field in task.texts)
