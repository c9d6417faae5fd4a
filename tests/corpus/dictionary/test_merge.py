"""Merging and counting inventories."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingce.corpus.dictionary.decisions import MergeDecision, add_decision, pair_key, read_decisions
from pingce.corpus.dictionary.merge import (
    Measure,
    Merged,
    MergeRule,
    SkippedGloss,
    merge,
    proposed_pairs,
    similarity_of,
)
from pingce.corpus.dictionary.statistics import inventory_statistics
from pingce.corpus.entries import DictionaryEntry, Gloss, by_word, read_entries, write_entries
from pingce.formats.load import BadFileError
from pingce.spec.errors import UserError

Inventory = dict[str, list[str]]


def entries(inventory: Inventory) -> dict[str, DictionaryEntry]:
    return {word: DictionaryEntry(word, tuple(Gloss(text) for text in texts)) for word, texts in inventory.items()}


def merged(base: Inventory, additions: Inventory, rule: MergeRule | None = None) -> Merged:
    return merge(entries(base), entries(additions).values(), rule)


def texts(result: Merged) -> Inventory:
    return {word: [gloss.text for gloss in entry.glosses] for word, entry in result.entries.items()}


BASE: Inventory = {"打开": ["拉开，揭开。", "使局面开展"], "石桥": ["石头造的桥"]}
MORE: Inventory = {"灯塔": ["引路的塔", "引路的塔。", "指路的人"], "打开": ["拉开，揭开", "接通电路", "接通电路。"]}


def test_new_words_and_glosses_are_added_after_what_was_there() -> None:
    result = merged(BASE, MORE)
    assert texts(result) == {
        "打开": ["拉开，揭开。", "使局面开展", "接通电路"],
        "石桥": ["石头造的桥"],
        "灯塔": ["引路的塔", "指路的人"],
    }
    assert list(result.entries) == ["打开", "石桥", "灯塔"]
    assert result.skipped == [
        SkippedGloss("灯塔", "引路的塔。", "引路的塔", 88.89),
        SkippedGloss("打开", "拉开，揭开", "拉开，揭开。", 90.91),
        SkippedGloss("打开", "接通电路。", "接通电路", 88.89),
    ]
    assert result.counts.as_dict() == {
        "base_words": 2,
        "base_glosses": 3,
        "new_words": 1,
        "new_word_glosses": 2,
        "words_with_added_glosses": 1,
        "added_glosses": 1,
        "skipped_glosses": 3,
        "words": 3,
        "glosses": 6,
    }


def test_decisions_of_people_go_before_the_rule() -> None:
    base, more = {"打开": ["拉开，揭开。", "接通电路"]}, {"打开": ["拉开，揭开", "接上电源", "接通电路"]}
    pairs = list(proposed_pairs(entries(base), entries(more).values(), near=40))
    told = [(pair.gloss, pair.like, pair.similarity, pair.same, pair.decided) for pair in pairs]
    assert told == [("拉开，揭开", "拉开，揭开。", 90.91, True, None), ("接上电源", "接通电路", 50.0, False, None)]
    # whichever is the base, and however the punctuation is set
    decisions = {
        pair_key("打开", "拉开, 揭开.", "拉开，揭开"): False,
        pair_key("打开", "接通电路", "接上电源"): True,
        pair_key("打开", "接通电路", "接通 电路"): False,  # identical glosses are one sense whatever anybody says
    }
    result = merge(entries(base), entries(more).values(), decisions=decisions)
    assert texts(result) == {"打开": ["拉开，揭开。", "接通电路", "拉开，揭开"]}
    assert result.skipped[0] == SkippedGloss("打开", "接上电源", "接通电路", 50.0)
    pairs = list(proposed_pairs(entries(base), entries(more).values(), decisions=decisions, near=40))
    assert [(pair.same, pair.decided) for pair in pairs] == [(True, False), (False, True)]


def test_the_last_decision_about_a_pair_holds(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    path.write_text('{"word": "打开", "gloss": "甲", "like": "乙", "same": true}', encoding="utf-8")  # no line end
    add_decision(path, MergeDecision("打开", "丙", "乙", same=True, who="wang", at=1.0))
    add_decision(path, MergeDecision("打开", "乙", "甲", same=False, who="wang", at=2.0))
    assert read_decisions(path) == {("打开", "丙", "乙"): True, ("打开", "乙", "甲"): False}
    add_decision(path, MergeDecision("打开", "丙", "乙", who="wang", at=3.0))
    assert read_decisions(path) == {("打开", "乙", "甲"): False}
    path.write_text('{"word": "打开"}', encoding="utf-8")
    with pytest.raises(UserError, match=r"decisions\.jsonl:1"):
        read_decisions(path)


def test_new_words_can_be_added_as_they_are() -> None:
    result = merged(BASE, MORE, MergeRule(within_new=False))
    assert texts(result)["灯塔"] == MORE["灯塔"]
    assert len(result.skipped) == 2


@pytest.mark.parametrize(
    ("measure", "one", "other", "value"),
    [
        ("ratio", "甲乙丙丁", "甲乙丙", 600 / 7),
        ("levenshtein", "甲乙丙丁", "甲乙丙", 75.0),
        ("partial", "甲乙丙丁", "乙丙", 100.0),
        ("jaro-winkler", "甲乙", "甲乙", 100.0),
    ],
)
def test_measures(measure: Measure, one: str, other: str, value: float) -> None:
    assert similarity_of(MergeRule(measure, 0))(one, other) == pytest.approx(value)


@pytest.mark.parametrize(("threshold", "added"), [(85.0, 1), (84.9, 0), (100.0, 1), (0.0, 0)])
def test_exactly_the_threshold_is_not_more(threshold: float, added: int) -> None:
    base, other = "一二三四五六七八九十" * 2, "一二三四五六七八九十一二三四五六七甲乙丙"
    assert similarity_of(MergeRule("ratio", 0))(base, other) == pytest.approx(85)
    assert merged({"词语": [base]}, {"词语": [other]}, MergeRule(threshold=threshold)).counts.added_glosses == added


def test_identical_glosses_are_never_added() -> None:
    assert merged({"词语": ["甲"]}, {"词语": ["甲"]}, MergeRule(threshold=100)).counts.added_glosses == 0


def test_examples_count_only_if_asked() -> None:
    base = {"词语": DictionaryEntry("词语", (Gloss("甲乙丙丁", ("一个很长很长的例子",)),))}
    more = [DictionaryEntry("词语", (Gloss("甲乙丙丁", ("另外",)),), source="b")]
    assert merge(base, more).counts.added_glosses == 0
    whole = merge(base, more, MergeRule(compare="whole"))
    assert whole.counts.added_glosses == 1
    assert whole.entries["词语"].glosses[1].source == "b"


INVENTORIES = st.dictionaries(
    st.text("词语打开石桥", min_size=1, max_size=2),
    st.lists(st.text("甲乙丙。", min_size=1, max_size=12), min_size=1, max_size=4),
    max_size=4,
)
RULES = st.builds(
    MergeRule,
    measure=st.sampled_from(["ratio", "levenshtein", "partial", "jaro-winkler"]),
    threshold=st.sampled_from([0.0, 50.0, 85.0, 100.0]),
    within_new=st.just(True),
)


@given(INVENTORIES, INVENTORIES, RULES)
def test_what_every_merge_keeps(base: Inventory, more: Inventory, rule: MergeRule) -> None:
    result = merged(base, more, rule)
    found = texts(result)
    # the base is a prefix, word by word and gloss by gloss
    assert list(found)[: len(base)] == list(base)
    assert all(found[word][: len(glosses)] == glosses for word, glosses in base.items())
    # nothing added is above the threshold of anything before it
    similarity = similarity_of(rule)
    for word, glosses in found.items():
        for i in range(len(base.get(word, ())), len(glosses)):
            assert all(round(similarity(glosses[i], other), 6) <= rule.threshold for other in glosses[:i])
            assert glosses[i] not in glosses[:i]
    # once is enough
    again = merge(result.entries, entries(more).values(), rule)
    assert (again.entries, again.counts.added_glosses, again.counts.new_words) == (result.entries, 0, 0)
    # every gloss is accounted for
    given_ = sum(len(glosses) for glosses in more.values())
    counts = result.counts
    assert counts.new_word_glosses + counts.added_glosses + counts.skipped_glosses == given_
    assert counts.glosses == sum(len(glosses) for glosses in found.values())


def test_statistics_are_those_of_the_paper() -> None:
    numbers = inventory_statistics(
        [
            DictionaryEntry("打开", (Gloss("拉开", ("打开箱子",)), Gloss("接通"), Gloss("开展"))),
            DictionaryEntry("石桥", (Gloss("桥"),)),
            DictionaryEntry("石拱桥", (Gloss("桥"), Gloss("拱形的桥"))),
        ]
    )
    assert numbers.as_dict() == {
        "words": 3,
        "polysemous_words": 2,
        "glosses": 6,
        "senses_per_word": 2.0,
        "senses_per_polysemous_word": 2.5,
        "most_senses": 3,
        "gloss_length": 2.0,
        "gloss_length_with_examples": 2.8333,
        "glosses_with_examples": 1,
        "shared_glosses": 1,
        "words_by_senses": {"1": 1, "2": 1, "3": 1},
        "words_by_characters": {"2": 2, "3": 1},
    }
    empty = inventory_statistics([])
    assert (empty.words, empty.senses.mean, empty.senses.most) == (0, 0.0, 0)


def test_entries_and_inventories_come_back_as_they_went(tmp_path: Path) -> None:
    entry = DictionaryEntry(
        "打开", (Gloss("拉开", ("打开箱子",), "dǎ kāi", "b"), Gloss("接通")), ("http://h.example/",), "a"
    )
    lines, inventory = tmp_path / "e.jsonl", tmp_path / "i.json"
    assert (write_entries(lines, [entry]), write_entries(inventory, [entry])) == (1, 1)
    assert list(read_entries(lines)) == [entry]
    assert list(read_entries(inventory)) == [DictionaryEntry("打开", (Gloss("拉开", ("打开箱子",)), Gloss("接通")))]
    write_entries(inventory, [entry], examples=False)
    assert inventory.read_text(encoding="utf-8") == '{\n"打开": ["拉开","接通"]\n}\n'
    write_entries(lines, [entry], examples=False)
    assert next(iter(read_entries(lines))).glosses[0].examples == ()


def test_entries_of_one_word_are_put_together() -> None:
    first = DictionaryEntry("打开", (Gloss("拉开"),), ("x",), "a")
    both = by_word(
        [
            first,
            DictionaryEntry("打开", (Gloss("接通"),), ("y",), "b"),
            DictionaryEntry("打开", (Gloss("开展"),), (), "a"),
        ]
    )
    assert both == {
        "打开": DictionaryEntry("打开", (Gloss("拉开"), Gloss("接通", source="b"), Gloss("开展")), ("x", "y"), "a")
    }


@pytest.mark.parametrize(
    "line", ["{}", "[]", '{"word": "x", "glosses": ["y"]}', "{", '{"word": "\\ud800", "glosses": []}']
)
def test_a_bad_line_is_named_by_its_number(tmp_path: Path, line: str) -> None:
    path = tmp_path / "e.jsonl"
    path.write_text('\n{"word": "x", "glosses": []}\n' + line, encoding="utf-8")
    with pytest.raises(UserError, match=r"e.jsonl:3: ") as caught:
        list(read_entries(path))
    assert caught.value.code == "bad-entry"


@pytest.mark.parametrize("content", ["[1]", "{", '{"打开": "拉开"}'])
def test_a_bad_inventory_loses_no_word_in_silence(tmp_path: Path, content: str) -> None:
    path = tmp_path / "i.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadFileError):
        list(read_entries(path))


@pytest.mark.parametrize(
    ("other", "as_written", "kept"),
    [
        ("有矛盾;争斗;争执.", False, 0),
        ("有矛盾； 争斗； 争执。", False, 0),
        ("有矛盾;争斗;争执.", True, 1),
        ("争斗不休的样子", False, 1),
    ],
)
def test_widths_of_punctuation_and_blanks_are_no_difference(other: str, as_written: bool, kept: int) -> None:
    base = "有矛盾；争斗；争执。"
    result = merged({"纠纷": [base]}, {"纠纷": [other]}, MergeRule(as_written=as_written))
    assert result.counts.added_glosses == kept
    assert [(one.gloss, one.like) for one in result.skipped] == [(other, base)] * (1 - kept), "as they are written"
