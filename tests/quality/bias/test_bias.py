"""Labels that hang on words are seen, in tables and by classifiers; labels that do not, are not."""

import random

import pytest

from pingce.formats.parts import Part
from pingce.formats.replacement import Change
from pingce.quality.bias.items import LabelledItem
from pingce.quality.bias.measure import Bias, TaskBias, measure_bias
from pingce.quality.bias.probes import probes
from pingce.quality.bias.tables import BiasTable
from pingce.report.bias import describe_page
from pingce.report.charts import BarTable
from tests.builders import make_item
from tests.quality.data_sets import example, judged, make_part, scene


def table(task: TaskBias, key: str) -> BiasTable:
    return next(one for one in task.tables if one.key == key)


def shares(task: TaskBias, key: str) -> dict[str, tuple[int, float]]:
    return {row.name: (row.n, round(row.share, 3)) for row in table(task, key).rows}


@pytest.fixture(scope="module")
def biased() -> Bias:
    return measure_bias([judged()])


def test_labels_are_counted_by_what_was_replaced(biased: Bias) -> None:
    task = biased.tasks[0]
    assert biased.how == {"unique": 144}
    assert (task.items, task.replaced, biased.originals) == (144, 144, 24)
    assert shares(task, "pair") == {
        "上→下": (24, 0),
        "前→后": (24, 0),
        "旁→下": (24, 0),
        "旁→边": (24, 1),
        "里→中": (24, 1),
        "里→外": (24, 0),
    }
    assert shares(task, "new") == {"下": (48, 0), "中": (24, 1), "后": (24, 0), "外": (24, 0), "边": (24, 1)}
    assert shares(task, "relation") == {"antonym": (72, 0), "synonym": (48, 1), "other": (24, 0)}
    assert shares(task, "slice") == {
        "one character": (144, 0.333),
        "antonyms": (72, 0),
        "near-synonyms": (48, 1),
        "centre→periphery": (24, 0),
    }
    assert shares(task, "mode") == {"single": (144, 0.333)}
    assert table(task, "pair").strength == pytest.approx(1)
    assert table(task, "split").strength is None
    assert table(task, "slice").strength is None  # its rows share items


def test_intervals_are_wilson_intervals(biased: Bias) -> None:
    row = table(biased.tasks[0], "mode").rows[0]
    assert (row.low, row.high) == pytest.approx((0.2616, 0.4137), abs=5e-4)


def test_a_probe_that_sees_only_the_pair_finds_the_label(biased: Bias) -> None:
    probes = {one.key: one for one in biased.tasks[0].probes}
    assert list(probes) == ["count", "new", "pair", "clause"]
    assert (probes["pair"].accuracy, probes["pair"].interval, probes["pair"].balanced) == (1, (1, 1), 1)
    assert probes["pair"].majority == pytest.approx(2 / 3)
    assert probes["pair"].gain == pytest.approx((1 / 3, 1 / 3))
    assert probes["count"].accuracy == pytest.approx(2 / 3)
    assert probes["count"].gain == (0, 0)


def test_labels_by_chance_leave_a_probe_nothing_to_find() -> None:
    chance = random.Random(5)
    part = judged()
    part.answers = [{"judge": chance.choice("01")} for _ in part.answers]
    pair = next(one for one in measure_bias([part]).tasks[0].probes if one.key == "pair")
    assert pair.gain[0] < 0 < pair.gain[1]


def test_the_same_data_give_the_same_numbers() -> None:
    assert measure_bias([judged()]).as_json() == measure_bias([judged()]).as_json()


def test_stated_replacements_win_over_recovered_ones() -> None:
    part = judged(scenes=[0])
    stated = {part.items[0].text: (Change(0, 0, "前", "后", "f", "g", "antonym"),)}
    found = measure_bias([part], stated=stated, with_probes=False)
    assert found.how == {"unique": 5, "stated": 1}
    assert shares(found.tasks[0], "relation") == {"antonym": (4, 0.25), "other": (1, 0), "synonym": (1, 1)}


def test_balance_per_split_has_its_strength() -> None:
    train, dev = judged(scenes=range(4)), judged(split="dev", scenes=range(4, 8))
    dev.answers = [{"judge": "1"} for _ in dev.answers]
    split = table(measure_bias([train, dev], with_probes=False).tasks[0], "split")
    assert [(row.name, row.n, round(row.share, 3)) for row in split.rows] == [("train", 24, 0.333), ("dev", 24, 1)]
    assert split.strength == pytest.approx(0.7071, abs=1e-4)


def test_types_of_reasons_are_looked_at_one_by_one() -> None:
    found = measure_bias([example("space2022/task2", "space2022/task2_train.jsonl")], with_probes=False).tasks[0]
    split = table(found, "split").rows[0]
    assert (table(found, "split").labels, table(found, "split").drawn) == (("A", "B", "C"), "C")
    assert sum(split.counts) > split.n
    assert split.share == split.counts[2] / split.n
    assert [one.table.key for one in found.shares] == ["types"]


