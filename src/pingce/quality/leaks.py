"""What one part of a data set gives away about another: shared texts, shared originals, labels that follow from it.

Texts that two parts share, originals that have sentences in both, and labels that one subtask tells about another: what
a split should have prevented, counted and listed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple, get_args

from pingce.formats.parts import Part
from pingce.language.lexicon.load import load_lexicon
from pingce.language.originals import Skeletons, group_items
from pingce.scoring.breakdown import label_of
from pingce.spec.values import Answer, Item

from .dataset.tallies import fragment_positions

OverlapLevel = Literal["identical", "letters", "skeleton", "original"]
OVERLAP_LEVELS: tuple[OverlapLevel, ...] = get_args(OverlapLevel)
"""Same text; same but for punctuation and spaces; same but for replaceable words; one original by any sign (other
editions of a source, stated provenance). Each contains the one before."""
OverlapKind = Literal["split", "subtask", "edition"]
TELLING = 0.95
"""A label that so many of the shared items have is given away, if it is not as common anyway."""
LEAST_SHARED = 5


class PartOverlap(NamedTuple):
    """What two parts share, level by level: values in both, and the items of either that have one."""

    first: str
    second: str
    kind: OverlapKind
    shared: Mapping[OverlapLevel, int]
    first_items: Mapping[OverlapLevel, int]
    second_items: Mapping[OverlapLevel, int]


class GivenAway(NamedTuple):
    """Labels of one part's items whose text stands in the other part too."""

    part: str
    seen_in: str
    field: str
    shared: int
    labels: Mapping[str, int]
    share: float
    """Of the most frequent label among the shared items."""
    base: float
    """Of that label in the whole part."""

    @property
    def label(self) -> str:
        return max(self.labels, key=lambda label: self.labels[label])

    @property
    def telling(self) -> bool:
        """Nearly all have one label, and one would not have guessed so."""
        return self.shared >= LEAST_SHARED and self.share >= TELLING and self.share - self.base > (1 - self.base) / 2


class SameAnswers(NamedTuple):
    """Shared texts in which two subtasks mark exactly the same characters."""

    first: str
    second: str
    shared: int
    same: int


class LeakMember(NamedTuple):
    """An item of a group that shares an original with items of other parts."""

    part: str
    id: str
    text: str
    label: str
    """Empty where the part has none."""


class SharedOriginal(NamedTuple):
    """Items of different parts that come from one original."""

    group: int
    level: OverlapLevel
    """The closest two of them from different parts are."""
    members: Sequence[LeakMember]


class DatasetLeaks(NamedTuple):
    """What the parts of a dataset share though they should not: what ``pingce quality leaks`` tells."""

    parts: Mapping[str, int]
    originals: Mapping[str, int]
    overlaps: Sequence[PartOverlap]
    given_away: Sequence[GivenAway]
    same_answers: Sequence[SameAnswers]
    findings: Sequence[SharedOriginal]

    def as_json(self) -> dict[str, object]:
        """Counts; what is shared item by item is a listing of its own."""
        return {
            "parts": {name: {"items": n, "originals": self.originals[name]} for name, n in self.parts.items()},
            "overlaps": [overlap._asdict() for overlap in self.overlaps],
            "given_away": [
                {**leak._asdict(), "label": leak.label, "telling": leak.telling} for leak in self.given_away
            ],
            "same_answers": [shared._asdict() for shared in self.same_answers],
            "originals_in_several_parts": len(self.findings),
        }


def find_leaks(parts: Sequence[Part]) -> DatasetLeaks:
    """Compare every two parts."""
    keys = _keys(parts)
    pairs = list(combinations(range(len(parts)), 2))
    both = [(i, j) for i, j in pairs] + [(j, i) for i, j in pairs]
    return DatasetLeaks(
        parts={part.name: len(part.items) for part in parts},
        originals={part.name: len(set(keys["original"][i])) for i, part in enumerate(parts)},
        overlaps=[_overlap(parts, keys, i, j) for i, j in pairs],
        given_away=[leak for i, j in sorted(both) for leak in _given_away(parts[i], parts[j])],
        same_answers=[shared for i, j in pairs if (shared := _same_answers(parts[i], parts[j])) is not None],
        findings=_findings(parts, keys),
    )


Keys = Mapping[OverlapLevel, Sequence[Sequence[str | int]]]
"""For every level and part, what its items are compared by."""


