"""Cleaning: every rule on a case of its own, references, words, and that cleaning again changes nothing."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingce.corpus.dictionary.clean import FURTHER, InventorySettings, clean
from pingce.corpus.dictionary.rules import load_rules
from pingce.corpus.entries import DictionaryEntry, Gloss, gloss_of
from pingce.spec.errors import UserError

RULES = load_rules()
ALL = InventorySettings(characters=1, senses=1)


def cleaned(*glosses: str, word: str = "打开", wanted: InventorySettings = ALL) -> list[str]:
    entry = DictionaryEntry(word, tuple(Gloss(text) for text in glosses))
    result = clean([entry], RULES, wanted)
    return [gloss.line for one in result.entries for gloss in one.glosses]


CASES = [
    # numbering
    ("(1) 拉开", "拉开", {"numbering": 1}),
    ("⒉拉开", "拉开", {"numbering": 1}),
    ("1、（一）拉开", "拉开", {"numbering": 1}),
    ("◎ 拉开", "拉开", {"numbering": 1}),
    ("1.5米长的门", "1.5米长的门", {}),
    # part of speech
    ("〈动〉拉开", "拉开", {"part-of-speech": 1}),
    ("[名]门", "门", {"part-of-speech": 1}),
    ("【动、形】拉开", "拉开", {"part-of-speech": 1}),
    ("动词。拉开", "拉开", {"part-of-speech": 1}),
    ("（动）拉开", "拉开", {"part-of-speech": 1}),
    ("拉开（动）手", "拉开（动）手", {}),
    ("〈书〉拉开", "〈书〉拉开", {}),
    ("动词的一种", "动词的一种", {}),
    # phonetics
    ("dǎkāi拉开", "拉开", {"pinyin": 1}),
    ("（dǎ kāi）拉开", "拉开", {"pinyin": 1}),
    ("拉开，读音：dǎ", "拉开", {"pinyin": 1, "trailing-marks": 1}),
    ("(ｄǎ-)拉开", "拉开", {"pinyin": 1}),
    ("ㄉㄚˇ ㄎㄞ拉开", "拉开", {"zhuyin": 1}),
    ("（ㄉㄚˇ）拉开", "拉开", {"zhuyin": 1}),
    # English
    ("[open; unfold]∶拉开", "拉开", {"english-in-brackets": 1, "leading-marks": 1}),
    ("老虎(Panthera tigris)的门", "老虎的门", {"english-in-brackets": 1}),
    ("拉开open the door。", "拉开。", {"english-words": 1}),
    ("照X光、测DNA", "照X光、测DNA", {}),
    # examples
    ("拉开：“打开箱子。”", "拉开|打开箱子。", {"example-quote": 1}),
    ("拉开：“打开箱子。”“打开门。”", "拉开|打开箱子。|打开门。", {"example-quote": 1}),
    ("拉开。例如：打开箱子。", "拉开|打开箱子。", {"example-label": 1}),
    ("拉开，如“打开箱子”", "拉开|打开箱子", {"example-label": 1}),
    ("拉开：～箱子｜～门", "拉开|打开箱子|打开门", {"example-tilde": 1, "tilde": 2}),
    ("拉开|打开箱子||打开门", "拉开|打开箱子|打开门", {"example-mark": 1}),
    ("拉开。王五《夜路》二：“打开灯。”", "拉开。|王五《夜路》二：“打开灯。”", {"citation": 1}),
    ("[open]∶“打开箱子。”", "“打开箱子。”", {"english-in-brackets": 1, "leading-marks": 1}),
    ("这样说：", "这样说", {"trailing-marks": 1}),
    # the rest
    ("拉开 ， 揭\u3000开", "拉开，揭开", {"spaces": 1}),
    ("拉开,揭开.(半角)", "拉开,揭开.(半角)", {}),
    ("拉开（）", "拉开", {"empty-brackets": 1}),
    (
        "〈动〉(1) dǎkāi [open]拉开",
        "拉开",
        {"part-of-speech": 1, "numbering": 1, "pinyin": 1, "english-in-brackets": 1},
    ),
]


@pytest.mark.parametrize(("before", "after", "fired"), CASES, ids=[case[0] for case in CASES])
def test_one_gloss(before: str, after: str, fired: dict[str, int]) -> None:
    result = clean([DictionaryEntry("打开", (Gloss(before),))], RULES, ALL)
    assert [gloss.line for entry in result.entries for gloss in entry.glosses] == [after]
    assert {name: times for name, times in result.fired.items() if name != "spaces" or name in fired} == fired


def test_every_rule_of_the_file_fires_in_a_case() -> None:
    named = {rule.name for rule in RULES.rules if rule.enabled} | {named.name for named in RULES.examples}
    assert named == {name for _, _, fired in CASES for name in fired} - set(FURTHER)


def test_examples_of_the_page_come_after_those_in_the_gloss() -> None:
    entry = DictionaryEntry("打开", (Gloss("拉开：“打开箱子。”", ("(1) 打开箱子。", "～门", "")),))
    assert [gloss.line for one in clean([entry], RULES, ALL).entries for gloss in one.glosses] == [
        "拉开|打开箱子。|打开门"
    ]


def test_repeated_and_empty_glosses_go() -> None:
    result = clean([DictionaryEntry("打开", (Gloss("拉开|甲"), Gloss("[open]"), Gloss("拉开|乙")))], RULES, ALL)
    assert [gloss.line for gloss in result.entries[0].glosses] == ["拉开|甲|乙"]
    assert (result.fired["empty"], result.fired["duplicate"]) == (1, 1)


BOOK = [
    DictionaryEntry("开启", (Gloss("打开"), Gloss("开始|开启新篇"))),
    DictionaryEntry("启开", (Gloss("同“开启”。"), Gloss("撬开"))),
    DictionaryEntry("揭开", (Gloss("见“开启”②"), Gloss("见“启开”"), Gloss("同“开启①”"))),
    DictionaryEntry("甲乙", (Gloss("同“乙甲”"), Gloss("一种东西"))),
    DictionaryEntry("乙甲", (Gloss("同“甲乙”"), Gloss("同“没有”"), Gloss("另一种"))),
    DictionaryEntry("丙丁", (Gloss("火"), Gloss("同①"), Gloss("①的比喻"))),
]


@pytest.mark.parametrize(
    ("how", "senses"),
    [
        (
            "resolve",
            {
                "开启": ["打开", "开始|开启新篇"],
                "启开": ["打开", "开始", "撬开"],
                "揭开": ["开始", "打开", "撬开"],
                "甲乙": ["另一种", "一种东西"],
                "乙甲": ["一种东西", "另一种"],
                "丙丁": ["火", "①的比喻"],
            },
        ),
        (
            "drop",
            {
                "开启": ["打开", "开始|开启新篇"],
                "启开": ["撬开"],
                "揭开": [],
                "甲乙": ["一种东西"],
                "乙甲": ["另一种"],
                "丙丁": ["火", "①的比喻"],
            },
        ),
        (
            "keep",
            {
                entry.word: [gloss.line if "|" in gloss.line else gloss.text for gloss in entry.glosses]
                for entry in BOOK
            },
        ),
    ],
)
def test_references(how: str, senses: dict[str, list[str]]) -> None:
    wanted = InventorySettings(1, 0, "resolve" if how == "resolve" else "drop" if how == "drop" else "keep")
    found = {e.word: [g.line for g in e.glosses] for e in clean(BOOK, RULES, wanted).entries}
    assert found == senses


def test_what_leads_nowhere_and_what_leans_on_a_neighbour_is_counted() -> None:
    fired = clean(BOOK, RULES, ALL).fired
    assert {
        name: fired[name]
        for name in ("reference", "reference-with-number", "unresolved", "reference-to-neighbour", "dependent")
    } == {
        "reference": 5,
        "reference-with-number": 1,
        "unresolved": 1,
        "reference-to-neighbour": 1,
        "dependent": 1,
    }


def test_only_words_of_several_characters_and_senses_stay() -> None:
    two = (Gloss("甲"), Gloss("乙"))
    entries = [
        DictionaryEntry("灯", two),
        DictionaryEntry("OK", two),
        DictionaryEntry("灯塔", two),
        DictionaryEntry("海图", two[:1]),
        DictionaryEntry("T恤", two),
    ]
    result = clean(entries, RULES)
    assert [entry.word for entry in result.entries] == ["灯塔"]
    assert dict(result.fired) == {"short-word": 2, "not-chinese": 1, "one-sense": 1}


def test_changes_are_listed_with_before_and_after() -> None:
    changes: list[tuple[str, ...]] = []
    clean([DictionaryEntry("打开", (Gloss("(1) 拉开"),))], RULES, ALL, change=lambda *change: changes.append(change))
    assert changes == [("打开", "numbering", "(1) 拉开", "拉开")]


ALPHABET = "拉开门。，：；“”‘’（）()[]〈〉①②(1)动名同见～|｜例如《》 aObpenDNā1.、∶◎ㄉ"


@given(st.lists(st.text(ALPHABET, max_size=25), min_size=1, max_size=4))
def test_cleaning_again_changes_nothing(texts: list[str]) -> None:
    once = clean([DictionaryEntry("打开", tuple(Gloss(text) for text in texts))], RULES, ALL).entries
    lines = [gloss.line for entry in once for gloss in entry.glosses]
    again = clean([DictionaryEntry("打开", tuple(gloss_of(line) for line in lines))], RULES, ALL).entries
    assert [gloss.line for entry in again for gloss in entry.glosses] == lines


def test_rules_are_switched_by_name() -> None:
    on = load_rules(switch_on=["register"], switch_off=["numbering", "example-quote", "reference"])
    entry = DictionaryEntry("打开", (Gloss("(1) 〈书〉拉开：“打开门。”"), Gloss("同“开启”")))
    assert [gloss.line for gloss in clean([entry], on, ALL).entries[0].glosses] == ["(1)拉开：“打开门。”", "同“开启”"]


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ('[[rule]]\nname = "x"\non = "both"\npattern = "("\nreplace = ""', "x.pattern"),
        ('[[rule]]\nname = "x"\non = "nowhere"\npattern = "a"\nreplace = ""', "x.on"),
        ('[[rule]]\nname = "x"\non = "both"\npattern = "a"', "x.replace"),
        ('[[reference]]\nname = "x"\npattern = "a(?P<word>b)"', "number"),
    ],
)
def test_broken_rules_are_named(tmp_path: Path, content: str, part: str) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UserError, match=part) as caught:
        load_rules(path)
    assert caught.value.code == "bad-rules"


def test_a_rule_that_feeds_itself_comes_to_an_end(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('[[rule]]\nname = "x"\non = "gloss"\npattern = "$"\nreplace = "啊"', encoding="utf-8")
    result = clean([DictionaryEntry("打开", (Gloss("拉"),))], load_rules(path), ALL)
    assert result.entries[0].glosses[0].text == "拉" + "啊" * 64


def test_unknown_rules_and_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="There is no rule nonsense") as unknown:
        load_rules(switch_off=["nonsense"])
    assert unknown.value.code == "no-such-rule"
    with pytest.raises(UserError) as missing:
        load_rules(tmp_path / "none.toml")
    assert missing.value.code == "cannot-read"
    (tmp_path / "bad.toml").write_text("[[rule]", encoding="utf-8")
    with pytest.raises(UserError, match=r"bad\.toml is not TOML") as bad:
        load_rules(tmp_path / "bad.toml")
    assert bad.value.code == "bad-toml"
