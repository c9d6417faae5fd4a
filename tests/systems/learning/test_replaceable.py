"""Places where a word could have been replaced, and which were, as far as siblings tell."""

import pytest

from pingce.systems.judging.word_labels import replaced_groups, strange_sites, strangeness, wrong_sites
from pingce.systems.learning.replaceable import Reader, keep_groups

READER = Reader()
FAMILY = (
    "他把书放在桌子上，走到窗边。",
    "他把书放在桌子下，走到窗边。",
    "他把书放在桌子外，走到窗边。",
    "他把书放在桌子上，走到窗里。",
)


def test_sites_are_the_spatial_words_with_a_group() -> None:
    reading = READER.read("他把书放在桌子上，走到窗边。")
    assert [(site.word, site.group.id) for site in reading.sites if site.group.cls == "f"] == [
        ("上", "f-单字"),
        ("边", "f-单字"),
    ]
    assert all(reading.text[site.start : site.end] == site.word for site in reading.sites)
    assert all(reading.words[site.at].text == site.word for site in reading.sites)


def test_only_wanted_groups_are_kept() -> None:
    reading = READER.read(FAMILY[0])
    assert {site.group.id for site in keep_groups(reading, frozenset({"f-单字"})).sites} == {"f-单字"}
    assert keep_groups(reading, frozenset()).sites == []


def test_a_word_most_siblings_do_not_have_is_strange() -> None:
    readings = [keep_groups(READER.read(text), frozenset({"f-单字"})) for text in FAMILY]
    shares = strangeness(readings, [0, 0, 0, 0])
    assert shares == [[2 / 3, 1 / 3], [1.0, 1 / 3], [1.0, 1 / 3], [2 / 3, 1.0]]


def test_a_text_alone_and_one_that_stands_twice_tell_nothing() -> None:
    reading = READER.read(FAMILY[0])
    assert strangeness([reading], [0]) == [[None] * len(reading.sites)]
    assert strangeness([reading, reading], [0, 0]) == [[None] * len(reading.sites)] * 2
    assert strangeness([reading, READER.read(FAMILY[1])], [0, 1])[0] == [None] * len(reading.sites)


@pytest.mark.parametrize(
    ("shares", "normal", "wrong"),
    [
        ([1.0, 0.2], False, [True, False]),
        ([1.0, 0.2], True, [False, False]),
        ([0.5, 0.2], False, None),
        ([None, None], False, None),
        ([None, None], True, [False, False]),
    ],
)
def test_strange_words_of_abnormal_texts_are_wrong(
    shares: list[float | None], normal: bool, wrong: list[bool] | None
) -> None:
    assert wrong_sites(strange_sites(shares), normal=normal) == wrong


def test_groups_that_were_never_replaced_are_not_looked_at() -> None:
    readings = [READER.read(text) for text in FAMILY]
    assert replaced_groups(readings, strangeness(readings, [0] * 4)) == {"f-单字"}
    everything = {site.group.id for reading in readings for site in reading.sites}
    assert replaced_groups(readings, strangeness(readings, [0, 1, 2, 3])) == everything
