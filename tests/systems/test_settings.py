"""Settings from defaults, a file and the command line."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

from pingce.spec.errors import UserError
from pingce.systems.settings import as_table, make_settings


@dataclass(frozen=True)
class Kitchen:
    """Of a test."""

    pans: int = 2
    heat: float = 0.5
    lid: bool = True
    how: Literal["fry", "boil"] = "fry"
    patience: int | None = None


def test_the_command_line_wins_over_the_file_and_the_file_over_defaults(tmp_path: Path) -> None:
    file = tmp_path / "kitchen.toml"
    file.write_text('pans = 3\nhow = "boil"\n', encoding="utf-8")
    found = make_settings(Kitchen, file=file, changes=["pans=4", " lid = false "])
    assert found == Kitchen(pans=4, lid=False, how="boil")


def test_nothing_is_left_out_of_the_table_but_what_toml_cannot_say() -> None:
    assert as_table(Kitchen()) == {"pans": 2, "heat": 0.5, "lid": True, "how": "fry"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("pans", "found 'pans'; expected NAME=VALUE"),
        ("pots=1", "there is no pots"),
        ("pans=many", "Expected `int`"),
        ("how=roast", "Invalid enum value 'roast'"),
    ],
)
def test_a_mistake_says_what_was_found_and_what_there_is(change: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        make_settings(Kitchen, changes=[change])
    assert caught.value.code == "bad-settings"
    assert message in caught.value.message
    assert "pans=2, heat=0.5" in caught.value.hint


def test_a_missing_file_and_one_that_is_not_toml_are_told(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        make_settings(Kitchen, file=tmp_path / "none.toml")
    assert caught.value.code == "cannot-read"
    (tmp_path / "bad.toml").write_text("pans: 3", encoding="utf-8")
    with pytest.raises(UserError) as caught:
        make_settings(Kitchen, file=tmp_path / "bad.toml")
    assert caught.value.code == "bad-toml"


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(UserError) as caught:
        make_settings(Kitchen, changes=["pans=many", "pots=1", "how=roast", "lids=2"])
    assert caught.value.message == (
        "The settings are wrong: there is no lids; there is no pots; pans: Expected `int`, got `str`; "
        "how: Invalid enum value 'roast'."
    )
