"""Agreement of whole files: the published table, every answer shape, parts of the data."""

import random
from collections.abc import Mapping
from datetime import timedelta
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from pingce.quality.agreement.numbers import NO_FRAGMENTS, SAME_EVERYWHERE, WORDS_UNKNOWN
from pingce.quality.agreement.pairwise import masi
from pingce.quality.agreement.resample import mean_of
from pingce.quality.agreement.run import FieldAgreement, agreement
from pingce.quality.agreement.sense_sets import alpha_within_words
from pingce.quality.agreement.slices import first_feedback, slices
from pingce.quality.agreement.whole_answers import likeness_of_all
from pingce.quality.annotations import Annotation, Annotations, Field, Points
from pingce.quality.answer_files import read_table
from pingce.quality.asked_fields import fields_of
from pingce.scoring.clusters import Resample
from pingce.scoring.likeness import RATING_LEVELS, ratings_agree
from pingce.spec.shapes import FragmentSets
from pingce.spec.values import Answer, Fragment, Item, Senses, Verdict
from pingce.spec.words import same
from pingce.tasks.catalog import TASKS
from pingce.tasks.ratings import RATING
from tests.builders import TEXT, fragment, make_reason, make_tuple

from .builders import START, decision, table

FIVE = Path(__file__).parent / "data" / "five_subjects.csv"
"""A hundred made-up answers of five people, found by search so that their pairwise κ are the published ones."""
PUBLISHED = (0.53, 0.57, 0.49, 0.42, 0.51, 0.56, 0.37, 0.76, 0.48, 0.59)


def values(numbers: Mapping[str, object]) -> dict[str, float | None]:
    return {name: None if one.value is None else round(one.value, 6) for name, one in numbers.items()}  # type: ignore[attr-defined]


def of(task_id: str, answers: Mapping[str, Answer], *, item: Item | None = None) -> FieldAgreement:
    """Agreement of several people on one item of a task, first field."""
    task = TASKS[task_id]
    question = item or Item("q", {task.texts[0].name: TEXT})
    versions = [Annotation("q", name, answer) for name, answer in answers.items()]
    first = task.answer[0]
    data = Annotations("", task, (Field(first.name, first.title, first.shape),), {"q": question}, versions)
    return agreement(data)[0]


def test_the_published_kappa_table_of_task1_is_reproduced() -> None:
    (found,) = agreement(read_table(str(FIVE)))
    pairs = [found.pairs[pair]["cohen"].value or 0 for pair in combinations("甲乙丙丁戊", 2)]
    assert tuple(round(value, 2) for value in pairs) == PUBLISHED
    assert round(found.overall["cohen"].value or 0, 2) == 0.53
    # The report prints .43 .47 .52 .54 .41, which do not follow from its own table; these do.
    means = [round(found.people[name]["cohen"].value or 0, 2) for name in "甲乙丙丁戊"]
    assert means == [0.50, 0.49, 0.58, 0.60, 0.47]


def test_every_pair_and_the_mean_have_intervals() -> None:
    (found,) = agreement(read_table(str(FIVE)))
    mean = found.overall["cohen"]
    assert mean.n == 100  # items, as everywhere; not pairs
    assert mean.interval is not None
    assert mean.interval.low < (mean.value or 0) < mean.interval.high
    assert all(numbers["cohen"].interval is not None for numbers in found.pairs.values())


def test_two_people_have_the_interval_of_their_only_pair() -> None:
    (found,) = agreement(table({"A": "xxyyxyxy", "B": "xxyyxyyx"}))
    assert found.overall["cohen"] == found.pairs["A", "B"]["cohen"]


@pytest.mark.parametrize(
    ("a", "b", "strict", "binary", "loose"),
    [
        ("fine", "fine", True, True, True),
        ("fine", "someFine", False, True, True),
        ("someFine", "someBad", False, False, True),
        ("someBad", "bad", False, True, True),
        ("fine", "someBad", False, False, False),
        ("fine", "bad", False, False, False),
        ("other", "bad", False, False, False),
        ("other", "other", True, True, True),
    ],
)
def test_levels_of_the_rating(a: str, b: str, strict: bool, binary: bool, loose: bool) -> None:
    for one, two in ((a, b), (b, a)):
        agreed = tuple(ratings_agree(RATING, one, two, level) for level in RATING_LEVELS)
        assert agreed == (strict, binary, loose)


def rated(columns: Mapping[str, tuple[str, ...]]) -> FieldAgreement:
    answers = [
        Annotation(f"q{i}", name, {"rating": label}) for name, said in columns.items() for i, label in enumerate(said)
    ]
    items = {one.item: Item(one.item, {}) for one in answers}
    task = TASKS["space2022/task1"]
    fields = fields_of(task, [{"rating": str(one.answer["rating"])} for one in answers])
    return agreement(Annotations("", task, fields, items, answers))[0]


