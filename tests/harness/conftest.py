"""A pack of examples with a task of every kind, exported for each harness once."""

import os
from pathlib import Path

import pytest

from pingce.harness.export import export_pack
from pingce.harness.names import Harness
from tests.release.making import make_pack

TASKS = ("space2022/task1", "space2024/choice", "space2023/task1", "space2022/task3", "wsd/senses")
"""Judging, choice, spans, tuples, senses."""
ARGUMENTS = (
    "space2022/task1=space2022/task1_train.jsonl",
    "space2022/task1=space2022/task1_dev.jsonl",
    "space2022/task3=space2022/task3_train.jsonl",
    "space2022/task3=space2022/task3_dev.jsonl",
    "space2023/task1=space2023/task1_train.jsonl",
    "space2023/task1=space2023/task1_dev.jsonl",
    "space2024/choice=space2024/train.jsonl",
    "space2024/choice=space2024/dev.jsonl",
    "wsd/senses=wsd/train.data.txt",
    "wsd/senses=wsd/val.data.txt",
)


collect_ignore = [] if os.environ.get("EXTRA") else ["test_installed.py"]
"""It installs harnesses, which takes minutes and gigabytes."""


@pytest.fixture(scope="session")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_pack(tmp_path_factory.mktemp("harness"), ARGUMENTS).path


class Exports(dict[Harness, Path]):
    """The pack for a harness, written when first asked for."""

    def __init__(self, pack: Path, folder: Path) -> None:
        super().__init__()
        self.pack, self.folder = pack, folder

    def __missing__(self, harness: Harness) -> Path:
        out = self.folder / harness
        export_pack(self.pack, harness, out, with_test=True)
        self[harness] = out
        return out


@pytest.fixture(scope="session")
def exports(pack: Path, tmp_path_factory: pytest.TempPathFactory) -> Exports:
    return Exports(pack, tmp_path_factory.mktemp("exports"))
