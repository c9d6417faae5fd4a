"""The user dictionary."""

from pathlib import Path

import pytest

from pingce.language.tagging.catalog import make_tagger
from pingce.language.tagging.user import read_user_dictionary
from pingce.spec.errors import UserError


def written(folder: Path, content: str | bytes) -> Path:
    path = folder / "words.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def tagged(folder: Path, dictionary: str, text: str, name: str = "default") -> str:
    tagger = make_tagger(name, user_dictionary=written(folder, dictionary))
    return " ".join(f"{word.text}/{word.tag}" for word in tagger.tag(text))


@pytest.mark.parametrize("name", ["default", "rjieba"])
def test_a_word_of_the_user_is_one_word_with_its_tag_for_every_tagger(tmp_path: Path, name: str) -> None:
    assert "船尾巴上/s" in tagged(tmp_path, "船尾巴上 s", "他坐在船尾巴上", name).split()


def test_the_longest_word_wins_from_the_left(tmp_path: Path) -> None:
    assert tagged(tmp_path, "湖心亭 n\n湖心亭子 ns", "湖心亭子里湖心亭") == "湖心亭子/ns 里/f 湖心亭/n"


def test_without_a_tag_the_dictionary_gives_one(tmp_path: Path) -> None:
    assert tagged(tmp_path, "钻出来\n云间阁", "云间阁，钻出来") == "云间阁/n ，/w 钻出来/v"


def test_rules_leave_words_of_the_user_alone(tmp_path: Path) -> None:
    result = tagged(tmp_path, "上去 n\n上浮 v", "水面上浮着，他上去了")
    assert result == "水面/n 上浮/v 着/u ，/w 他/r 上去/n 了/u"


def test_a_single_character_only_sets_the_tag(tmp_path: Path) -> None:
    assert tagged(tmp_path, "边 n", "河的边和旁边") == "河/n 的/u 边/n 和/c 旁边/f"


def test_what_a_word_leaves_of_another_is_tagged_anew(tmp_path: Path) -> None:
    assert tagged(tmp_path, "京市 n", "北京市长", "rjieba") == "北/ns 京市/n 长/a"


def test_empty_lines_and_a_byte_order_mark_are_fine(tmp_path: Path) -> None:
    assert read_user_dictionary(written(tmp_path, "\ufeff甲乙 n\r\n\r\n 丙丁\n甲乙 n\n")) == {"甲乙": "n", "丙丁": ""}


def test_the_version_knows_the_contents(tmp_path: Path) -> None:
    one, other = (make_tagger(user_dictionary=written(tmp_path, text)).version for text in ("甲 n\n乙", "甲 n\n乙 v"))
    again = make_tagger(user_dictionary=written(tmp_path, "乙\n甲 n")).version
    assert one == again != other


def test_bad_lines_are_reported_all_at_once(tmp_path: Path) -> None:
    path = written(tmp_path, "甲 n\n乙 10 n\n丙 名词\n甲 v\n".encode() + b"\xff\n")
    with pytest.raises(UserError) as caught:
        read_user_dictionary(path)
    lines = caught.value.message.splitlines()
    assert lines[0] == f"{path} has 4 bad lines."
    assert lines[1] == f"{path}:2: found 3 fields; expected a word and at most a tag"
    assert lines[2].startswith(f"{path}:3: found the tag '名词'; expected one of a b c d dv")
    assert lines[3] == f"{path}:4: 甲 stands here with the tag v, before with n"
    assert lines[4] == f"{path}:5: found byte 0xff; expected text in UTF-8"
    assert caught.value.code == "bad-user-dictionary"


def test_many_bad_lines_are_counted(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        read_user_dictionary(written(tmp_path, "甲 n n\n" * 25))
    assert caught.value.message.splitlines()[-1] == "… and 5 more"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="Cannot read"):
        make_tagger(user_dictionary=tmp_path / "none.txt")
