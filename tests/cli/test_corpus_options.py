"""Options that several commands of ``pingce corpus`` share mean the same in each of them."""

from pathlib import Path

import pytest

from .conftest import EXAMPLES, Run

TEXTS = EXAMPLES / "corpus"
WORDS = EXAMPLES / "wsd"
COMMANDS = {
    "screen": (TEXTS, "--out", "out.jsonl"),
    "replace": (TEXTS / "none.jsonl", "out.jsonl"),
    "words": ("--corpus", TEXTS, "--inventory", WORDS / "inventory.json", "--out", "out.json"),
    "sentences": ("--words", WORDS / "inventory.json", "--web", WORDS / "web.txt", "--out", "out.jsonl"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_an_address_is_for_ray_alone(
    pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    given = ("corpus", command, *COMMANDS[command])
    ran = pingce(*given, "--engine", "local", "--workers", "1", "--address", "ray://head:10001")
    assert (ran.code, "--address is for --engine ray." in ran.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_screening_takes_a_lexicon_of_ones_own(pingce: Run, tmp_path: Path) -> None:
    ran = pingce("corpus", "screen", TEXTS, "--out", tmp_path / "out.jsonl", "--lexicon", tmp_path / "none.toml")
    assert (ran.code, "none.toml" in ran.err) == (1, True)
    assert list(tmp_path.iterdir()) == []
