"""A user's own lexicon: the same form, and everything that is wrong with it at once."""

from pathlib import Path

import pytest

from pingce.language.lexicon.load import OURS, load_lexicon
from pingce.language.lexicon.read import LISTS, TABLES
from pingce.spec.errors import UserError

SMALL = """
[[group]]
id = "f-屋"
class = "f"
model = "内外"
words = "里 外"

[classes]
p = "在"

[relations]
antonyms = ["里 外"]
"""


def lexicon_file(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def problems(path: Path) -> list[str]:
    with pytest.raises(UserError) as caught:
        load_lexicon(path)
    assert caught.value.code == "bad-lexicon"
    return [line.strip() for line in caught.value.message.splitlines()[1:]]


def test_a_file_alone_is_a_lexicon(tmp_path: Path) -> None:
    lexicon = load_lexicon(lexicon_file(tmp_path, SMALL))
    assert [group.words for group in lexicon.groups] == [("里", "外")]
    assert lexicon.classes["p"] == {"在"}
    assert lexicon.tags["f"] == {"f"}
    assert lexicon.relation("外", "里") == "antonym"
    assert lexicon.longest == 0


def test_a_folder_is_read_as_one(tmp_path: Path) -> None:
    lexicon_file(tmp_path, SMALL, "a.toml")
    lexicon_file(tmp_path, '[abstract]\nmine = "心情"\n[whole]\nmine = "心里"\n', "b.toml")
    lexicon = load_lexicon(tmp_path)
    assert lexicon.is_abstract("心情")
    assert lexicon.whole == {"心里"}


def test_the_version_changes_with_the_content(tmp_path: Path) -> None:
    one = load_lexicon(lexicon_file(tmp_path, SMALL, "one.toml"))
    same = load_lexicon(lexicon_file(tmp_path, SMALL, "same.toml"))
    other = load_lexicon(lexicon_file(tmp_path, SMALL + "# changed\n", "other.toml"))
    assert one.version == same.version != other.version
    assert load_lexicon(None).version == load_lexicon(OURS).version


def test_all_problems_are_reported_at_once(tmp_path: Path) -> None:
    path = lexicon_file(
        tmp_path,
        """
colour = "red"
[[group]]
id = "a"
class = "f"
model = "内外"
words = "里 外"
[[group]]
id = "a"
class = "f"
model = "圆"
words = "外 外"
[[group]]
class = "x"
model = "内外"
words = "上 下"
size = "2"
[[group]]
id = "c"
class = "y"
model = "内外"
words = "上 下"
[[group]]
id = "d"
class = "f"
model = "内外"
words = 3
[[homograph]]
words = "上"
as = "z"
[[homograph]]
words = "下"
[[false]]
id = "e"
[[false]]
id = "e"
words = "后"
before = "("
[classes]
q = "上"
f = ["上"]
[relations]
synonyms = ["里 外", "中"]
antonyms = ["外 里", "上 下 中"]
centre = "里"
periphery = "里"
likes = "上"
""",
    )
    assert problems(path) == [
        f"mine.toml: unknown table colour; expected one of {', '.join(LISTS + TABLES)}",
        "mine.toml: group 2: model 圆; expected one of 上下 前后 左右 三维 内外 盒子 线 环 指南针 远近 功能 处所",
        "mine.toml: group 2 (a): '外 外'; expected two or more words, each once",
        "mine.toml: group 3: without id",
        "mine.toml: group 3: unknown key size",
        "mine.toml: group 4: class y; expected one of f s dv p d",
        "mine.toml: group 5: words = 3; expected a string",
        "group a: the id stands twice",
        "mine.toml: classes.f; expected words in one string, with spaces between them",
        "mine.toml: classes.q; expected one of d, dv, f, p, s",
        "mine.toml: relations.likes; expected one of antonyms, centre, periphery, synonyms",
        "mine.toml: homograph 1: class z; expected one of f s dv p d",
        "mine.toml: homograph 2: without as",
        "mine.toml: false 1: without words",
        "mine.toml: false 2 (e): no regular expression: missing ), unterminated subpattern at position 0",
        "mine.toml: relations.synonyms '中'; expected two or more words",
        "mine.toml: relations.antonyms '上 下 中'; expected two words",
        "relations: 外 里 are synonyms and antonyms",
        "relations: 里 is centre and periphery",
    ]


def test_a_word_in_two_groups_of_one_class_is_a_problem(tmp_path: Path) -> None:
    second = SMALL.split("[classes]")[0].replace("f-屋", "f-院")
    assert problems(lexicon_file(tmp_path, second + SMALL)) == [
        "group f-屋: 里 is in group f-院 of class f too",
        "group f-屋: 外 is in group f-院 of class f too",
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("group = 1", "mine.toml: group is no list; expected [[group]]"),
        ("classes = 1", "mine.toml: classes is no table; expected [classes]"),
        ("[relations]\nsynonyms = '里 外'", "mine.toml: relations.synonyms; expected a list of strings"),
        (
            "[classes",
            "mine.toml is not TOML: Expected ']' at the end of a table declaration (at end of document)",
        ),
    ],
)
def test_a_file_of_another_form(text: str, problem: str, tmp_path: Path) -> None:
    assert problems(lexicon_file(tmp_path, text)) == [problem]


def test_a_list_in_two_files_is_a_problem(tmp_path: Path) -> None:
    lexicon_file(tmp_path, SMALL, "a.toml")
    lexicon_file(tmp_path, '[classes]\np = "于"\n', "b.toml")
    assert problems(tmp_path) == ["b.toml: classes.p stands in a.toml too"]


def test_a_folder_without_toml_files(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        load_lexicon(tmp_path)
    assert caught.value.code == "no-lexicon"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        load_lexicon(tmp_path / "none.toml")
    assert (caught.value.code, caught.value.message) == (
        "cannot-read",
        f"Cannot read {tmp_path / 'none.toml'}: No such file or directory.",
    )
