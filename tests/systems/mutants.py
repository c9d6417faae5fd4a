"""Model folders as somebody might change them who means harm, or a disk: seeded, with matching checksums."""

import random
import struct
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tomli_w

from pingce.systems.model_folder import CARD, checksums

NUMBERS = (0, 1, 2, 3, 4, 48, 60, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)


def rewrite(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Another card with the checksums of the files as they are."""
    card = tomllib.loads((folder / CARD).read_text(encoding="utf-8"))
    change(card)
    card["files"] = checksums(folder)
    (folder / CARD).write_text(tomli_w.dumps(card), encoding="utf-8")


def mutate_bytes(data: bytes, chance: random.Random) -> bytes:
    """A few bits, bytes copied over others, bytes left out, or the end cut off."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        if not changed:
            break
        i = chance.randrange(len(changed))
        how = chance.randrange(4)
        if how == 0:
            changed[i] ^= 1 << chance.randrange(8)
        elif how == 1:
            j, size = chance.randrange(len(changed)), chance.randrange(1, 40)
            changed[i : i + size] = changed[j : j + size]
        elif how == 2:
            del changed[i : i + chance.randrange(1, 20)]
        else:
            del changed[i:]
    return bytes(changed)


def mutate_crf(data: bytes, chance: random.Random) -> bytes:
    """As bytes, or by numbers that point elsewhere; the size in the header mostly kept right."""
    if chance.random() < 0.4:
        changed = bytearray(mutate_bytes(data, chance))
    else:
        changed = bytearray(data)
        for _ in range(chance.choice((1, 1, 2))):
            i = chance.randrange(chance.choice((60, len(changed) - 4))) // 4 * 4
            value = chance.choice((*NUMBERS, chance.randrange(len(changed)), chance.randrange(2**32)))
            struct.pack_into("<I", changed, i, value)
    if len(changed) > 8 and chance.random() < 0.7:
        struct.pack_into("<I", changed, 4, len(changed))
    return bytes(changed)
