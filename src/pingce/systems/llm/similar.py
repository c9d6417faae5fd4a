"""Examples to show with a question: the most similar ones, none from an original that is asked about."""

from collections.abc import Sequence
from typing import Any

from pingce.language.originals import group_items
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.systems.interface import Example

QUESTIONS_AT_ONCE = 256
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
    import numpy as np
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectorizer = TfidfVectorizer(analyzer="char", ngram_range=(1, 3), sublinear_tf=True, dtype=np.float32)
    matrix = vectorizer.fit_transform([_text(task, example.item) for example in usable])
    similar: list[list[Example]] = []
    for start in range(0, len(items), QUESTIONS_AT_ONCE):
        batch = items[start : start + QUESTIONS_AT_ONCE]
        scores = (vectorizer.transform([_text(task, item) for item in batch]) @ matrix.T).toarray()
        for item, row in zip(batch, scores, strict=True):
            similar.append(_best(task, item, usable, row, k))
    return similar


def _best(task: TaskSpec, item: Item, usable: Sequence[Example], row: Any, k: int) -> list[Example]:  # noqa: ANN401
    import numpy as np

    targets = [field.name for field in task.texts if not field.passage]
    for name in targets:
        row = row + SAME_WORD * np.array([example.item.texts.get(name) == item.texts.get(name) for example in usable])
    order = np.argsort(-row, kind="stable")[:k]
    return [usable[i] for i in order[::-1]]


def _text(task: TaskSpec, item: Item) -> str:
    return "\n".join(item.texts.get(field.name, "") for field in task.texts)
