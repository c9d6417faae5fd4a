"""Settings: option, environment, file, default, in this order, and every key of the file is one that there is."""

import json
from pathlib import Path

import pytest

from .conftest import EXAMPLES, Run

CONFIG = """
database = "postgresql+psycopg://u:secret@host/name"
[serve]
port = 9001
host = "file.example"
log-level = "warning"
[annotate.import]
group-by = "word"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("PINGCE_CONFIG", "PINGCE_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "pingce.toml").write_text(CONFIG, encoding="utf-8")
    return tmp_path


def settings(pingce: Run, *words: str | Path) -> dict[str, tuple[object, str]]:
    ran = pingce(*words, "--json")
    assert ran.code == 0, ran.err
    return {one["setting"]: (one["value"], one["from"]) for one in json.loads(ran.out)["settings"]}


def test_the_environment_wins_over_the_file_and_the_file_over_the_default(
    pingce: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINGCE_SERVE_HOST", "environment.example")
    found = settings(pingce, "config")
    assert found["host"] == ("environment.example", "environment PINGCE_SERVE_HOST")
    assert found["port"] == (9001, "file pingce.toml")
    assert found["log-level"] == ("warning", "file pingce.toml")
    assert found["workers"] == (1, "default")
    assert found["database"] == ("postgresql+psycopg://u:…@host/name", "file pingce.toml")
    monkeypatch.setenv("PINGCE_DATABASE", "other.db")
    assert settings(pingce, "config")["database"] == ("other.db", "environment PINGCE_DATABASE")


def test_commands_below_a_group_have_their_part_and_what_holds_for_all(pingce: Run, folder: Path) -> None:
    found = settings(pingce, "config", "annotate", "import")
    assert found["group-by"] == ("word", "file pingce.toml")
    assert found["database"][1] == "file pingce.toml"
    assert found["inventory"] == (None, "default")
    shown = pingce("config", "annotate", "import", "--lang", "zh").out
    assert "文件 pingce.toml" in shown
    assert "secret" not in shown


def test_neither_tokens_nor_passwords_are_shown(pingce: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINGCE_TOKEN", "secret")
    assert settings(pingce, "config", "leaderboard", "submit")["token"] == ("…", "environment PINGCE_TOKEN")
    monkeypatch.setenv("PINGCE_DATABASE", "postgresql+psycopg://u:sec@ret@h/d?sslmode=require&password=secret&a=b")
    assert settings(pingce, "config")["database"][0] == "postgresql+psycopg://u:…@h/d?sslmode=require&password=…&a=b"


def test_the_file_is_named_by_option_or_environment(pingce: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, port in (("a.toml", 1), ("b.toml", 2)):
        (folder / name).write_text(f"[serve]\nport = {port}\n", encoding="utf-8")
    monkeypatch.setenv("PINGCE_CONFIG", "a.toml")
    assert settings(pingce, "config")["port"] == (1, "file a.toml")
    assert settings(pingce, "--config", "b.toml", "config")["port"] == (2, "file b.toml")


def test_options_win_and_the_file_reaches_commands(pingce: Run, folder: Path) -> None:
    gold = EXAMPLES / "space2022" / "task1_dev.jsonl"
    (folder / "pingce.toml").write_text('lang = "zh"\n[score.file]\njson = true\n', encoding="utf-8")
    score = ("score", "space2022/task1", gold, "--gold", gold)
    assert json.loads(pingce(*score).out)["value"] == 1.0
    assert "没有任务" in pingce("tasks", "show", "nothing/here").err
    assert "There is no task" in pingce("tasks", "show", "nothing/here", "--lang", "en").err


WRONG = {
    "section": ("[nothing]\n", "there is no setting nothing; there are database, lang, [new], [make]"),
    "top-level-key": ("port = 3\n", "there is no setting port"),
    "no-section": ("serve = 3\n", "there is no setting serve"),
    "key": ("[serve]\nprot = 1\n", "there is no setting serve.prot; there are host, port"),
    "deep": ("[serve.deep]\nx = 1\n", "there is no setting serve.deep"),
    "both": (
        '[serve]\nprot = 1\nport = "x"\n',
        "serve.prot; there are host, port, workers, database, benchmarks-in, allowed-host, open, demo",
    ),
    "value": ("[serve]\nport = 99999\n", "serve.port: 99999 is not in the range"),
    "choice": ('lang = "fr"\n', "serve.lang: 'fr' is not one of"),
    "all-at-once": (
        '[nothing]\n[serve]\nprot = 1\nport = "x"\n',
        "[tour]; there is no setting serve.prot; there are host, port, workers, database, benchmarks-in, allowed-host",
    ),
    "after-an-unknown-section": ('[nothing]\n[serve]\nport = "x"\n', "serve.port: 'x' is not a valid integer range"),
    "not-toml": ("serve = [", "is not TOML"),
}


@pytest.mark.parametrize(("content", "said"), WRONG.values(), ids=WRONG)
def test_a_wrong_key_or_value_is_told_before_anything_is_done(
    pingce: Run, folder: Path, content: str, said: str
) -> None:
    (folder / "pingce.toml").write_text(content, encoding="utf-8")
    ran = pingce("serve")
    assert ran.code == 1
    assert said in ran.err
    assert sorted(path.name for path in folder.iterdir()) == ["pingce.toml"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xef\xbb\xbf[serve]\r\nport = 7\r\n", None),
        ("[serve]\nport = 7\n".encode("utf-16"), "pingce.toml:1: found byte 0xff; expected text in UTF-8."),
        ('[serve]\nhost = "主机"\n'.encode("gb18030"), "pingce.toml:2: found byte 0xd6; expected text in UTF-8."),
    ],
    ids=["windows-mark", "utf-16", "gb18030"],
)
def test_files_of_windows_editors(pingce: Run, folder: Path, content: bytes, said: str | None) -> None:
    (folder / "pingce.toml").write_bytes(content)
    if said is None:
        assert settings(pingce, "config")["port"] == (7, "file pingce.toml")
    else:
        ran = pingce("config")
        assert (ran.code, ran.err) == (1, f"Error: {said}\n")


def test_asking_for_settings_tells_what_is_wrong_in_every_section(pingce: Run, folder: Path) -> None:
    content = '[nothing]\n[serve]\nport = "x"\n[tasks]\ncolour = 1\n[systems.train]\nseed = "y"\n'
    (folder / "pingce.toml").write_text(content, encoding="utf-8")
    ran = pingce("config")
    assert (ran.code, ran.out) == (1, "")
    assert "there is no setting nothing; " in ran.err
    assert "serve.port: 'x' is not a valid integer range; " in ran.err
    assert "there is no setting tasks.colour; " in ran.err
    assert "systems.train.seed: 'y' is not a valid integer." in ran.err


def test_values_of_the_environment_that_a_command_would_refuse_are_told_at_once(
    pingce: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINGCE_SERVE_PORT", "abc")
    monkeypatch.setenv("PINGCE_SERVE_WORKERS", "-")
    ran = pingce("config")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        "Error: environment: PINGCE_SERVE_PORT: 'abc' is not a valid integer range; "
        "PINGCE_SERVE_WORKERS: '-' is not a valid integer range.\n"
    )


def test_a_file_or_command_that_is_not_there_is_told(pingce: Run, folder: Path) -> None:
    ran = pingce("--config", "none.toml", "config")
    assert (ran.code, "Cannot read none.toml" in ran.err) == (1, True)
    ran = pingce("config", "serve", "more")
    assert (ran.code, "There is no command 'serve more'" in ran.err) == (2, True)