def test_an_unsuitable_text_is_a_label_but_not_on_the_scale() -> None:
    found = rated({"A": ("fine", "bad", "other", "someBad"), "B": ("fine", "someBad", "other", "other")})
    assert values(found.overall)["percent"] == 0.5
    assert found.overall["alpha_nominal"].n == 4
    # Two items have both answers on the scale: fine–fine and bad–someBad.
    assert found.pairs["A", "B"]["cohen_linear"].n == 2
    assert found.pairs["A", "B"]["cohen_linear"].value == pytest.approx(1 - 2 * 1 / (3 + 2 + 1 + 0), abs=1e-9)
    assert {name: values(found.overall)[name] for name in ("strict", "binary", "loose")} == {
        "strict": 0.5,
        "binary": 0.75,
        "loose": 0.75,
    }


def test_an_item_weighs_the_same_however_many_answered_it() -> None:
    found = rated({"A": ("fine", "bad"), "B": ("fine", "fine"), "C": ("fine",), "D": ("fine",)})
    assert values(found.overall)["percent"] == values(found.overall)["strict"] == 0.5


def test_reasons_are_compared_by_type_by_fragment_by_boundary_and_by_the_tasks_scorer() -> None:
    a = {"reasons": (make_reason("C", S="小明", P="在桌子上"),)}
    b = {"reasons": (make_reason("C", S="小明", P="桌子上"),)}
    found = values(of("space2022/task2", {"甲": a, "乙": b}).overall)
    assert found["percent"] == 1.0
    assert found["exact"] == 0.0
    assert found["span_f1"] == 0.5
    assert found["boundary_f1"] == 0.75  # of four boundaries each three are shared
    # 5 of 6 characters one way, 5 of 5 the other; F1 is the same both ways.
    assert found["strict.macro_f1"] == found["loose.macro_f1"] == round(10 / 11, 6)
    assert found["strict.type_accuracy"] == 1.0


def test_each_annotator_is_gold_in_turn_where_the_scorer_is_one_sided() -> None:
    # SpaCE2022's strict measure forgives roles the system leaves out, so the two directions differ.
    a = {"reasons": (make_reason("C", S="小明", P="在桌子上"),)}
    b = {"reasons": (make_reason("C", P="在桌子上"),)}
    found = of("space2022/task2", {"甲": a, "乙": b})
    forgiving, counting = 1.0, 2 * (4 / 6) * 1 / (4 / 6 + 1)
    assert found.overall["strict.macro_f1"].value == pytest.approx((forgiving + counting) / 2, abs=1e-12)


def test_tuples_are_compared_with_the_tasks_own_scorer() -> None:
    one = make_tuple(空间实体="书", 事件="放", 处所="在桌子上")
    two = make_tuple(空间实体="书", 事件="放", 处所="桌子上")
    found = values(of("space2022/task3", {"甲": {"tuples": (one,)}, "乙": {"tuples": (two,)}}).overall)
    assert found["f1.macro_f1"] == round(11 / 12, 6)  # the vector of the official script
    assert found["span_f1"] == round(2 / 3, 6)
    assert found["exact"] == 0.0


def test_two_people_who_both_mark_nothing_are_not_compared() -> None:
    found = of("space2022/task3", {"甲": {"tuples": ()}, "乙": {"tuples": ()}})
    assert found.overall["f1.macro_f1"].why == NO_FRAGMENTS


def test_verdicts_are_compared_by_their_judgement() -> None:
    answers = {"甲": {"verdicts": (Verdict("true", "同"),)}, "乙": {"verdicts": (Verdict("true", "异"),)}}
    assert values(of("space2023/task3", answers).overall)["percent"] == 1.0


def test_mentions_are_compared_as_pairs() -> None:
    field = Field("corefs", same("corefs"), FragmentSets())
    name, he, book = fragment(TEXT, "小明"), fragment(TEXT, "他"), fragment(TEXT, "书")
    answers: dict[str, Answer] = {"甲": {"corefs": ((name, he, book),)}, "乙": {"corefs": ((he, name),)}}
    versions = [Annotation("q", person, answer) for person, answer in answers.items()]
    data = Annotations("", TASKS["space2022/task3"], (field,), {"q": Item("q", {"text": TEXT})}, versions)
    assert values(agreement(data)[0].overall) == {"pair_f1": 0.5, "exact": 0.0}


