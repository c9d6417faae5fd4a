"""All sentences of one original, and the way back."""

import hashlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingce.corpus.replace.make import ReplaceSettings, fingerprint
from pingce.corpus.replace.positions import Position
from pingce.corpus.replace.sentence import Original, replaced
from pingce.formats.replacement import Change, undone

from .builders import LEXICON, made, text_of, words

TWO = "猫/n 在/p 床/q 底下/f 、/w 狗/n 在/p 门/n 旁/f 和/c 桌子/n 上/f"
SINGLE, DOUBLE, BOTH = (
    ReplaceSettings("single"),
    ReplaceSettings("double", doubles=None),
    ReplaceSettings("both", doubles=None),
)


def pairs(tagged: str, settings: ReplaceSettings, *, normal: frozenset[bytes] | None = None) -> list[str]:
    return [sentence.pair for sentence in made(tagged, settings, normal=normal)]


def test_every_position_with_every_other_word_of_its_group() -> None:
    assert pairs("向/v 左/f 走/v 出来/dv", SINGLE) == ["左→右", "出来→出去", "出来→进来", "出来→进去"]


def test_a_sentence_says_what_was_replaced_where() -> None:
    first = made("𠮷/n 车/n 左侧/f", SINGLE)[0]
    assert (first.text, first.origin, first.mode) == ("𠮷车右侧", "a", "single")
    assert first.changes == (Change(2, 2, "左侧", "右侧", "f", "f-侧", "antonym"),)


def test_two_words_at_once_are_localizers_only() -> None:
    assert pairs("门/n 左/f 、/w 窗/n 右/f", DOUBLE) == ["左→右 右→左"]
    assert pairs("向/v 左/f 走/v 出来/dv", DOUBLE) == []


def test_a_place_word_and_its_own_localizer_are_not_replaced_at_once() -> None:
    assert pairs("水/n 里/f", DOUBLE) == []


def test_both_is_single_then_double() -> None:
    assert pairs("门/n 左/f 、/w 窗/n 右/f", BOTH) == ["左→右", "右→左", "左→右 右→左"]


def test_no_sentence_is_made_twice() -> None:
    texts = [sentence.text for sentence in made("水/n 里/f 和/c 盆/n 里/f", BOTH)]
    assert len(texts) == len(set(texts)) == 9 + 9 + 9 * 9  # 水中 is reached from 水里 and from its 里
    assert text_of("水/n 里/f 和/c 盆/n 里/f") not in texts


def test_double_replacements_are_limited_by_a_seeded_choice() -> None:
    all_of_them = pairs(TWO, DOUBLE)
    some = pairs(TWO, ReplaceSettings("double", doubles=5))
    assert len(all_of_them) == 81
    assert len(some) == 5
    assert set(some) < set(all_of_them)
    assert some == pairs(TWO, ReplaceSettings("double", doubles=5))
    assert some != pairs(TWO, ReplaceSettings("double", doubles=5, seed=1))


@pytest.mark.parametrize(
    "of", [lambda n: ReplaceSettings("single", per_original=n), lambda n: ReplaceSettings("double", doubles=n)]
)
def test_a_larger_limit_keeps_what_a_smaller_one_kept(of: Callable[[int], ReplaceSettings]) -> None:
    few, more = (pairs(TWO, of(n)) for n in (3, 6))
    assert (len(few), len(more)) == (3, 6)
    assert set(few) < set(more)


def test_a_limit_beyond_all_doubles_keeps_all() -> None:
    assert sorted(pairs(TWO, ReplaceSettings("double", doubles=1000))) == sorted(pairs(TWO, DOUBLE))


def test_doubles_on_top_of_sentences_rated_normal() -> None:
    normal = frozenset({fingerprint(text_of(TWO).replace("门旁", "门后"))})
    onto = pairs(TWO, ReplaceSettings("double", doubles=None), normal=normal)
    assert len(onto) == 9
    assert all(pair.startswith("旁→后 上→") for pair in onto)


def test_near_synonyms_carry_no_second_replacement() -> None:
    normal = frozenset({fingerprint(text_of(TWO).replace("门旁", "门边"))})
    assert pairs(TWO, DOUBLE, normal=normal) == []


def test_ids_depend_on_origin_and_text_alone() -> None:
    one, other = (made("门/n 左/f", SINGLE, item=item)[0].id for item in ("a", "b"))
    mark = hashlib.sha256("门右".encode()).hexdigest()[:12]
    assert (one, other) == (f"a-{mark}", f"b-{mark}")


characters = st.text(st.sampled_from("𠮷aZ09\uff21\uff12，。“”…\u0301书桌上下里👩\u200d🚀é"), max_size=8)


@given(st.lists(characters, min_size=1, max_size=4), st.integers(0, 3), st.data())
def test_undo_gives_the_original_back(parts: list[str], seed: int, data: st.DataObject) -> None:
    localizers = [data.draw(st.sampled_from(["上", "左侧", "里面", "东南方", "出来", "水里"])) for _ in parts]
    tags = {"出来": "dv", "水里": "s"}
    tagged = " ".join(
        f"{part or '箱'}/n {word}/{tags.get(word, 'f')}" for part, word in zip(parts, localizers, strict=True)
    )
    original = text_of(tagged)
    for sentence in made(tagged, ReplaceSettings("both", doubles=6, seed=seed)):
        assert sentence.text != original
        assert undone(sentence.text, sentence.changes) == original
        for change in sentence.changes:
            assert original[change.start : change.start + len(change.old)] == change.old
            assert sentence.text[change.at : change.at + len(change.new)] == change.new


def test_undo_with_words_of_other_lengths() -> None:
    original = Original("a", "在左在右。")
    found = [w for w in words("在/p 左/f 在/p 右/f 。/w") if w.text in "左右"]
    group = LEXICON.group_of("左", "f")
    assert group is not None
    places = [Position(word.start, word.text, "f", group) for word in found]
    sentence = replaced(LEXICON, original, ((places[0], "正前方"), (places[1], "")))
    assert sentence.text == "在正前方在。"
    assert [(change.start, change.at) for change in sentence.changes] == [(1, 1), (3, 5)]
    assert undone(sentence.text, sentence.changes) == original.text


@pytest.mark.parametrize("text", ["在下边。", "在"])
def test_a_changed_text_cannot_be_undone(text: str) -> None:
    assert undone(text, [Change(1, 1, "里", "外", "f", "f-单字", "antonym")]) is None


def test_overlapping_changes_cannot_be_undone() -> None:
    changes = [Change(0, 0, "里面", "外面", "f", "f-面", "antonym"), Change(1, 1, "面", "面", "f", "f", "other")]
    assert undone("外面", changes) is None
