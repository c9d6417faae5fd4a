"""Human studies: stratified samples, the report's tables by its preset, κ in words, audits of published answers."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from pingce.formats.parts import Part
from pingce.quality.agreement.bands import LANDIS_KOCH, SPACE2022, band_words
from pingce.quality.agreement.numbers import AgreementNumber
from pingce.quality.answer_files import read_answer_files, read_table
from pingce.quality.audit import Edits, audit
from pingce.quality.draw import DrawPlan, draw
from pingce.quality.human import human
from pingce.quality.outliers import SubjectFacts, load_outlier_rules, outliers
from pingce.scoring.run import make_cases, score
from pingce.spec.errors import UserError
from pingce.spec.values import Item
from pingce.tasks.catalog import TASKS
from tests.builders import write_records

SEVEN = Path(__file__).parent / "data" / "seven_subjects.csv"
"""Answers made to have the values of the report's Tables 7 and 8."""
EXAMPLES = Path(__file__).parents[2] / "examples"
TASK1, TASK3 = TASKS["space2022/task1"], TASKS["space2022/task3"]
SHARES = {"报刊": 37, "文学": 25, "课本": 20, "判决书": 9, "体育": 6, "地理": 2, "其他": 1}


def part_of(shares: dict[str, int], *, normal: float = 0.3, each: int = 10, siblings: int = 1) -> Part:
    """Items of task 1: so many per share of a genre, the first of every ten judged 1."""
    part = Part(TASK1, "test", "test.jsonl")
    for genre, share in shares.items():
        for i in range(share * each):
            number = len(part.items)
            extra = {"genre": genre, "origin": f"{genre} {i // siblings}"}
            part.items.append(Item(f"1-test-{number}", {"text": f"第{number}句"}, extra))
            part.answers.append({"judge": str(int(i % 10 < 10 * normal))})
    return part


def drawn_counts(part: Part, ids: object) -> tuple[Counter[str], Counter[str]]:
    wanted = set(ids)  # type: ignore[call-overload]  # a sequence of ids
    pairs = [(item, answer) for item, answer in zip(part.items, part.answers, strict=True) if item.id in wanted]
    return Counter(item.extra["genre"] for item, _ in pairs), Counter(
        str((answer or {})["judge"]) for _, answer in pairs
    )


