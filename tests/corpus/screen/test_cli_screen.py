"""``pingce corpus screen``."""

from pathlib import Path

import click
import orjson
import pytest
from click.testing import CliRunner, Result

from pingce.cli.corpus import corpus as group
from pingce.spec.errors import UserError

from ..texts import KEPT, corpus


def invoke(*arguments: str | Path) -> Result:
    """A person's error comes through as it is; the program around turns it into a message."""
    ran = CliRunner().invoke(group, ["screen", *map(str, arguments)])
    if isinstance(ran.exception, UserError):
        raise ran.exception
    return ran


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return corpus(tmp_path / "corpus")


def test_the_counts_are_printed_by_genre_and_reason(source: Path, tmp_path: Path) -> None:
    ran = invoke(source, "--out", tmp_path / "out.jsonl")
    assert ran.exit_code == 0
    rows = [line.split() for line in ran.stdout.splitlines() if line.strip()]
    assert [row[0] for row in rows if row[0] in ("genre", "news", "novel", "all")] == ["genre", "news", "novel", "all"]
    assert ["verse", "verse", "1"] in [row[:3] for row in rows]
    assert "corpus/novel/gb.txt: read as GB18030" in ran.stderr
    assert "corpus/novel/2.jsonl:21 (byte " in ran.stderr
    assert "no text under any of text, content, context [bad-record]" in ran.stderr


def test_chinese_is_spoken_on_request(source: Path, tmp_path: Path) -> None:
    ran = invoke(source, "--out", tmp_path / "out.jsonl", "--lang", "zh")
    assert "删去的原因" in ran.stdout
    assert "corpus/novel/gb.txt：按 GB18030 读取" in ran.stderr


def test_summary_and_json_say_the_same(source: Path, tmp_path: Path) -> None:
    ran = invoke(source, "--out", tmp_path / "out.jsonl", "--summary", tmp_path / "summary.json", "--json")
    said = orjson.loads(ran.stdout)
    assert said == orjson.loads((tmp_path / "summary.json").read_bytes())
    assert said["all"]["passages"] == said["all"]["kept"] + sum(said["all"]["dropped"].values())
    assert [genre["genre"] for genre in said["genres"]] == ["news", "novel"]
    assert (said["files"], said["gb18030"], said["unusable_lines"]) == (3, ["corpus/novel/gb.txt"], {"bad-record": 1})


def test_a_page_is_written(source: Path, tmp_path: Path) -> None:
    invoke(source, "--out", tmp_path / "out.jsonl", "--html", tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_options_change_what_is_kept(tmp_path: Path) -> None:
    text, weights = tmp_path / "a.txt", tmp_path / "w.toml"
    text.write_text("\n".join(KEPT), encoding="utf-8")
    weights.write_text("[weights]\nf = 0\ns = 0\ndv = 0\np = 0\nd = 0\n", encoding="utf-8")

    def dropped(*options: str | Path) -> dict[str, int]:
        ran = invoke(text, "--out", tmp_path / "out.jsonl", "--json", *options)
        found: dict[str, int] = orjson.loads(ran.stdout)["all"]["dropped"]
        return found

    assert dropped() == {}
    assert dropped("--weights", weights) == {"low-weight": 2}
    assert dropped("--min-weight", "50") == {"low-weight": 2}
    assert dropped("--min-density", "50") == {"low-density": 2}
    assert dropped("--shortest", "30", "--similarity", "0.9") == {"too-short": 1}
    assert dropped("--longest", "30", "--target", "20") == {"too-long": 1}


def test_files_outside_genres_can_be_given_one(tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text("\n".join(KEPT), encoding="utf-8")
    out = tmp_path / "out.jsonl"
    invoke(text, "--out", out)
    assert [orjson.loads(line)["source"]["genre"] for line in out.read_bytes().splitlines()] == [None, None]
    invoke(text, "--out", out, "--genre", "其他")
    assert [orjson.loads(line)["source"]["genre"] for line in out.read_bytes().splitlines()] == ["其他", "其他"]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--tagger", "defualt"], "unknown-tagger"),
        (["--similarity", "7"], "bad-settings"),
        (["--user-dictionary", "none.txt"], "cannot-read"),
    ],
)
def test_mistakes_are_messages(source: Path, tmp_path: Path, options: list[str], code: str) -> None:
    with pytest.raises(UserError) as problem:
        invoke(source, "--out", tmp_path / "out.jsonl", *options)
    assert problem.value.code == code


def test_an_output_in_the_corpus_is_refused(source: Path) -> None:
    with pytest.raises(UserError) as problem:
        invoke(source, "--out", source / "out.jsonl")
    assert problem.value.code == "output-in-input"


def test_an_interruption_says_how_to_go_on(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("pingce.corpus.screen.run.decide", interrupted)
    ran = invoke(source, "--out", tmp_path / "out.jsonl")
    assert ran.exit_code == 130
    assert "run the same command again to go on" in ran.stderr


def test_the_command_has_help_for_every_option() -> None:
    command = group.get_command(click.Context(group), "screen")
    assert command is not None
    assert [option.name for option in command.params if isinstance(option, click.Option) and not option.help] == []
