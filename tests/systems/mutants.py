"""Model folders as somebody might change them who means harm, or a disk: seeded, with matching checksums."""

import io
import json
import random
import struct
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w

from pingce.systems.model_folder import CARD, checksums

NUMBERS = (0, 1, 2, 3, 4, 48, 60, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
ADDRESS = "http://127.0.0.1:9/"
"""Nobody is to be asked there."""
ODD_VALUES: tuple[object, ...] = (
    *(0, 1, -1, 7, 10**6, 10**12, 2**63 - 1, -(2**63), 0.5, -1e308, 1e308, float("nan"), float("inf")),
    *(True, False, "", "x", "x" * 5000, "../../etc/passwd", ADDRESS, "\u0000", "\U0001f600"),
    *([], {}, [[]], {"a": {"b": []}}, [1] * 300, [ADDRESS], {"auto_map": {"AutoModel": f"{ADDRESS}x--m.M"}}),
)


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


def mutate_value(value: Any, chance: random.Random) -> Any:
    """A tree with one leaf or branch that is another, is gone, or stands there twice."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice(sorted(value))
        how = chance.random()
        if how < 0.15:
            return {name: inner for name, inner in value.items() if name != key}
        if how < 0.25:
            return value | {chance.choice(("extra", "base_url", "cache", "_name_or_path", "auto_map")): ADDRESS}
        return value | {key: mutate_value(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.85:
        i = chance.randrange(len(value))
        how = chance.random()
        if how < 0.15:
            return value[:i] + value[i + 1 :]
        if how < 0.25:
            return [*value[:i], value[i], *value[i:]]
        return [*value[:i], mutate_value(value[i], chance), *value[i + 1 :]]
    return chance.choice(ODD_VALUES)


def mutate_json(data: bytes, chance: random.Random) -> bytes:
    if chance.random() < 0.2:
        return mutate_bytes(data, chance)
    if chance.random() < 0.05:
        return b"[" * 100_000
    return json.dumps(mutate_value(json.loads(data), chance)).encode()


def mutate_arrays(data: bytes, chance: random.Random) -> bytes:
    """An npz file whose arrays have other values, types, sizes or names; or one that unpacks to very much."""
    how = chance.randrange(8)
    if how == 0:
        return mutate_bytes(data, chance)
    with np.load(io.BytesIO(data), allow_pickle=False) as stored:
        arrays = dict(stored)
    name = chance.choice(sorted(arrays))
    array = arrays[name]
    if how == 1:
        del arrays[name]
    elif how == 2:
        arrays[name] = array.astype(chance.choice(("int8", "float16", "complex64", "U3", "bool")))
    elif how == 3:
        arrays[name] = array.reshape(-1)[: chance.randrange(array.size + 1)]
    elif how == 4:
        arrays[name] = np.stack([array, array])
    elif how == 5 and array.size:
        flat = array.reshape(-1).copy()
        flat[chance.randrange(flat.size)] = np.array(chance.choice((np.nan, np.inf, -1e300, 1e300, -1, 2**40))).astype(
            flat.dtype
        )
        arrays[name] = flat.reshape(array.shape)
    elif how == 6:
        return _bomb(name)
    made = io.BytesIO()
    np.savez_compressed(made, **arrays)
    return made.getvalue()


def _bomb(name: str) -> bytes:
    """A few kilobytes that say they are an array of 80 gigabytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive, archive.open(f"{name}.npy", "w") as file:
        np.lib.format.write_array_header_1_0(file, {"descr": "<f8", "fortran_order": False, "shape": (10**10,)})
        file.write(bytes(10**6))
    return made.getvalue()


def mutate_tensors(data: bytes, chance: random.Random) -> bytes:
    """A safetensors file with another header, other bytes, or numbers that are none."""
    if chance.random() < 0.3:
        return mutate_bytes(data, chance)
    (size,) = struct.unpack("<Q", data[:8])
    header, body = json.loads(data[8 : 8 + size]), bytearray(data[8 + size :])
    if chance.random() < 0.3 and len(body) > 4:
        at = chance.randrange(len(body) // 4) * 4
        body[at : at + 4] = struct.pack("<f", chance.choice((float("nan"), float("inf"), 1e38)))
    else:
        header = mutate_value(header, chance)
    told = json.dumps(header).encode()
    return struct.pack("<Q", len(told) if chance.random() < 0.9 else 2**60) + told + bytes(body)


def mutate_card(folder: Path, chance: random.Random) -> None:
    path = folder / CARD
    if chance.random() < 0.1:
        path.write_bytes(mutate_bytes(path.read_bytes(), chance))
        return
    card = tomllib.loads(path.read_text(encoding="utf-8"))
    changed = mutate_value(card, chance)
    if chance.random() < 0.5 and card["settings"]:
        changed = card | {"settings": mutate_value(card["settings"], chance)}
    path.write_text(_as_toml(changed) if isinstance(changed, dict) else str(changed), encoding="utf-8")


def _as_toml(value: dict[str, Any]) -> str:
    try:
        return tomli_w.dumps(value)
    except (TypeError, ValueError):
        return "format = 1"


MUTATIONS = {".json": mutate_json, ".npz": mutate_arrays, ".safetensors": mutate_tensors, ".crf": mutate_crf}


def mutate_folder(folder: Path, chance: random.Random) -> str:
    """Another card or another file with its checksum on the card; what was changed."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != CARD)
    if not files or chance.random() < 0.25:
        mutate_card(folder, chance)
        return CARD
    path = chance.choice(files)
    if chance.random() < 0.04:
        path.unlink()
    else:
        path.write_bytes(MUTATIONS.get(path.suffix, mutate_bytes)(path.read_bytes(), chance))
    for card in sorted(folder.rglob(CARD), key=lambda card: -len(card.parts)):
        rewrite(card.parent, lambda _: None)
    return path.relative_to(folder).as_posix()
