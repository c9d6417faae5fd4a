"""No group is ever in two parts; shares are near what was asked for; the same seed gives the same split."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pingce.release.inputs import Decided, Input
from pingce.release.split.outcome import achieved, group_sizes, leaks
from pingce.release.split.proof import GROUPS, HEAD, ITEMS, make_proof, proof_flaws, write_proof
from pingce.release.split.run import SPLIT_NAMES, Split, SplitSettings, draw_words, split
from pingce.release.split.strata import Stratum
from pingce.spec.errors import UserError

from .making import in_examples, judged, read_inputs, sensed

SCENES = (
    "小猫趴在窗台{}打盹，尾巴垂下来。",
    "爷爷把老花镜放在报纸{}，慢慢喝茶。",
    "邮差沿着石阶{}走，拐进一条巷子。",
    "风筝挂在老槐树{}，孩子们急得直跳。",
    "渔船停靠在码头{}，渔夫正在补网。",
    "书包挂在门{}的钩子，里面装满课本。",
)
LOCALIZERS = "上下里外前后旁边"


@st.composite
def items(draw: st.DrawFn) -> list[Decided]:
    """Texts that share originals, with and without saying so, under two tasks; and sentences of a few words."""
    found = []
    for number in range(draw(st.integers(1, 40))):
        if draw(st.booleans()):
            text = draw(st.sampled_from(SCENES)).format(draw(st.sampled_from(LOCALIZERS)))
            task = draw(st.sampled_from(("space2022/task1", "space2021/task1")))
            origin = draw(st.sampled_from((None, "a", "b", "c")))
            found.append(judged(number, text, draw(st.sampled_from("01")), origin=origin, genre="报刊", task=task))
        else:
            word = draw(st.sampled_from(("包袱", "意思", "功夫", "地方")))
            found.append(sensed(number, draw(st.sampled_from("东西南北")) * 9 + word, word))
    return found


RATIOS = st.tuples(*[st.integers(0, 9)] * 3).filter(any).map(lambda r: (Fraction(r[0]), Fraction(r[1]), Fraction(r[2])))


@settings(max_examples=150)
@given(items(), RATIOS, st.integers(0, 99), st.integers(0, 2))
def test_what_belongs_together_is_never_in_two_parts(
    decided: list[Decided], ratio: tuple[Fraction, Fraction, Fraction], seed: int, words: int
) -> None:
    words = min(words, len({one.item.texts.get("word") for one in decided} - {None}))
    done = split(decided, SplitSettings(ratio, seed, whole_words=words))
    placed = list(zip(decided, done.groups, done.parts, strict=True))
    assert_one_part("group", [(str(group), part) for _, group, part in placed])
    assert_one_part("text", [(one.item.text, part) for one, _, part in placed])
    stated = [(one.item.extra["origin"], part) for one, _, part in placed if "origin" in one.item.extra]
    assert_one_part("origin", stated)
    assert len(done.words) == words
    assert {part for one, _, part in placed if one.item.texts.get("word") in done.words} <= {"test"}
    forced = {group for one, group, _ in placed if one.item.texts.get("word") in done.words}
    free = {part for _, group, part in placed if group not in forced}
    assert free <= {part for part, share in zip(SPLIT_NAMES, ratio, strict=True) if share}
    assert proof_flaws(make_proof([], decided, done)) == []


def assert_one_part(what: str, placed: Sequence[tuple[str, str]]) -> None:
    parts: dict[str, set[str]] = {}
    for name, part in placed:
        parts.setdefault(name, set()).add(part)
    assert {name: own for name, own in parts.items() if len(own) > 1} == {}, what


def many(count: int = 3000, groups: int = 600) -> list[Decided]:
    """Items of many originals: a quarter labelled 1, three genres of different size."""
    genres = ("报刊", "报刊", "报刊", "文学", "文学", "百科")
    originals = [(i * i + i // 3) % groups for i in range(count)]
    return [
        judged(i, f"第{i}句", "1" if i % 4 == 0 else "0", origin=str(original), genre=genres[original % 6])
        for i, original in enumerate(originals)
    ]


def test_shares_come_within_half_a_point_for_labels_and_genres() -> None:
    decided = many()
    rows = achieved(decided, split(decided, SplitSettings()))
    assert [(row.stratum.kind, row.stratum.value) for row in rows] == [
        ("", ""),
        ("label", "0"),
        ("label", "1"),
        ("genre", "报刊"),
        ("genre", "文学"),
        ("genre", "百科"),
    ]
    for row in rows:
        assert row.shares == pytest.approx((0.7, 0.1, 0.2), abs=0.005), row


def test_a_balanced_test_part_has_as_many_items_of_each_label() -> None:
    decided = [one._replace(answer={"judge": str(int(int(one.item.extra["origin"]) % 5 < 1))}) for one in many()]
    done = split(decided, SplitSettings(balance_test=True))
    counts = Counter((part, one.answer["judge"]) for one, part in zip(decided, done.parts, strict=True))
    assert abs(counts["test", "0"] - counts["test", "1"]) <= 8  # one group more or less
    assert counts["test", "0"] + counts["test", "1"] == pytest.approx(600, abs=5)
    assert counts["train", "1"] / counts["dev", "1"] == pytest.approx(7, rel=0.1)


def test_whole_words_go_to_test_and_the_rest_keeps_its_words_in_training() -> None:
    words = [chr(code) * 2 for code in range(0x5000, 0x5014)]
    sentences = [
        (word, f"{word}{chr(0x6000 + 7 * i + n)}{chr(0x7000 + 11 * i + 13 * n)}句")
        for i, word in enumerate(words)
        for n in range(12)
    ]
    decided = [sensed(i, text, word) for i, (word, text) in enumerate(sentences)]
    done = split(decided, SplitSettings(whole_words=Fraction(10, 100)))
    trained = {one.item.texts["word"] for one, part in zip(decided, done.parts, strict=True) if part == "train"}
    assert len(done.words) == 2
    assert sorted({*words} - trained) == sorted(done.words)


def test_the_seed_decides_and_only_the_seed() -> None:
    decided = many(400, 200)
    again = [split(decided, SplitSettings(seed=seed)) for seed in (1, 1, 2)]
    assert again[0] == again[1]
    assert again[0].parts != again[2].parts
    words = [sensed(i, f"句{i}", f"词{i % 50}") for i in range(100)]
    assert draw_words(words, SplitSettings(whole_words=5, seed=1)) != draw_words(
        words, SplitSettings(whole_words=5, seed=2)
    )


def test_the_bytes_of_a_split_are_the_same_on_every_machine(tmp_path: Path) -> None:
    decided = many(500, 120)
    write_proof(tmp_path, make_proof(no_inputs(), decided, split(decided, SplitSettings(seed=7))))
    written = b"".join((tmp_path / name).read_bytes() for name in (HEAD, GROUPS, ITEMS))
    assert hashlib.sha256(written).hexdigest() == "89f73ed0b2807254d5459c745f5eccee1ba7d0ec04ffa5e9d4fbab087b6ab803"


def no_inputs() -> list[Input]:
    return []


def test_nearly_identical_texts_stay_together_unless_they_state_different_originals() -> None:
    one = "保持背部挺直，腹部收紧，一侧手臂作为支撑，另一侧向前打开。"
    other = "请保持背部挺直，腹部收紧，一侧手臂作为支撑，另一侧向前伸展开。"
    far = "渔船停靠在码头边，渔夫正在补网，海鸥落在桅杆顶。"
    unstated = split([judged(1, one), judged(2, other), judged(3, far)], SplitSettings())
    assert list(unstated.groups) == [0, 0, 1]
    decided = [judged(1, one, origin="a"), judged(2, other, origin="b"), judged(3, far)]
    stated = split(decided, SplitSettings())
    assert list(stated.groups) == [0, 1, 2]
    apart = Split(stated.settings, stated.groups, ["train", "test", "dev"], (), stated.near)
    (leak,) = leaks(decided, apart).near
    assert (leak.item, leak.part, leak.other, leak.other_part) == (
        "space2022/task1 1-train-1",
        "train",
        "space2022/task1 1-train-2",
        "test",
    )
    assert leak.similarity == pytest.approx(0.92, abs=0.02)


def test_both_texts_of_a_pair_hold_its_items_together() -> None:
    _, decided = read_inputs(in_examples(["space2023/task3=space2023/task3_examples.jsonl"]))
    second = decided[0].item.texts["text2"]
    done = split([*decided, judged(99, second)], SplitSettings())
    assert done.groups[0] == done.groups[-1]
    assert done.parts[0] == done.parts[-1]


def test_texts_that_two_subtasks_ask_are_named_with_what_they_tell() -> None:
    arguments = [f"space2022/task{n}=space2022/task{n}_{part}.jsonl" for n in (1, 2, 3) for part in ("train", "dev")]
    _, decided = read_inputs(in_examples(arguments))
    shared = leaks(decided, split(decided, SplitSettings((Fraction(1), Fraction(1), Fraction(8))))).shared
    assert {one.task for one in shared} == {"space2022/task1"}
    assert {(one.other, *one.labels) for one in shared} == {("space2022/task2", "0")}
    assert sum(one.items for one in shared) > 10
    assert {one.telling for one in shared} == {1.0}


def test_texts_shared_without_telling_are_kept() -> None:
    texts = [scene.format("上") for scene in SCENES]
    mixed = [judged(i, text, str(i % 2)) for i, text in enumerate(texts)]
    same = [judged(i, text, "1", task="space2021/task1") for i, text in enumerate(texts)]
    done = split([*mixed, *same], SplitSettings((Fraction(0), Fraction(0), Fraction(1)), drop_shared=True))
    assert sorted(done.left_out) == list(range(len(texts), 2 * len(texts)))


def test_items_that_another_subtask_tells_can_be_left_out() -> None:
    arguments = [f"space2022/task{n}=space2022/task{n}_{part}.jsonl" for n in (1, 2, 3) for part in ("train", "dev")]
    inputs, decided = read_inputs(in_examples(arguments))
    ratio = (Fraction(5), Fraction(2), Fraction(3))
    done = split(decided, SplitSettings(ratio, drop_shared=True))
    kept = Split(done.settings, done.groups, done.parts)
    assert len(done.left_out) == sum(one.items for one in leaks(decided, kept).shared) > 0
    assert {(decided[i].task.id, decided[i].answer["judge"]) for i in done.left_out} == {("space2022/task1", "0")}
    assert leaks(decided, done).shared == []
    proof = make_proof(inputs, decided, done)
    assert proof_flaws(proof) == []
    assert sum(proof.head.items.values()) == len(decided) - len(done.left_out)
    assert sum(sum(row.counts) for row in achieved(decided, done) if not row.stratum.kind) == sum(
        proof.head.items.values()
    )


def test_groups_of_a_part_are_counted_with_their_largest() -> None:
    done = Split(SplitSettings(), [0, 0, 1, 2, 2, 2], ["train", "train", "train", "test", "test", "test"])
    assert group_sizes(done) == {"train": (2, 2), "dev": (0, 0), "test": (1, 3)}


@pytest.mark.parametrize(
    ("decided", "asked", "code"),
    [
        ([sensed(1, "打开窗户", "打开")], SplitSettings(whole_words=2), "too-few-words"),
        ([sensed(1, "打开窗户", "打开")], SplitSettings(balance_test=True), "nothing-to-balance"),
    ],
)
def test_what_cannot_be_done_is_said(decided: list[Decided], asked: SplitSettings, code: str) -> None:
    with pytest.raises(UserError) as problem:
        split(decided, asked)
    assert problem.value.code == code


def test_labels_of_every_example_are_short_names() -> None:
    _, decided = read_inputs(in_examples())
    rows = achieved(decided, split(decided, SplitSettings()))
    labels: dict[str, list[str]] = {}
    for row in rows:
        if row.stratum.kind == "label":
            labels.setdefault(row.stratum.task, []).append(row.stratum.value)
    assert sorted(labels["space2021/task3"]) == ["0/0", "0/1", "1/0"]
    assert sorted(labels["space2022/task1"]) == ["0", "1"]
    assert sorted(labels["space2022/task2"]) == ["A", "A&B", "A&C", "B", "B&C", "C"]
    assert sorted(labels["space2022/task3"]) == ["3–5", "6–10"]
    assert sorted(labels["space2023/task3"]) == ["false", "true"]
    assert "S1+P1+E1" in labels["space2023/task1"]
    assert len(labels["wsd/senses"]) == 20
    assert Stratum("wsd/senses") in {row.stratum for row in rows}
