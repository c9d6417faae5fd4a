"""What must hold for the lexicon in the package."""

import re
import tomllib
from collections import Counter
from itertools import combinations

import pytest

from pingce.language.lexicon.load import OURS, load_lexicon
from pingce.language.lexicon.model import CLASSES, MODELS, RELATIONS, FalseLocalizer, ReplacementGroup
from pingce.language.tagging.words import Word

LEXICON = load_lexicon()
GROUPS = {group.id: group for group in LEXICON.groups}


def test_its_size() -> None:
    sizes = {cls: sum(group.cls == cls for group in LEXICON.groups) for cls in CLASSES}
    assert sizes == {"f": 33, "s": 19, "dv": 7, "p": 4, "d": 1}
    assert {cls: len(words) for cls, words in LEXICON.classes.items()} == {
        "f": 262,
        "s": 226,
        "dv": 33,
        "p": 33,
        "d": 39,
    }
    assert len(LEXICON.abstract) == 749


def test_no_word_is_in_two_groups_of_one_class() -> None:
    places = Counter((group.cls, word) for group in LEXICON.groups for word in group.words)
    assert [place for place, n in places.items() if n > 1] == []


@pytest.mark.parametrize("group", LEXICON.groups, ids=lambda group: group.id)
def test_a_group_has_two_words_or_more_of_one_length_and_a_known_model(group: ReplacementGroup) -> None:
    assert len(group.words) >= 2
    assert len({len(word) for word in group.words}) == 1
    assert group.model in MODELS
    assert group.cls in CLASSES
    assert set(group.words) <= LEXICON.classes[group.cls]


@pytest.mark.parametrize("group", LEXICON.groups, ids=lambda group: group.id)
def test_replacement_and_relation_are_symmetric(group: ReplacementGroup) -> None:
    for one, other in combinations(group.words, 2):
        assert other in group.others(one)
        assert one in group.others(other)
        assert LEXICON.relation(one, other) == LEXICON.relation(other, one)
        assert LEXICON.relation(one, other) in RELATIONS


def test_every_related_pair_speaks_of_words_the_lexicon_knows() -> None:
    known = frozenset().union(*LEXICON.classes.values())
    words = frozenset().union(*LEXICON.synonyms, *LEXICON.antonyms) | LEXICON.centre | LEXICON.periphery
    assert words - known == frozenset()


def test_every_antonym_pair_can_be_exchanged() -> None:
    grouped = {frozenset(pair) for group in LEXICON.groups for pair in combinations(group.words, 2)}
    assert LEXICON.antonyms - grouped == frozenset()


def test_no_abstract_noun_is_a_spatial_word() -> None:
    assert LEXICON.abstract & frozenset().union(*LEXICON.classes.values()) == frozenset({"过去"})


def test_every_list_names_a_word_once() -> None:
    repeated = {}
    for file in sorted(OURS.glob("*.toml")):
        for table, lists in tomllib.loads(file.read_text(encoding="utf-8")).items():
            for key, words in lists.items() if isinstance(lists, dict) else ():
                if isinstance(words, str):
                    again = [word for word, n in Counter(words.split()).items() if n > 1]
                    if again:
                        repeated[f"{table}.{key}"] = again
    assert repeated == {}


@pytest.mark.parametrize(
    ("old", "new", "relation"),
    [
        ("里", "中", "synonym"),
        ("旁", "边", "synonym"),
        ("出来", "出去", "synonym"),
        ("上", "下", "antonym"),
        ("里", "外", "antonym"),
        ("进", "出", "antonym"),
        ("里", "旁", "centre-periphery"),
        ("边", "内", "centre-periphery"),
        ("上", "前", "other"),
    ],
)
def test_relations(old: str, new: str, relation: str) -> None:
    assert LEXICON.relation(old, new) == relation


def test_up_goes_with_all_localizers_but_as_a_verb_only_with_down() -> None:
    localizers, verbs = LEXICON.group_of("上", "f"), LEXICON.group_of("上", "dv")
    assert localizers is not None
    assert verbs is not None
    assert localizers.others("上") == ("下", "里", "外", "中", "内", "前", "后", "旁", "边")
    assert verbs.others("上") == ("下",)


@pytest.mark.parametrize(
    ("text", "tag", "cls"),
    [
        ("上", "f", "f"),
        ("上", "dv", "dv"),
        ("上", "v", None),
        ("水里", "s", "s"),
        ("远处", "n", "s"),
        ("从", "p", "p"),
        ("对于", "p", None),
        ("到处", "d", "d"),
        ("非常", "d", None),
        ("桌子", "n", None),
    ],
)
def test_class_of_a_word_depends_on_its_tag(text: str, tag: str, cls: str | None) -> None:
    assert LEXICON.spatial_class(Word(text, tag, 0)) == cls


@pytest.mark.parametrize("frame", LEXICON.false_localizers, ids=lambda frame: frame.id)
def test_every_false_localizer_matches_its_own_examples(frame: FalseLocalizer) -> None:
    table = tomllib.loads((OURS / "context.toml").read_text(encoding="utf-8"))["false"]
    examples = next(row["examples"] for row in table if row["id"] == frame.id).split()
    for example in examples:
        places = [match for word in frame.words for match in re.finditer(word, example)]
        assert [m for m in places if frame.fits(example, Word(m.group(), "f", m.start()))] != []


@pytest.mark.parametrize("text", ["桌子上", "车后，", "湖边的树", "蓝天下", "铁路线上", "庙会上"])
def test_localizers_of_space_match_no_frame(text: str) -> None:
    at = next(i for i, character in enumerate(text) if character in "上下后边")
    assert LEXICON.false_localizer(text, Word(text[at], "f", at)) is None


@pytest.mark.parametrize(("noun", "abstract"), [("条件", True), ("市场经济", True), ("桌子", False), ("铁路线", False)])
def test_abstract_nouns(noun: str, abstract: bool) -> None:
    assert LEXICON.is_abstract(noun) is abstract