def test_ratings_of_explanations_use_interval_distances() -> None:
    field = Field("fluency", same("fluency"), Points())
    said = {"甲": ("80", "60", "100"), "乙": ("80", "70", "90")}
    versions = [
        Annotation(f"q{i}", name, {"fluency": points})
        for name, all_of in said.items()
        for i, points in enumerate(all_of)
    ]
    data = Annotations("", None, (field,), {f"q{i}": Item(f"q{i}", {}) for i in range(3)}, versions)
    found = agreement(data)[0]
    assert found.overall["apart"].value == pytest.approx(20 / 3)
    pairs = [(80, 80), (60, 70), (100, 90)]
    everybody = [value for pair in pairs for value in pair]
    seen = sum(2 * (a - b) ** 2 for a, b in pairs)
    expected = sum((a - b) ** 2 for a in everybody for b in everybody) / 5
    assert found.overall["alpha_interval"].value == pytest.approx(1 - seen / expected, abs=1e-12)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [("12", "12", 1.0), ("12", "1", 2 / 3 * 1 / 2), ("12", "23", 1 / 3 * 1 / 3), ("1", "2", 0.0)],
)
def test_masi(a: str, b: str, expected: float) -> None:
    assert masi(frozenset(a), frozenset(b)) == pytest.approx(expected, abs=1e-12)
    assert masi(frozenset(b), frozenset(a)) == pytest.approx(expected, abs=1e-12)


def test_sense_sets_are_compared_exactly_by_jaccard_and_by_masi() -> None:
    item = Item("q", {"sentence": "他打开窗户。", "word": "打开"})
    answers = {"甲": {"senses": Senses(("揭开", "拉开"))}, "乙": {"senses": Senses(("拉开",))}}
    found = of("wsd/senses", answers, item=item)
    assert {name: one for name, one in values(found.overall).items() if name != "alpha_masi"} == {
        "exact": 0.0,
        "jaccard": 0.5,
        "masi": round(1 / 3, 6),
    }


def test_chance_agreement_on_senses_is_taken_within_the_word() -> None:
    one, two, other = frozenset({"一"}), frozenset({"二"}), frozenset({"三"})
    items = [("打", [one, one]), ("打", [two, two]), ("打", [one, two]), ("开", [other, other])]
    # 打: six answers, three of each sense; two differ. 开 has one sense only and adds nothing.
    observed, expected = 2.0, 2 * 3 * 3 / 5
    assert alpha_within_words(items).value == pytest.approx(1 - observed / expected, abs=1e-12)
    assert alpha_within_words([("开", [other, other])]).why == SAME_EVERYWHERE
    assert alpha_within_words([("", [one, two])]).why == WORDS_UNKNOWN


def test_alpha_on_senses_has_an_interval_around_it_however_few_sentences_a_word_has() -> None:
    rng = random.Random(3)
    items = [(f"词{i // 4}", [frozenset({rng.choice("甲乙丙")}) for _ in range(2)]) for i in range(400)]
    found = alpha_within_words(items, with_interval=True)
    assert found.value is not None
    assert found.interval is not None
    assert found.interval.low < 0 < found.interval.high  # by chance, so 0 is right
    assert found.interval.low < found.value < found.interval.high
    assert found.interval.high - found.interval.low < 0.25


def test_one_item_gives_alpha_on_senses_no_interval() -> None:
    assert alpha_within_words([("打", [frozenset("甲"), frozenset("乙")])], with_interval=True).interval is None


def timed(item: str, person: str, label: str, hours: float, **more: str) -> Annotation:
    at = START + timedelta(hours=hours)
    return Annotation(item, person, {"label": label}, at=at, **more)  # type: ignore[arg-type]


def test_parts_are_batch_genre_day_and_feedback() -> None:
    base = table({"A": "xx", "B": "xx"})
    versions = [
        timed("q0", "A", "x", 0, batch="1", genre="报刊"),
        timed("q0", "B", "x", 1, batch="1", genre="报刊"),
        timed("q1", "A", "x", 30, batch="2", genre="课本"),
        timed("q1", "B", "x", 2, batch="2", genre="课本"),
    ]
    review = decision("q0", {"label": "x"}, "review", START + timedelta(hours=10))
    data = Annotations("", None, base.fields, base.items, versions, [review])
    assert slices(data, data.first()) == {
        "batch": {"1": ["q0"], "2": ["q1"]},
        "genre": {"报刊": ["q0"], "课本": ["q1"]},
        "day": {"2022-04-23": ["q0"], "2022-04-24": ["q1"]},
        "feedback": {"before": ["q0"], "mixed": ["q1"]},
    }


def test_feedback_is_counted_per_word_where_items_have_one() -> None:
    base = table({"A": "xx"})
    versions = [timed("q0", "A", "x", 0, group="打"), timed("q1", "A", "x", 9, group="开")]
    review = decision("q0", {"label": "x"}, "review", START + timedelta(hours=5))
    agreed = decision("q1", {"label": "x"}, "agreed", START + timedelta(hours=10))
    data = Annotations("", None, base.fields, base.items, versions, [review, agreed])
    assert first_feedback(data) == {("A", "打"): START + timedelta(hours=5)}


