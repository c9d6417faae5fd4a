"""The provenance of a split's items: beside its proof, a sidecar for every input that has any.

``inputs/N-FILE.provenance.jsonl`` belongs to the N-th input; of an input that came out of a campaign its file
``inputs/N-FILE`` lies there too, so that a split can be packed without looking for it again.
"""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pingce.formats.checksum import bytes_sha256, file_sha256
from pingce.formats.provenance import Provenance, encoded, load_sidecar, sidecar_of
from pingce.formats.write import write_bytes
from pingce.spec.errors import UserError
from pingce.spec.words import Words

from ..inputs import Decided, Input
from .proof import SplitProof
from .run import Split

INPUTS = "inputs"
Origins = Mapping[tuple[int, str], Provenance]
"""By the number of the input and the id there."""


def data_file(split: Path, number: int, name: str) -> Path:
    """Where a split keeps an input that lay nowhere else."""
    return split / INPUTS / f"{number}-{name}"


def sidecars(decided: Sequence[Decided], done: Split) -> dict[int, bytes]:
    """The sidecar of every input with provenance, each item with the part it is in."""
    lines: dict[int, list[bytes]] = {}
    for i, (entry, split) in enumerate(zip(decided, done.parts, strict=True)):
        if entry.origin is not None:
            placed = entry.origin if i in done.left_out else replace(entry.origin, split=split)
            lines.setdefault(entry.input, []).append(encoded(placed.record()))
    return {number: b"".join(own) for number, own in lines.items()}


def checksums_of(sidecar_bytes: Mapping[int, bytes]) -> dict[int, str]:
    return {number: bytes_sha256(data) for number, data in sidecar_bytes.items()}


def write_inputs(folder: Path, inputs: Sequence[Input], sidecar_bytes: Mapping[int, bytes]) -> None:
    """The sidecars, and the files that lie nowhere else."""
    for number, given in enumerate(inputs):
        path = data_file(folder, number, given.name)
        if given.own or number in sidecar_bytes:
            path.parent.mkdir(exist_ok=True)
        if given.own:
            shutil.copyfile(given.source.path, path)
        if number in sidecar_bytes:
            write_bytes(sidecar_of(path), sidecar_bytes[number])


def read_origins(split: Path, proof: SplitProof) -> dict[tuple[int, str], Provenance]:
    """What the sidecars of a split say; they must be the ones it was made with."""
    origins: dict[tuple[int, str], Provenance] = {}
    for number, given in enumerate(proof.head.inputs):
        if not given.provenance:
            continue
        data = data_file(split, number, given.file)
        path = sidecar_of(data)
        if not path.is_file() or file_sha256(path) != given.provenance:
            raise UserError(
                Words(f"{path} 不是划分时的文件。", f"{path} is not the file the split was made with."),
                hint=Words("请重新运行 pingce release split。", "Run pingce release split again."),
                code="bad-split",
            )
        origins |= {(number, origin.qid): origin for origin in (load_sidecar(data) or {}).values()}
    return origins


def kept_inputs(split: Path, proof: SplitProof) -> list[str]:
    """``TASK=FILE`` of the files that the split keeps itself."""
    paths = ((given.task, data_file(split, number, given.file)) for number, given in enumerate(proof.head.inputs))
    return [f"{task}={path}" for task, path in paths if path.is_file()]
