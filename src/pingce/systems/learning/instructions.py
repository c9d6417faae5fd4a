"""Which processor instructions bfloat16 is computed with.

Some virtual machines advertise Intel's matrix tiles (AMX) but end a process that uses them with "Illegal instruction".
Whether they work cannot be asked without risking just that, so on a virtual machine they are left alone; AVX512-BF16
remains. Whoever knows better sets ONEDNN_MAX_CPU_ISA.
"""

import os
from pathlib import Path

LIMIT = "ONEDNN_MAX_CPU_ISA"
WITHOUT_TILES = "AVX512_CORE_BF16"
PROCESSOR = Path("/proc/cpuinfo")


def avoid_matrix_tiles(processor: Path = PROCESSOR) -> None:
    """Limit PyTorch's CPU library, which looks at this variable once, at its first computation."""
    try:
        flags = set(processor.read_text(encoding="utf-8").split())
    except OSError:  # not Linux
        return
    if {"amx_tile", "hypervisor"} <= flags:
        os.environ.setdefault(LIMIT, WITHOUT_TILES)