def test_first_answers_count_unless_the_latest_are_asked_for() -> None:
    base = table({"A": "xx", "B": "xy"})
    mended = [*base.versions, Annotation("q1", "B", {"label": "x"}, version=2)]
    data = Annotations("", None, base.fields, base.items, mended)
    assert agreement(data)[0].overall["percent"].value == 0.5
    assert agreement(data, which="last")[0].overall["percent"].value == 1.0


def test_empty_idxes_and_discontinuous_fragments_have_their_boundaries() -> None:
    pieces = make_tuple(空间实体=Fragment("小书", (0, 3)), 处所="在桌子上")
    found = of("space2022/task3", {"甲": {"tuples": (pieces,)}, "乙": {"tuples": (pieces,)}})
    assert values(found.overall)["boundary_f1"] == 1.0


def test_every_pair_has_its_kappa_in_whatever_order_people_come() -> None:
    """C answers the first item, B does not: the table of labels meets C before B, the file meets B before C."""
    said = {"A": "xy xyxy", "B": " xyxyyx", "C": "xyxyxxy"}
    (found,) = agreement(table(said))
    for pair in combinations("ABC", 2):
        (alone,) = agreement(table({name: said[name] for name in pair}))
        assert alone.pairs[pair]["cohen"].value is not None
        assert found.pairs[pair]["cohen"] == alone.pairs[pair]["cohen"]


def clustered(original: Mapping[int, str], agree: Mapping[int, bool]) -> Annotations:
    """Two people on many items, each of an original of its own or shared."""
    task = TASKS["space2022/task1"]
    items = {str(i): Item(str(i), {"text": f"句{i}"}, {"original": name}) for i, name in original.items()}
    versions = [
        Annotation(str(i), who, {"judge": "1" if who == "A" or agree[i] else "0"} if i % 3 else {"judge": "0"})
        for i in original
        for who in "AB"
    ]
    [field] = task.answer
    return Annotations("", task, (Field(field.name, field.title, field.shape),), items, versions)


def test_items_of_one_original_are_drawn_together() -> None:
    """Forty items that two people see alike or not by their original: drawn one by one they look like much evidence."""
    data = clustered({i: str(i // 10) for i in range(40)}, {i: i // 10 > 0 for i in range(40)})
    [together], [alone] = agreement(data), agreement(data, resample="items")
    assert (together.as_json()["drawn"], alone.as_json()["drawn"]) == ("4 by original", "items")
    assert values(together.overall) == values(alone.overall)
    for name in ("percent", "alpha_nominal", "cohen"):
        wide, narrow = together.overall[name].interval, alone.overall[name].interval
        assert wide is not None, name
        assert narrow is not None, name
        assert wide.high - wide.low > 1.5 * (narrow.high - narrow.low), name
        assert wide.low <= (together.overall[name].value or 0) <= wide.high, name
    assert likeness_of_all(data).interval != likeness_of_all(data, resample="items").interval


def test_where_nothing_is_shared_clusters_change_nothing() -> None:
    data = clustered({i: str(i) for i in range(30)}, {i: i % 4 > 0 for i in range(30)})
    assert data.clusters is None
    assert agreement(data) == agreement(data, resample="items")


@pytest.mark.parametrize(("resample", "low", "high"), [("clusters", 0.93, 0.97), ("items", 0.0, 0.85)])
def test_intervals_of_agreement_cover_the_truth(resample: Resample, low: float, high: float) -> None:
    """Each original has a chance of its own that two people agree on its seven items (beta, mean .7)."""
    dice = np.random.default_rng(11)
    covered, runs = 0, 1_000
    numbers = np.repeat(np.arange(80), 7).tolist()
    for _ in range(runs):
        chances = dice.beta(0.7, 0.3, size=80)
        scores = (dice.random(560) < chances[numbers]).astype(float).tolist()
        interval = mean_of(scores, same(""), numbers if resample == "clusters" else None).interval
        assert interval is not None
        covered += interval.low <= 0.7 <= interval.high
    assert low <= covered / runs <= high


def test_senses_of_one_word_are_left_out_together() -> None:
    """The jackknife of α within words leaves out words, which are the clusters."""
    sets = [frozenset({"a"}), frozenset({"b"})]
    apart = [(word, [sets[0], sets[i % 2]]) for i, word in enumerate("上上上上下下下下")] + [
        ("左", [sets[0], sets[0]])
    ] * 4
    by_item = alpha_within_words(apart, with_interval=True).interval
    by_word = alpha_within_words(apart, with_interval=True, by_word=True).interval
    assert by_item is not None
    assert by_word is not None
    assert by_item != by_word
