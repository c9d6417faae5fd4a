"""Where the target word is, and windows of long sentences."""

import pytest

from pingce.systems.senses.target import marked, occurrences, windows


@pytest.mark.parametrize(
    ("sentence", "word", "places"),
    [
        ("他打开窗户", "打开", ((1, 2),)),
        ("打开又打开", "打开", ((0, 1), (3, 4))),
        ("帮了我大忙", "帮忙", ((0, 4),)),
        ("洗了个澡又洗个澡", "洗澡", ((0, 3), (5, 7))),
        ("忙着帮人", "帮忙", ()),
        ("帮他们把地里的活忙完", "帮忙", ()),
        ("他走了", "功夫", ()),
        ("他走了", "吃", ()),
        ("他走了", "", ()),
        ("C++好", "C++", ((0, 1, 2),)),
    ],
)
def test_all_occurrences_are_found_whole_or_in_pieces(
    sentence: str, word: str, places: tuple[tuple[int, ...], ...]
) -> None:
    assert occurrences(sentence, word) == places


def test_a_short_sentence_is_one_window() -> None:
    (window,) = windows("他打开窗户", "打开", 5)
    assert (window.text, window.targets) == ("他打开窗户", ((1, 2),))


def test_a_window_has_the_target_in_its_middle_as_far_as_the_sentence_allows() -> None:
    sentence = "一二三四五六目标七八九十"
    assert [window.text for window in windows(sentence, "目标", 6)] == ["五六目标七八"]
    assert [window.text for window in windows("目标" + sentence[:6], "目标", 6)] == ["目标一二三四"]
    assert [window.text for window in windows(sentence[:6] + "目标", "目标", 6)] == ["三四五六目标"]


def test_occurrences_far_apart_get_a_window_each_and_near_ones_share_it() -> None:
    sentence = "目标一目标" + "零" * 20 + "目标"
    found = windows(sentence, "目标", 7)
    assert [window.text for window in found] == ["目标一目标零零", "零零零零零目标"]
    assert [window.targets for window in found] == [((0, 1), (3, 4)), ((5, 6),)]


@pytest.mark.parametrize("width", [2, 3, 5, 8, 100])
def test_windows_keep_to_their_width_and_show_every_occurrence(width: int) -> None:
    sentence = "目标甲乙目标丙丁戊己庚辛壬癸目标"
    found = windows(sentence, "目标", width)
    assert max(len(window.text) for window in found) <= width
    shown = [window.text[target[0] : target[-1] + 1] for window in found for target in window.targets]
    assert shown == ["目标"] * 3


def test_without_an_occurrence_windows_cover_the_sentence() -> None:
    found = windows("一二三四五六七", "目标", 3)
    assert [window.text for window in found] == ["一二三", "四五六", "七"]
    assert {window.targets for window in found} == {()}


def test_a_word_in_pieces_wider_than_the_window_still_gives_one() -> None:
    assert [(window.text, window.targets) for window in windows("零零帮一二三四忙零零", "帮忙", 3)] == [("帮一二", ())]


def test_marks_stand_around_every_occurrence() -> None:
    (window,) = windows("打开又打开它", "打开", 10)
    assert marked(window, "【", "】") == "【打开】又【打开】它"
