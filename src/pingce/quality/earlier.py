"""What earlier files give away about a test: shared texts, clues in their answers, and how far clues alone lead.

Editions reuse texts. Where a text of the test stands in an earlier file, that file's label, or the group its item
belongs to (an item of «recognising anomalies» has an unsound text), is a clue. A system that sees nothing but clues
answers with the label that most other items of the test with the same clue have; its score is what the leak is worth.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import NamedTuple, cast

from pingce.formats.parts import Part
from pingce.language.lexicon.load import load_lexicon
from pingce.language.originals import Skeletons
from pingce.scoring.breakdown import label_of
from pingce.spec.shapes import Options
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item, Letters

Label = str
CLEAR_LEAD = 2
"""Items by which a label must lead among those with the same clues to be what the clues tell."""


class EarlierItem(NamedTuple):
    """An item of an earlier file whose text the test has, too, and the clue it is."""

    part: str
    id: str
    clue: str


class SharedItem(NamedTuple):
    """An item of the test with the earlier items that share a text with it."""

    id: str
    text: str
    label: Label | None
    seen: tuple[EarlierItem, ...]


class ClueCounts(NamedTuple):
    """The labels that items of the test with one clue have."""

    seen_in: str
    clue: str
    items: int
    labels: Mapping[Label, int]


@dataclass(frozen=True)
class ClueScore:
    """Right answers of a system that uses clues only, beside one that always says the most frequent label."""

    items: int
    right: int
    most_frequent_right: int
    shared: int
    shared_right: int
    shared_most_frequent_right: int

    @property
    def accuracy(self) -> float:
        return self.right / self.items

    @property
    def most_frequent(self) -> float:
        return self.most_frequent_right / self.items


@dataclass(frozen=True)
class EarlierLeaks:
    """What all earlier files give away about one part."""

    part: str
    items: int
    shared_by: Mapping[str, int]
    """Items of the part whose text stands in each earlier file."""
    shared: Sequence[SharedItem]
    clues: Sequence[ClueCounts]
    score: ClueScore | None
    """None where the part has no answers, or answers without a label."""

    def as_json(self) -> dict[str, object]:
        """Counts; the items are a listing of their own."""
        score = self.score
        return {
            "part": self.part,
            "items": self.items,
            "shared": len(self.shared),
            "shared_by": dict(self.shared_by),
            "clues": [clue._asdict() for clue in self.clues],
            "score": None
            if score is None
            else {**asdict(score), "accuracy": score.accuracy, "most_frequent": score.most_frequent},
        }


def find_earlier_leaks(parts: Sequence[Part], earlier: Sequence[Part]) -> list[EarlierLeaks]:
    """What ``earlier`` files tell about each of ``parts``."""
    index = _texts_of(earlier)
    return [_leaks(part, index, earlier) for part in parts]


Seen = Mapping[str, Sequence[tuple[Part, int]]]
"""Where each text, without punctuation, stands in the earlier files."""


def _texts_of(earlier: Sequence[Part]) -> Seen:
    index: dict[str, list[tuple[Part, int]]] = defaultdict(list)
    for part in earlier:
        for at, item in enumerate(part.items):
            for letters in set(_passages(part.task, item)):
                index[letters].append((part, at))
    return index


@cache
def _skeletons() -> Skeletons:
    return Skeletons(load_lexicon())


def _passages(task: TaskSpec, item: Item) -> Iterator[str]:
    """The texts of an item that somebody wrote, without punctuation; questions are no such texts."""
    for field in task.texts:
        if field.passage and item.texts.get(field.name):
            yield _skeletons().letters(item.texts[field.name])


def _leaks(part: Part, index: Seen, earlier: Sequence[Part]) -> EarlierLeaks:
    labels = [_label(part, at) for at in range(len(part.items))]
    shared: dict[int, SharedItem] = {}
    for at, item in enumerate(part.items):
        places = {
            (other.name, where): other
            for letters in _passages(part.task, item)
            for other, where in index.get(letters, ())
        }
        seen = tuple(
            EarlierItem(name, other.items[where].id, _clue(other, where, item))
            for (name, where), other in places.items()
        )
        if seen:
            shared[at] = SharedItem(item.id, item.text, labels[at], seen)
    return EarlierLeaks(
        part.name,
        len(part.items),
        {
            other.name: sum(
                any(seen.part == other.name for seen in shared_item.seen) for shared_item in shared.values()
            )
            for other in earlier
        },
        list(shared.values()),
        list(_clue_counts(shared.values())),
        _score(labels, shared),
    )


def _clue(part: Part, at: int, asked: Item) -> str:
    """What an earlier item tells about its text: its groups, its label, or the options that are right in both."""
    item, answer = part.items[at], part.answers[at]
    told = [f"{name} {group}" for name, groups in part.task.groups.items() if (group := groups.of(item)) is not None]
    label = _label(part, at)
    if label is not None and part.task.options is None:
        told.append(label)
    same = _same_options(part.task, item, answer, asked)
    if same is not None:
        told.append(f"= {same}")
    return ", ".join(told)


def _same_options(task: TaskSpec, item: Item, answer: Answer | None, asked: Item) -> str | None:
    """The letters of the asked item whose options were right when the same question was asked before."""
    if task.options is None or answer is None or not asked.options:
        return None
    same_question = item.texts.get("question") == asked.texts.get("question")
    if not same_question or set(item.options.values()) != set(asked.options.values()):
        return None
    field = next(field for field in task.answer if isinstance(field.shape, Options))
    right = {item.options.get(letter) for letter in cast("Letters", answer.get(field.name, frozenset()))}
    return "".join(letter for letter, text in asked.options.items() if text in right)


def _label(part: Part, at: int) -> Label | None:
    """The closed label of an item's answer, or its letters."""
    answer = part.answers[at]
    if answer is None:
        return None
    for field in part.task.public_answer:
        if field.name not in answer:
            continue
        if isinstance(field.shape, Options):
            return "".join(sorted(cast("Letters", answer[field.name])))
        read = label_of(field.shape)
        if read is not None:
            return read(answer[field.name])
    return None


