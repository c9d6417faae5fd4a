"""What parts share and what that gives away."""

import pytest

from pingce.quality.leaks import DatasetLeaks, find_leaks
from pingce.spec.values import Answer
from tests.builders import make_reason
from tests.quality.data_sets import SCENES, make_part, scene

TEXTS = [scene(i) for i in SCENES]
REASONS: Answer = {"reasons": (make_reason("C", TEXTS[0], S="水桶", P="井台旁"),)}


def judged_and_explained() -> DatasetLeaks:
    """Of 24 judged texts six are explained in another subtask: all of them are judged 0, of the others half."""
    judged = [(text, {"judge": "0" if i < 6 or i % 2 else "1"}) for i, text in enumerate(TEXTS)]
    explained = [(text, REASONS) for text in TEXTS[:6]]
    return find_leaks([make_part("space2022/task1", judged), make_part("space2022/task2", explained)])


def test_labels_that_another_part_gives_away_are_found() -> None:
    telling = [one for one in judged_and_explained().given_away if one.telling]
    assert [(one.part, one.seen_in, one.field, one.label, one.shared) for one in telling] == [
        ("space2022/task1 train", "space2022/task2 train", "judge", "0", 6)
    ]
    assert (telling[0].share, telling[0].base) == (1, 15 / 24)


def test_labels_that_are_everywhere_the_same_are_not_given_away() -> None:
    judged = [(text, {"judge": "0"}) for text in TEXTS]
    leaks = find_leaks(
        [make_part("space2022/task1", judged), make_part("space2022/task2", [(t, REASONS) for t in TEXTS])]
    )
    assert [one.telling for one in leaks.given_away if one.field == "judge"] == [False]


@pytest.mark.parametrize(
    ("other", "shared"),
    [
        (TEXTS[0], (1, 1, 1, 1)),
        (TEXTS[0].replace("，", ""), (0, 1, 1, 1)),
        (TEXTS[0].replace("台旁", "台下"), (0, 0, 1, 1)),
        (TEXTS[0].replace("水桶", "木盆"), (0, 0, 0, 1)),
        (TEXTS[1], (0, 0, 0, 0)),
    ],
    ids=["identical", "punctuation", "replaced word", "other edition", "nothing"],
)
def test_levels_of_overlap(other: str, shared: tuple[int, ...]) -> None:
    parts = [
        make_part("space2022/task1", [(text, None)], split=split) for text, split in ((TEXTS[0], "a"), (other, "b"))
    ]
    leaks = find_leaks(parts)
    assert tuple(leaks.overlaps[0].shared.values()) == shared
    level = next((name for name, n in leaks.overlaps[0].shared.items() if n), None)
    assert [finding.level for finding in leaks.findings] == ([level] if level else [])


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("space2022/task1", "space2022/task1", "split"),
        ("space2022/task1", "space2022/task2", "subtask"),
        ("space2022/task1", "space2021/task1", "edition"),
    ],
)
def test_overlaps_say_how_the_parts_are_related(first: str, second: str, kind: str) -> None:
    parts = [make_part(task, [(TEXTS[0], None)], split=split) for task, split in ((first, "a"), (second, "b"))]
    assert [one.kind for one in find_leaks(parts).overlaps] == [kind]


def test_same_annotation_in_two_subtasks_is_counted() -> None:
    other: Answer = {"reasons": (make_reason("", TEXTS[1], S1="竹筐", P1="灶台"),)}
    first = make_part("space2022/task2", [(TEXTS[0], REASONS), (TEXTS[1], REASONS)])
    second = make_part("space2023/task1", [(TEXTS[0], REASONS), (TEXTS[1], other)])
    found = find_leaks([first, second]).same_answers
    assert [(one.shared, one.same) for one in found] == [(2, 1)]


def test_the_list_names_every_item_with_its_label() -> None:
    found = judged_and_explained().findings
    assert len(found) == 6
    assert [(m.part, m.id, m.label) for m in found[0].members] == [
        ("space2022/task1 train", "train-0", "0"),
        ("space2022/task2 train", "train-0", "C"),
    ]