@pytest.mark.parametrize(("n", "seed"), [(100, 0), (100, 7), (50, 1), (70, 3), (2, 0)])
def test_a_sample_has_the_shares_of_the_genres_and_labels_in_equal_parts(n: int, seed: int) -> None:
    part = part_of(SHARES)
    sample = draw(part, DrawPlan(n, seed=seed))
    genres, labels = drawn_counts(part, sample.ids)
    assert (len(set(sample.ids)), labels, sample.notes) == (n, {"0": n // 2, "1": n // 2}, [])
    assert all(abs(genres[genre] - n * share / 100) < 1 for genre, share in SHARES.items())


def test_a_hundred_items_are_drawn_exactly_as_the_report_gives_the_genres() -> None:
    part = part_of(SHARES)
    assert drawn_counts(part, draw(part, DrawPlan(100)).ids)[0] == SHARES


def test_a_draw_depends_on_seed_and_ids_alone() -> None:
    part, turned = part_of(SHARES), part_of(SHARES)
    turned.items.reverse()
    turned.answers.reverse()
    first = draw(part, DrawPlan(100)).ids
    assert draw(turned, DrawPlan(100)).ids == first
    assert draw(part, DrawPlan(100, seed=1)).ids != first


def test_labels_can_be_left_in_the_shares_of_the_data() -> None:
    part = part_of(SHARES)
    assert drawn_counts(part, draw(part, DrawPlan(100, labels="as-they-are")).ids)[1] == {"0": 70, "1": 30}


def test_of_an_original_one_item_is_taken_while_others_are_left() -> None:
    part = part_of({"报刊": 20}, each=10, siblings=4)
    ids = draw(part, DrawPlan(20)).ids
    originals = [item.stated_original for item in part.items if item.id in set(ids)]
    assert len(set(originals)) == 20


def test_what_a_genre_lacks_comes_from_the_same_label_and_is_told() -> None:
    part = part_of({"报刊": 10, "文学": 10}, normal=0.5, each=5)
    # All 文学 but one are judged 0 now: 文学 1 lacks 9 of the 10 that are its share.
    for item, i in zip(part.items, range(len(part.items)), strict=True):
        if item.extra["genre"] == "文学":
            part.answers[i] = {"judge": str(int(item.id == part.items[50].id))}
    sample = draw(part, DrawPlan(40))
    assert drawn_counts(part, sample.ids)[1] == {"0": 20, "1": 20}
    assert [note.zh for note in sample.notes] == ["文学 · 1 只有 1 题（要 10），由 报刊 9 补足"]


@pytest.mark.parametrize(
    ("part", "plan", "code"),
    [
        (part_of(SHARES), DrawPlan(1001), "too-few-items"),
        (part_of(SHARES), DrawPlan(800), "too-few-items"),  # 300 are judged 1
        (Part(TASK1, "test", "t", [Item("1", {"text": "句"})], [{"judge": "1"}]), DrawPlan(1), "no-genres"),
        (Part(TASK1, "test", "t", [Item("1", {"text": "句"})], [None]), DrawPlan(1, by="nothing"), "no-gold-answers"),
    ],
)
def test_a_sample_that_cannot_be_drawn_is_refused(part: Part, plan: DrawPlan, code: str) -> None:
    with pytest.raises(UserError) as error:
        draw(part, plan)
    assert error.value.code == code


def test_tables_7_and_8_of_the_report_come_out_of_its_preset() -> None:
    test = human(read_table(str(SEVEN)), load_outlier_rules("space2022-report"))
    assert [subject.numbers["right"].value for subject in test.subjects] == [0.74, 0.78, 0.83, 0.69, 0.95, 0.80, 0.69]
    assert round(test.mean_of_all["right"].value or 0, 2) == 0.78
    kept = [subject.name for subject in test.counted]
    assert kept == ["甲", "乙", "丙", "戊", "己"]
    kappas = [round(test.agreement.pairs[pair]["cohen"].value or 0, 2) for pair in combinations(kept, 2)]
    assert kappas == [0.53, 0.57, 0.49, 0.42, 0.51, 0.56, 0.37, 0.76, 0.48, 0.59]
    assert round(test.agreement.overall["cohen"].value or 0, 2) == 0.53
    # The row means the report prints (.43 .47 .52 .54 .41) do not follow from its own table.
    rows = [numbers["cohen"].value for numbers in test.agreement.people.values()]
    assert rows == pytest.approx([0.5025, 0.4925, 0.58, 0.60, 0.465], abs=0.005)
    assert test.bands["cohen"].zh == "中等的一致性"
    assert test.as_json()["bands"] == {"fleiss": "moderate", "cohen": "moderate"}


def test_by_our_own_rules_nobody_of_table_7_is_left_out() -> None:
    test = human(read_table(str(SEVEN)), load_outlier_rules())
    assert test.counted == list(test.subjects)
    assert test.bands["cohen"] == LANDIS_KOCH.of(test.agreement.overall["cohen"].value or 0)


@pytest.mark.parametrize("accuracies", [(0.927, 0.936, 0.94, 0.95), (0.95, 0.94, 0.936, 0.927)])
def test_the_default_rule_leaves_out_nobody_who_is_close_to_the_others(accuracies: tuple[float, ...]) -> None:
    facts = [SubjectFacts(str(i), 0.0, None, right, right, None) for i, right in enumerate(accuracies)]
    assert outliers(facts, load_outlier_rules()) == {}


@pytest.mark.parametrize(
    ("value", "words", "report"),
    [
        (-0.2, "poor", "slight"),
        (0.0, "slight", "slight"),
        (0.2049, "slight", "slight"),
        (0.205, "fair", "fair"),
        (0.40, "fair", "fair"),
        (0.41, "moderate", "moderate"),
        (0.60, "moderate", "moderate"),
        (0.61, "substantial", "substantial"),
        (0.80, "substantial", "substantial"),
        (0.81, "almost perfect", "almost perfect"),
        (1.0, "almost perfect", "almost perfect"),
    ],
)
def test_kappa_has_the_words_of_its_band(value: float, words: str, report: str) -> None:
    assert (LANDIS_KOCH.of(value).en, SPACE2022.of(value).en) == (words, report)


def test_only_kappas_have_a_band() -> None:
    number = AgreementNumber(0.5, 10)
    names = ("percent", "cohen", "cohen_linear", "fleiss", "alpha_nominal", "ac1")
    assert list(band_words(dict.fromkeys(names, number))) == ["cohen", "cohen_linear", "fleiss"]


TEXT = "小明把书放在桌子上。他走到窗边。"


def fragment(text: str, at: int) -> dict[str, object]:
    return {"text": text, "idxes": list(range(at, at + len(text)))}


def step(**slots: object) -> list[object]:
    array: list[object] = [None] * 18
    for name, value in slots.items():
        array[int(name[1:])] = value
    return array


BOOK = step(s0=fragment("书", 3), s2=fragment("放", 4), s7=fragment("在桌子上", 5))
BOOK_TABLE = step(s0=fragment("书", 3), s2=fragment("放", 4), s7=fragment("桌子上", 6))
MING = step(s0=fragment("小明", 0), s2=fragment("走", 11), s9=fragment("到窗边", 12))
WINDOW = step(s0=fragment("窗", 13), s7=fragment("边", 14))


def audited(tmp_path: Path, published: list[object], **mended: list[object]) -> object:
    gold = {"qid": "3-test-1", "context": TEXT, "outputs": published, "corefs": [], "non_corefs": []}
    files = {
        name: write_records(tmp_path / f"{name}.jsonl", [{"qid": "3-test-1", "outputs": outputs}])
        for name, outputs in mended.items()
    }
    return audit(read_answer_files(TASK3, files, gold_file=write_records(tmp_path / "gold.jsonl", [gold])))


@pytest.mark.parametrize(
    ("mended", "edits"),
    [
        ([BOOK, MING], Edits(kept=2)),
        ([MING, BOOK], Edits(kept=2)),
        ([BOOK_TABLE, MING], Edits(kept=1, changed=1)),
        ([BOOK], Edits(kept=1, deleted=1)),
        ([BOOK, MING, WINDOW], Edits(kept=2, added=1)),
        ([BOOK_TABLE, WINDOW], Edits(changed=1, added=1, deleted=1)),
        ([], Edits(deleted=2)),
    ],
)
def test_edits_of_published_tuples_are_counted(tmp_path: Path, mended: list[object], edits: Edits) -> None:
    assert audited(tmp_path, [BOOK, MING], 甲=mended).total == edits  # type: ignore[attr-defined]


def test_an_audit_tells_who_changed_what_where_and_how_far_they_agree(tmp_path: Path) -> None:
    done = audited(tmp_path, [BOOK, MING], 甲=[BOOK_TABLE, MING], 乙=[BOOK, MING], 丙=[BOOK, MING])
    told = done.as_json()  # type: ignore[attr-defined]
    assert [(row["name"], row["untouched"], row["changed"]) for row in told["reviewers"]] == [
        ("甲", 0, 1),
        ("乙", 1, 0),
        ("丙", 1, 0),
    ]
    assert told["where"] == [{"kind": "boundary", "role": "处所", "n": 1}]
    assert (told["identical"], told["compared"], told["high"]) == (0, 1, 1.0)
    pairs = {tuple(pair["people"]): pair["f1.macro_f1"]["value"] for pair in told["pairs"]}
    assert pairs == {("甲", "乙"): pytest.approx(23 / 24), ("甲", "丙"): pytest.approx(23 / 24), ("乙", "丙"): 1.0}


def test_pairs_of_reviewers_have_the_f1_of_the_scorer_with_each_as_gold(tmp_path: Path) -> None:
    gold = str(EXAMPLES / "space2022/task3_dev.jsonl")
    files = {name: str(EXAMPLES / f"space2022/pred-{name}-task3.jsonl") for name in ("a", "b")}
    data = read_answer_files(TASK3, files, gold_file=gold)
    said = {name: {one.item: one.answer for one in data.versions if one.annotator == name} for name in ("a", "b")}
    shared = said["a"].keys() & said["b"].keys()
    each = [
        score(TASK3, make_cases(data.items, {k: said[x][k] for k in shared}, {k: said[y][k] for k in shared}))
        .measures["f1"]
        .numbers["macro_f1"]
        for x, y in (("a", "b"), ("b", "a"))
    ]
    value = audit(data).agreement.pairs["a", "b"]["f1.macro_f1"].value
    assert value == pytest.approx(sum(each) / 2)


def test_reasons_and_labels_are_counted_too() -> None:
    task = TASKS["space2022/task2"]
    gold = str(EXAMPLES / "space2022/task2_dev.jsonl")
    data = read_answer_files(task, {"same": gold}, gold_file=gold)
    assert audit(data).total.touched == 0
    other = read_answer_files(task, {"a": str(EXAMPLES / "space2022/pred-a-task2.jsonl")}, gold_file=gold)
    total = audit(other).total
    reasons = sum(len(answer["reasons"]) for answer in other.gold.values())
    assert total.kept + total.changed + total.deleted == reasons
    labels = str(EXAMPLES / "space2022/task1_dev.jsonl")
    judged = read_answer_files(TASK1, {"a": str(EXAMPLES / "space2022/pred-a-task1.jsonl")}, gold_file=labels)
    edits = audit(judged).total
    assert (edits.kept + edits.changed, edits.added) == (len(judged.gold), 0)
