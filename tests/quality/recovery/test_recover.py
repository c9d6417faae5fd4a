"""Replacements are found from given originals first, from siblings otherwise."""

from pingce.quality.recovery.recover import recover, stated_origins
from tests.builders import make_item

PARK = "孩子们围在喷泉旁，把纸船放进水里，看着纸船漂向池子中间。"
ROOM = "爷爷坐在藤椅上，把眼镜搁在报纸旁，让花猫趴在膝盖上，听收音机里唱戏。"


def test_a_given_original_is_enough_for_one_sentence() -> None:
    sentence = PARK.replace("喷泉旁", "喷泉边")
    found = recover([sentence], originals=[PARK])
    assert found.sentences[sentence].how == "given"
    assert [change.pair for change in found.sentences[sentence].changes] == ["旁→边"]
    assert found.sentences[sentence].original == PARK


def test_siblings_tell_their_original() -> None:
    sentences = [ROOM.replace("椅上", new) for new in ("椅下", "椅旁")]
    sentences += [ROOM.replace("报纸旁", new) for new in ("报纸里", "报纸上")]
    sentences += [ROOM.replace("盖上", "盖前")]
    found = recover(sentences)
    assert {one.original for one in found.sentences.values()} == {ROOM}
    assert dict(found.how) == {"unique": 5}
    assert [found.sentences[text].changes[0].pair for text in sentences] == [
        "上→下",
        "上→旁",
        "旁→里",
        "旁→上",
        "上→前",
    ]


def test_an_original_that_is_one_of_the_sentences_is_a_sentence() -> None:
    sentence = PARK.replace("喷泉旁", "喷泉边")
    assert recover([sentence, PARK], originals=[PARK]).sentences == {}


def test_likeliest_originals_can_be_left_out() -> None:
    sentences = [
        ROOM.replace("椅上", "椅下").replace("报纸旁", "报纸里"),
        ROOM.replace("椅上", "椅旁"),
        ROOM.replace("报纸旁", "报纸上"),
        ROOM.replace("盖上", "盖前"),
    ]
    assert dict(recover(sentences).how) == {"likeliest": 4}
    assert dict(recover(sentences).modes) == {"double": 1, "single": 3}
    assert recover(sentences, likely=False).sentences == {}


def test_every_text_has_a_group_whether_recovered_or_not() -> None:
    found = recover([PARK, ROOM, ROOM.replace("椅上", "椅下")])
    assert found.groups == {PARK: 0, ROOM: 1, ROOM.replace("椅上", "椅下"): 1}
    assert found.sentences == {}


def test_stated_origins_keep_sentences_apart() -> None:
    sentences = [PARK.replace("喷泉旁", "喷泉边"), PARK.replace("水里", "水中")]
    items = [make_item(str(i), text, extra={"origin": f"o{i}"}) for i, text in enumerate(sentences)]
    assert [*recover(sentences).groups.values()] == [0, 0]
    assert [*recover(sentences, stated=stated_origins(items)).groups.values()] == [0, 1]
    assert stated_origins([make_item()]) == {}
