"""Tensors on disk: each once, under all its names."""

from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from pingce.spec.errors import UserError
from pingce.systems.learning.checkpoint import load_tensors, save_tensors
from tests.full_disk import largest_file

MATRIX = torch.arange(6.0).reshape(2, 3)


def test_a_tensor_of_several_names_is_written_once_and_read_under_all(tmp_path: Path) -> None:
    file = tmp_path / "a.safetensors"
    given = {"one": MATRIX, "same": MATRIX, "turned": MATRIX.T, "another": MATRIX.clone(), "none": torch.empty(0)}
    save_tensors(file, given)
    assert set(load_file(file)) == {"one", "turned", "another", "none"}
    found = load_tensors(file)
    assert found.keys() == given.keys()
    assert all(torch.equal(found[name], tensor) for name, tensor in given.items())
    assert [path.name for path in tmp_path.iterdir()] == ["a.safetensors"]


def test_the_bytes_are_the_same_every_time_and_plain_where_nothing_is_shared(tmp_path: Path) -> None:
    for name in ("a", "b"):
        save_tensors(tmp_path / name, {f"{i}": MATRIX for i in range(9)})
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    save_tensors(tmp_path / "c", {"one": MATRIX})
    save_file({"one": MATRIX}, tmp_path / "d")
    assert (tmp_path / "c").read_bytes() == (tmp_path / "d").read_bytes()


def test_a_full_disk_is_told_and_the_old_file_stays(tmp_path: Path) -> None:
    file = tmp_path / "a.safetensors"
    save_tensors(file, {"one": MATRIX})
    with pytest.raises(UserError) as caught, largest_file(4096):
        save_tensors(file, {"one": torch.zeros(9999)})
    assert (caught.value.code, str(caught.value)) == ("cannot-write", f"Cannot write {file}: File too large.")
    assert torch.equal(load_tensors(file)["one"], MATRIX)
    assert [path.name for path in tmp_path.iterdir()] == ["a.safetensors"]
