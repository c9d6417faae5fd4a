"""``pingce corpus tag``."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pingce.cli.corpus import corpus
from pingce.spec.errors import UserError


def run(*arguments: str, stdin: str | bytes = "") -> str:
    result = CliRunner().invoke(corpus, ["tag", *arguments], input=stdin, catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_lines_of_stdin_become_lines_of_words() -> None:
    assert run(stdin="他走进来。\n\n坐在桌子上\n") == "他/r 走/v 进来/dv 。/w\n\n坐/v 在/p 桌子/n 上/f\n"


def test_a_file_is_read_with_its_line_ends_and_mark(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes("\ufeff他走进来\r\n往北".encode())
    assert run(str(path)) == "他/r 走/v 进来/dv\n往/p 北/f\n"


def test_json_has_text_words_tags_and_places() -> None:
    lines = run("-", "--json", stdin="𠮷，走出来\n").splitlines()
    words = [["𠮷", "n", 0], ["，", "w", 1], ["走", "v", 2], ["出来", "dv", 3]]
    assert [json.loads(line) for line in lines] == [{"text": "𠮷，走出来", "words": words}]


def test_another_tagger_a_user_dictionary_and_a_cache(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("船尾巴 n\n", encoding="utf-8")
    options = ("--tagger", "rjieba", "--user-dictionary", str(words), "--cache", str(tmp_path / "cache"))
    assert run(*options, stdin="船尾巴上\n") == run(*options, stdin="船尾巴上\n") == "船尾巴/n 上/f\n"
    assert (tmp_path / "cache" / "words.sqlite").is_file()


def test_the_list_says_what_is_installed() -> None:
    lines = run("--list").splitlines()
    assert any("rjieba+rules (default)" in line and "yes" in line for line in lines)
    listed = {entry["name"]: entry for entry in json.loads(run("--list", "--json"))["taggers"]}
    assert listed["rjieba+rules"]["default"] is True
    assert listed["rjieba+rules"]["installed"] is True
    assert [name for name, entry in listed.items() if entry["default"]] == ["rjieba+rules"]


def test_bytes_that_are_no_text_are_named_by_line() -> None:
    with pytest.raises(UserError) as caught:
        run(stdin=b"a\n\xff\n")
    assert str(caught.value) == "stdin:2: found byte 0xff; expected text in UTF-8."
