"""A file of a pack says which pack and which split it is."""

import json
from pathlib import Path

import pytest

from pingce.systems.data import PackLink, pack_link

LISTED = {"name": "demo", "version": "1.0", "files": [{"path": "space2022/train.jsonl", "part": "train"}]}


def made(folder: Path, manifest: str) -> Path:
    (folder / "space2022").mkdir()
    (folder / "release.json").write_text(manifest, encoding="utf-8")
    return folder / "space2022"


def test_a_file_that_the_manifest_lists(tmp_path: Path) -> None:
    edition = made(tmp_path, json.dumps(LISTED))
    assert pack_link(edition / "train.jsonl") == PackLink("demo 1.0", "train")
    assert pack_link(edition / "other.jsonl") is None
    assert pack_link(tmp_path / "a" / "b" / "c" / "train.jsonl") is None


@pytest.mark.parametrize("manifest", ["{", "[]", '{"files": 3}', '{"files": [{}]}'])
def test_something_else_of_that_name_says_nothing(tmp_path: Path, manifest: str) -> None:
    assert pack_link(made(tmp_path, manifest) / "train.jsonl") is None
