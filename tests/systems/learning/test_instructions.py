"""Virtual machines that advertise matrix tiles are not asked for them, unless somebody says so."""

import os
from pathlib import Path

import pytest

from pingce.systems.learning.instructions import LIMIT, avoid_matrix_tiles


@pytest.mark.parametrize(
    ("flags", "before", "after"),
    [
        ("fpu hypervisor amx_bf16 amx_tile", None, "AVX512_CORE_BF16"),
        ("fpu hypervisor amx_bf16 amx_tile", "AVX512_CORE_AMX", "AVX512_CORE_AMX"),
        ("fpu amx_bf16 amx_tile", None, None),
        ("fpu hypervisor avx512_bf16", None, None),
    ],
)
def test_tiles_are_left_alone_on_virtual_machines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: str, before: str | None, after: str | None
) -> None:
    monkeypatch.setenv(LIMIT, before or "")
    if before is None:
        monkeypatch.delenv(LIMIT)
    processor = tmp_path / "cpuinfo"
    processor.write_text(f"processor : 0\nflags\t\t: {flags}\n", encoding="utf-8")
    avoid_matrix_tiles(processor)
    assert os.environ.get(LIMIT) == after


def test_without_a_list_of_flags_nothing_is_decided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(LIMIT, raising=False)
    avoid_matrix_tiles(tmp_path / "missing")
    assert LIMIT not in os.environ
