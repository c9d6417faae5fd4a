"""A model folder is whole and undamaged, or it is refused with the reason."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pingce.spec.errors import UserError
from pingce.systems.model_folder import CARD, read_card

from .runs import run


@pytest.fixture
def model(tmp_path: Path) -> Path:
    run("space2022/task1", "linear", tmp_path / "model")
    return tmp_path / "model"


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def edit(old: str, new: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")

    return change


@pytest.mark.parametrize(
    ("file", "damage", "code", "message"),
    [
        ("decision.json", Path.unlink, "damaged-model", "missing decision.json"),
        ("sites.npz", cut, "damaged-model", "changed sites.npz"),
        (CARD, Path.unlink, "not-a-model", "it has no model.toml"),
        (CARD, make_folder, "not-a-model", "Is a directory"),
        (CARD, edit("[settings]", "[settings"), "not-a-model", "model.toml: "),
        (CARD, edit('task = "', "task = 5 # "), "not-a-model", "Expected `str`, got `int`"),
        (CARD, edit("format = 1", "format = 9"), "not-a-model", "found format 9; expected 1"),
    ],
)
def test_damage_is_named(model: Path, file: str, damage: Callable[[Path], None], code: str, message: str) -> None:
    damage(model / file)
    with pytest.raises(UserError) as caught:
        read_card(model)
    assert caught.value.code == code
    assert message in caught.value.message


def test_a_file_is_no_model(model: Path) -> None:
    with pytest.raises(UserError, match="it is no folder"):
        read_card(model / "decision.json")


def test_a_missing_and_a_changed_file_are_told_together(model: Path) -> None:
    (model / "groups.json").unlink()
    cut(model / "sites.npz")
    with pytest.raises(UserError) as caught:
        read_card(model)
    assert "missing groups.json; changed sites.npz" in caught.value.message
    assert "缺少 groups.json；内容变了 sites.npz" in caught.value.words.zh
