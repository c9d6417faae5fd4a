"""Where passages begin and end."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingce.corpus.passages import LONGEST, SHORTEST, TARGET, PassageLengths, passages

SHORT = PassageLengths(shortest=4, target=10, longest=24)
ODD = st.text(alphabet=st.sampled_from('𠮷门外a1\uff11\uff21，、。！？…；“”‘’「」（）()"\n\r　 '), max_size=400)


def cut(text: str, lengths: PassageLengths = SHORT) -> list[str]:
    return [text[start:end] for start, end in passages(text, lengths)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("他走进屋里，坐下来。窗外下着雨。猫在桌下睡着。", ["他走进屋里，坐下来。", "窗外下着雨。猫在桌下睡着。"]),
        ("一二三四五六七八九。\n下一段。", ["一二三四五六七八九。", "下一段。"]),
        ("　　他站在门口等着人。  \r\n　　\n", ["他站在门口等着人。"]),
        # A quotation stays with its sentence.
        ("他喊：“快进来！外面冷！”大家都进屋了。雨停了吧。", ["他喊：“快进来！外面冷！”大家都进屋了。", "雨停了吧。"]),
        ("“我们到里面去吧！”“好，我这就来。”", ["“我们到里面去吧！”", "“好，我这就来。”"]),
        # ； and …… only where no full stop comes in time.
        ("东边是山，西边是水；南边有桥。北边没有路了。", ["东边是山，西边是水；南边有桥。", "北边没有路了。"]),
        (
            "东边是山，西边是水；南边有一座很长很长的桥，一直通到河对岸去。",
            ["东边是山，西边是水；", "南边有一座很长很长的桥，一直通到河对岸去。"],
        ),
        # Inside a quotation that is too long, between its sentences.
        (
            "“东边是山，西边是水。南边有桥。北边没有路，只有一片林子。你自己看吧。”",
            ["“东边是山，西边是水。", "南边有桥。北边没有路，只有一片林子。", "你自己看吧。”"],
        ),
        # A sentence that is too long stays whole, for the caller to drop.
        (
            "东边是山，西边是水，南边有桥，北边没有路，只有一片林子。走吧。",
            ["东边是山，西边是水，南边有桥，北边没有路，只有一片林子。", "走吧。"],
        ),
        # Last words that are too short stay with what stands before.
        ("他走进屋里，坐下来。好。", ["他走进屋里，坐下来。好。"]),
        ('"你先到里面去等着我。"她说。门开了又关了。', ['"你先到里面去等着我。"她说。', "门开了又关了。"]),
        ("", []),
        (" \n　\r\n", []),
    ],
)
def test_passages_end_where_sentences_do(text: str, expected: list[str]) -> None:
    assert cut(text) == expected


@given(ODD)
def test_passages_are_the_text_without_the_blanks_around_them(text: str) -> None:
    spans = list(passages(text, SHORT))
    assert all(start < end for start, end in spans)
    assert [start for start, _ in spans] == sorted(start for start, _ in spans)
    assert "".join(re.sub(r"\s", "", text[start:end]) for start, end in spans) == re.sub(r"\s", "", text)
    for start, end in spans:
        assert text[start:end] == text[start:end].strip()
        assert "\n" not in text[start:end]
        assert "\r" not in text[start:end]


@given(ODD)
def test_whatever_is_longer_than_allowed_has_no_sentence_end_to_cut_at(text: str) -> None:
    for start, end in passages(text, SHORT):
        if end - start > SHORT.longest:
            assert (
                re.search(
                    r"[。！？…；!?](?![。！？…；!?”’」）)\"])", text[start + SHORT.shortest : start + SHORT.longest]
                )
                is None
            )


def test_running_text_gives_the_published_mean() -> None:
    sentences = [
        "他走到门口停下来，看了看外面。",
        "院子里有一棵很高的树，树下放着两把旧椅子，没有人坐。",
        "雨停了。",
        "孩子们从河对岸的学校里跑出来，沿着田埂往家里走，书包在背上一跳一跳的。",
    ]
    text = "".join(sentences[i % 4] for i in range(4000))
    lengths = [end - start for start, end in passages(text, PassageLengths())]
    assert (SHORTEST, TARGET, LONGEST) == (16, 94, 256)
    assert 104 <= sum(lengths) / len(lengths) <= 124