def _keys(parts: Sequence[Part]) -> Keys:
    skeletons = Skeletons(load_lexicon())
    items = [item for part in parts for item in part.items]
    templated = {item.id for part in parts for item in part.items if part.task.is_templated(item.id)}
    groups = iter(group_items(items, templated=templated.__contains__))
    return {
        "identical": [[item.text for item in part.items] for part in parts],
        "letters": [[skeletons.letters(item.text) for item in part.items] for part in parts],
        "skeleton": [[skeletons.of(item.text) for item in part.items] for part in parts],
        "original": [[next(groups) for _ in part.items] for part in parts],
    }


def _overlap(parts: Sequence[Part], keys: Keys, i: int, j: int) -> PartOverlap:
    shared = {level: set(keys[level][i]) & set(keys[level][j]) for level in OVERLAP_LEVELS}
    first, second = parts[i], parts[j]
    return PartOverlap(
        first=first.name,
        second=second.name,
        kind=_kind(first, second),
        shared={level: len(shared[level]) for level in OVERLAP_LEVELS},
        first_items={level: sum(key in shared[level] for key in keys[level][i]) for level in OVERLAP_LEVELS},
        second_items={level: sum(key in shared[level] for key in keys[level][j]) for level in OVERLAP_LEVELS},
    )


def _kind(first: Part, second: Part) -> OverlapKind:
    if first.task is second.task:
        return "split"
    return "subtask" if first.task.edition == second.task.edition else "edition"


def _given_away(part: Part, other: Part) -> Iterator[GivenAway]:
    """How the labels of ``part`` are spread over the texts that ``other`` shows too."""
    seen = {item.text for item in other.items}
    for field in part.task.public_answer:
        read = label_of(field.shape)
        if read is None:
            continue
        labels = [
            (item.text in seen, read(answer[field.name])) for item, answer in _answered(part) if field.name in answer
        ]
        shared = Counter(label for in_both, label in labels if in_both)
        if not shared:
            continue
        label, n = max(shared.items(), key=lambda entry: (entry[1], entry[0]))
        base = sum(given == label for _, given in labels) / len(labels)
        yield GivenAway(
            part.name, other.name, field.name, shared.total(), dict(sorted(shared.items())), n / shared.total(), base
        )


def _same_answers(first: Part, second: Part) -> SameAnswers | None:
    """Only for subtasks that mark characters."""
    marked = [
        {item.text: positions for item, answer in _answered(part) if (positions := _positions(answer))}
        for part in (first, second)
    ]
    shared = marked[0].keys() & marked[1].keys()
    if not shared:
        return None
    same = sum(marked[0][text] == marked[1][text] for text in shared)
    return SameAnswers(first.name, second.name, len(shared), same)


def _positions(answer: Answer) -> frozenset[int]:
    return frozenset(i for value in answer.values() for i in fragment_positions(value))


def _answered(part: Part) -> Iterator[tuple[Item, Answer]]:
    for item, answer in zip(part.items, part.answers, strict=True):
        if answer is not None:
            yield item, answer


def _findings(parts: Sequence[Part], keys: Keys) -> list[SharedOriginal]:
    """Every original with items in several parts, those that share most first."""
    members: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for i, groups in enumerate(keys["original"]):
        for index, group in enumerate(groups):
            members[int(group)].append((i, index))
    shared_originals = []
    for group, places in members.items():
        if len({i for i, _ in places}) < 2:
            continue
        level = next(level for level in OVERLAP_LEVELS if level == "original" or _across(keys[level], places))
        shared_originals.append(SharedOriginal(group, level, [_member(parts[i], index) for i, index in places]))
    return sorted(
        shared_originals, key=lambda shared: (OVERLAP_LEVELS.index(shared.level), -len(shared.members), shared.group)
    )


def _across(keys: Sequence[Sequence[str | int]], places: Iterable[tuple[int, int]]) -> bool:
    """Whether two items of different parts have the same key."""
    seen: dict[str | int, int] = {}
    return any(seen.setdefault(keys[i][index], i) != i for i, index in places)


def _member(part: Part, index: int) -> LeakMember:
    item, answer = part.items[index], part.answers[index]
    labels = []
    for field in part.task.public_answer:
        read = label_of(field.shape)
        if read is not None and answer is not None and field.name in answer:
            labels.append(read(answer[field.name]))
    return LeakMember(part.name, item.id, item.text, "/".join(labels))