def _clue_counts(shared: Iterable[SharedItem]) -> Iterator[ClueCounts]:
    counts: dict[tuple[str, str], Counter[Label]] = defaultdict(Counter)
    sizes: Counter[tuple[str, str]] = Counter()
    for shared_item in shared:
        for key in dict.fromkeys((seen.part, seen.clue) for seen in shared_item.seen):
            sizes[key] += 1
            if shared_item.label is not None:
                counts[key][shared_item.label] += 1
    for key, size in sorted(sizes.items(), key=lambda entry: (-entry[1], entry[0])):
        yield ClueCounts(*key, size, dict(counts[key].most_common()))


def _score(labels: Sequence[Label | None], shared: Mapping[int, SharedItem]) -> ClueScore | None:
    """Every item is answered from the others with its clues, else by the most frequent label of the whole part."""
    labelled = [at for at, label in enumerate(labels) if label is not None]
    if not labelled:
        return None
    overall = Counter(cast("Label", labels[at]) for at in labelled)
    by_clue: dict[Hashable, Counter[Label]] = defaultdict(Counter)
    clues = {at: _clue_key(shared[at]) if at in shared else None for at in labelled}
    for at in labelled:
        by_clue[clues[at]][cast("Label", labels[at])] += 1
    usual = min(overall, key=lambda label: (-overall[label], label))
    right = usual_right = shared_right = shared_usual = 0
    for at in labelled:
        label = cast("Label", labels[at])
        told = None if clues[at] is None else _most_frequent(by_clue[clues[at]], label)
        guess = _copied(shared.get(at)) or told or usual
        right += guess == label
        usual_right += usual == label
        if at in shared:
            shared_right += guess == label
            shared_usual += usual == label
    return ClueScore(
        len(labelled), right, usual_right, sum(at in shared for at in labelled), shared_right, shared_usual
    )


def _clue_key(shared_item: SharedItem) -> Hashable:
    """All clues of an item together, however often each of them is given."""
    return frozenset((seen.part, seen.clue) for seen in shared_item.seen)


def _copied(shared_item: SharedItem | None) -> Label | None:
    """The letters that were right when exactly this was asked before."""
    copied = {
        seen.clue.rpartition("= ")[2]
        for seen in (shared_item.seen if shared_item is not None else ())
        if "= " in seen.clue
    }
    return copied.pop() if len(copied) == 1 else None


def _most_frequent(counts: Counter[Label], own: Label) -> Label | None:
    """The label that clearly most of the others have: an item must not vote for its own answer.

    Where labels are about even, leaving out the item's own would make the others lead.
    """
    others = counts.copy()
    others[own] -= 1
    (first, most), *rest = [*others.most_common(2), ("", 0)][:2]
    return first if most - rest[0][1] >= CLEAR_LEAD else None
