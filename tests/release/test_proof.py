"""A split that was tampered with contradicts itself, and says where."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pingce.release.flaws import FlawsError
from pingce.release.split.proof import GROUPS, HEAD, ITEMS, proof_flaws, read_proof, usable_proof, write_proof
from pingce.spec.errors import UserError

from .making import Made


@pytest.fixture
def folder(made: Made, tmp_path: Path) -> Path:
    write_proof(tmp_path, made.proof)
    return tmp_path


def test_a_split_reads_back_as_it_was_written(made: Made, folder: Path) -> None:
    assert read_proof(folder) == made.proof
    assert usable_proof(folder) == made.proof


def change(file: str, old: str, new: str, count: int = 1) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        text = (folder / file).read_text(encoding="utf-8")
        changed = re.sub(old, new, text, count=count)
        assert changed != text
        (folder / file).write_text(changed, encoding="utf-8")

    return apply


@pytest.mark.parametrize(
    ("tamper", "codes"),
    [
        (change(ITEMS, '"part":"test"', '"part":"train"'), {"group-in-two-parts", "wrong-count"}),
        (
            change(GROUPS, r'(\{"group":"(g\d+)","part":")(\w+)(".*\n)', r"\1\3\4\1dev\4\1test\4"),
            {"group-in-two-parts"},
        ),
        (change(ITEMS, r"(\{.*?\})\n", r"\1\n\1\n"), {"item-twice", "wrong-count"}),
        (change(ITEMS, r'"group":"g\d+"', '"group":"other"'), {"unknown-group", "wrong-count"}),
        (change(HEAD, r'"items": (\d+)\n', r'"items": 9\1\n'), {"wrong-count"}),
    ],
    ids=["item moved", "group in two parts", "item twice", "unknown group", "count changed"],
)
def test_tampering_is_found(folder: Path, tamper: Callable[[Path], None], codes: set[str]) -> None:
    tamper(folder)
    assert {flaw.code for flaw in proof_flaws(read_proof(folder))} == codes
    with pytest.raises(FlawsError) as problem:
        usable_proof(folder)
    assert problem.value.code == "bad-split"
    assert problem.value.flaws[0].text("zh").endswith(f"[{problem.value.flaws[0].code}]")


def test_a_line_that_is_no_line_of_a_split_is_named(folder: Path) -> None:
    with (folder / ITEMS).open("a", encoding="utf-8") as file:
        file.write(json.dumps({"input": "x"}) + "\n")
    with pytest.raises(UserError, match=rf"{ITEMS}:\d+ is not part of a split") as problem:
        read_proof(folder)
    assert problem.value.code == "bad-split"


def test_a_folder_without_a_split_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="Expected a folder written by pingce release split"):
        read_proof(tmp_path)
