"""Features of kinds: what enters what, and where it is then."""

from pingce.systems.interface import NoProgress
from pingce.systems.judging.word_labels import label_words
from pingce.systems.learning.frames import frame_features
from pingce.systems.learning.replaceable import Reader
from tests.builders import make_item


def features(text: str, word: str) -> set[str]:
    reading = Reader().read(text)
    [at] = [i for i, site in enumerate(reading.sites) if site.word == word]
    return set(frame_features(reading, at))


def test_a_localizer_knows_the_kind_of_thing_before_it_and_the_way_something_goes() -> None:
    into = features("他跳进山洞外去打猎。", "外")
    assert {"at.k=外|room", "at.m=外|进", "at.way=外|into", "at.kway=外|roominto"} <= into
    out = features("猫从箱子外跳出来。", "外")
    assert {"at.p=外|从", "at.pd=外|从出来", "at.way=外|from-out"} <= out
    assert "at.way=外|into" not in out


def test_a_direction_knows_the_preposition_and_place_before_it_in_its_own_clause() -> None:
    assert "go.pl=进来|从里" in features("他从房间里走进来。", "进来")
    assert "go.pl=进来|--" in features("他从房间里出门，又走进来。", "进来")


def test_an_item_that_says_where_its_word_was_replaced_is_believed() -> None:
    texts = [
        "书放在桌子上，人坐在椅子上。",
        "书放在桌子里，人坐在椅子上。",
        "书放在桌子外，人坐在椅子上。",
        "书放在桌子上，人坐在椅子里。",
    ]
    items = [make_item(str(i), text) for i, text in enumerate(texts)]
    normal = [True, False, False, False]
    guessed = label_words(items, normal, Reader(), NoProgress())
    assert guessed.wrong[3] == [True, True], "most siblings have another word in both places"
    stated = [make_item("3", texts[3], extra={"replaced_at": str(texts[3].rindex("里"))})]
    told = label_words([*items[:3], *stated], normal, Reader(), NoProgress())
    assert told.wrong[3] == [False, True]