def test_element_shares_are_compared_between_splits() -> None:
    parts = [example("space2022/task3", f"space2022/task3_{split}.jsonl") for split in ("train", "dev")]
    found = measure_bias(parts).tasks[0]
    assert [one.table.key for one in found.shares] == ["slots"]
    assert found.shares[0].strength is not None
    assert 0 < found.shares[0].strength < 1
    assert (found.tables, found.probes, found.skipped) == ([], [], [])


def too_few() -> Part:
    return judged(scenes=[0])


def one_label() -> Part:
    part = judged()
    part.answers = [{"judge": "1"} for _ in part.answers]
    return part


def few_originals() -> Part:
    """Every word of a group in four places of four originals."""
    texts = [
        scene(i).replace(old, f"{new}{old[1]}")
        for i in range(4)
        for old in ("旁，", "前，", "里，", "上。")
        for new in "下外后"
        if new != old[0]
    ]
    return make_part("space2022/task1", [(text, {"judge": "01"[i % 2]}) for i, text in enumerate(texts)])


def unrelated() -> Part:
    return make_part("space2022/task1", [(scene(i), {"judge": "01"[i % 2]}) for i in range(24)])


@pytest.mark.parametrize(
    ("part", "why"),
    [
        (too_few(), "only 6 items can be used"),
        (one_label(), "there is one label only"),
        (few_originals(), "fewer than 5 originals"),
        (unrelated(), "only 0 items can be used"),
    ],
    ids=["few items", "one label", "few originals", "nothing recovered"],
)
def test_a_probe_that_cannot_say_anything_says_why(part: Part, why: str) -> None:
    task = measure_bias([part]).tasks[0]
    assert task.probes == []
    assert {one.why.en for one in task.skipped} == {why}


def test_other_texts_of_an_item_are_probed_alone() -> None:
    """A reason that gives its own truth away, whatever the text."""
    part = make_part("space2021/task2", [(scene(i % 24), {"judge2": "01"[i % 2]}) for i in range(48)])
    reasons = ("“旁”和“挂”语义冲突", "“上”不符合常识")
    part.items = [
        make_item(f"{i}", texts={**item.texts, "reason": reasons[i % 2]}) for i, item in enumerate(part.items)
    ]
    found = measure_bias([part]).tasks[0]
    assert [(one.key, one.accuracy) for one in found.probes] == [("only-reason", 1)]
    assert [one.key for one in found.skipped] == ["count", "new", "pair", "clause"]


def labelled(label: str, i: int, word: str) -> LabelledItem:
    return LabelledItem(
        make_item(str(i)), "train", frozenset({label}), i, (Change(0, 0, "上", word, "f", "g", "other"),)
    )


def test_evidence_that_never_returns_is_no_evidence() -> None:
    words = [f"词{i}" for i in range(48)]
    done, skipped = probes([labelled("01"[i % 2], i, word) for i, word in enumerate(words)])
    assert {one.key: one.why.en for one in skipped} == dict.fromkeys(("new", "pair"), "no evidence occurs twice")
    assert [one.key for one in done] == ["count", "clause"]


def test_a_label_of_one_original_is_never_guessed() -> None:
    items = [labelled("1" if i == 0 else "0", i, "下") for i in range(48)]
    count = next(one for one in probes(items)[0] if one.key == "count")
    assert (count.accuracy, count.balanced, count.majority) == (47 / 48, 0.5, 47 / 48)


def test_judgements_with_explanations_have_labels() -> None:
    found = measure_bias([example("space2023/task3", "space2023/task3_examples.jsonl")], with_probes=False).tasks[0]
    assert (table(found, "split").labels, table(found, "split").drawn) == (("true", "false"), "true")


def test_every_number_leads_to_the_items_it_counts(biased: Bias) -> None:
    page = describe_page(biased, items=True)
    assert page.behind is not None
    (tables,) = (section.blocks for section in page.sections[:1])
    by_title = {block.title.zh: block for block in tables if isinstance(block, BarTable)}
    pairs = by_title["词对"]
    names = [bar.name.zh for bar in pairs.bars]
    _, every, _, _, right = pairs.behind[names.index("旁→边")]
    group = page.behind[every]
    assert (group.total, len(group.rows)) == (24, 24)
    assert {row.cells[2].zh for row in group.rows} == {"旁→边"}
    assert page.behind[right].total == 24
    assert pairs.behind[names.index("里→外")][4] == "", "no item has the label, so there is nothing to open"
    kinds = by_title["替换一词或两词"]
    ((_, every, _, _, right),) = kinds.behind
    assert (page.behind[every].total, page.behind[right].total) == (144, 48)
    named = {name for block in by_title.values() for row in block.behind for name in row if name}
    assert named <= page.behind.keys()
    assert describe_page(biased).behind is None
