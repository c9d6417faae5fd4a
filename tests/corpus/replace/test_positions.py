"""Which words are replaced, and why others are not."""

import pytest

from .builders import verdicts


@pytest.mark.parametrize(
    ("tagged", "expected"),
    [
        ("桌子/n 上/f 有/v 书/n", ["f:上"]),
        ("他/r 走/v 上/dv 台/n", ["dv:上"]),
        ("戴/v 上/f 帽子/n", ["dv:上"]),  # tagged as a localizer, but after a verb
        ("他/r 住/v 在/p 远处/s", ["p:在", "s:远处"]),
        ("车/n 停/v 在/p 右侧/f", ["p:在", "f:右侧"]),
        ("四处/d 看/v", ["d:四处"]),
    ],
)
def test_words_of_a_group_are_found_with_their_class(tagged: str, expected: list[str]) -> None:
    assert verdicts(tagged) == expected


@pytest.mark.parametrize(
    ("tagged", "reason"),
    [
        ("在/p 困难/a 条件/n 下/f", "abstract-noun:下"),
        ("市场经济/n 中/f", "abstract-noun:中"),
        ("天亮/n 前/f 出发/v", "false-localizer:前"),
        ("讨论/n 中/f", "abstract-noun:中"),
        ("营业/v 中/f", "homograph:中"),
        ("三天/t 后/f", "homograph:后"),
        ("装满/v 箱子/n 后/f ，/w", "false-localizer:后"),
        ("最后/f 走/v", "homograph:最后"),
        ("心/n 里/f", "part-of-word:里"),
        ("心里/s", "part-of-word:里"),
        ("港口/s", "no-group:港口"),
        ("中央/f", "no-group:中央"),
    ],
)
def test_what_is_not_about_physical_space_stays(tagged: str, reason: str) -> None:
    assert [one for one in verdicts(tagged) if not one.startswith("p:")] == [reason]


def test_a_place_word_is_replaced_whole_and_at_its_localizer() -> None:
    assert verdicts("水里/s") == verdicts("水/n 里/f") == ["s:水里", "f:里"]


def test_a_place_word_grown_together_is_replaced_only_whole() -> None:
    assert verdicts("家里/s") == verdicts("家/n 里/f") == ["s:家里", "part-of-word:里"]


def test_a_localizer_cut_in_two_is_one_word() -> None:
    assert verdicts("站/v 在/p 最/d 外/f") == ["p:在", "homograph:外"]
    assert verdicts("最/m 上/f") == ["homograph:上"]
    assert verdicts("最/n 里/f") == ["f:最里"]


def test_a_fixed_word_must_begin_where_a_word_begins() -> None:
    assert verdicts("河床/n 上/f") == ["f:上"]
    assert verdicts("床/n 上/f") == ["part-of-word:上"]


def test_long_localizers_need_not_belong_to_the_noun_before_them() -> None:
    assert verdicts("指挥/v 后面/f 的/u 人/n") == ["f:后面"]


def test_a_place_word_the_lexicon_does_not_know_is_a_noun_with_a_localizer() -> None:
    assert verdicts("棚里/s") == ["f:里"]
