"""The folder of a split: its proof, the provenance of its items, the shares it achieved and what its parts share."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pingce.formats.tiers import Kept
from pingce.formats.write import write_bytes

from ..inputs import Decided, Input
from .outcome import Achieved, SplitLeaks, achieved, leaks
from .proof import SplitProof, make_proof, pretty, write_proof
from .run import Split
from .sidecars import checksums_of, sidecars, write_inputs


class SplitFiles(NamedTuple):
    """What the folder of a split holds, before it is written."""

    proof: SplitProof
    sidecars: dict[int, bytes]
    rows: list[Achieved]
    leaking: SplitLeaks

    def shares(self) -> list[dict[str, object]]:
        """How many items of each stratum are in which part: ``shares.json``."""
        return [
            {"task": row.stratum.task, "kind": row.stratum.kind, "value": row.stratum.value, **row.by_part}
            for row in self.rows
        ]

    def leaks(self) -> dict[str, list[dict[str, object]]]:
        """Texts that several parts have, or nearly: ``leaks.json``."""
        return {
            "near": [leak._asdict() for leak in self.leaking.near],
            "shared": [leak._asdict() for leak in self.leaking.shared],
        }


def split_files(inputs: Sequence[Input], decided: Sequence[Decided], done: Split, kept: Sequence[Kept]) -> SplitFiles:
    """All that is to be written and told about a split; takes most of the time."""
    rows, leaking, beside = achieved(decided, done), leaks(decided, done), sidecars(decided, done)
    proof = make_proof(inputs, decided, done, sidecars=checksums_of(beside), kept=kept)
    return SplitFiles(proof, beside, rows, leaking)


def write_split(folder: Path, inputs: Sequence[Input], files: SplitFiles) -> None:
    """Into a folder that is empty."""
    write_proof(folder, files.proof)
    write_inputs(folder, inputs, files.sidecars)
    write_bytes(folder / "shares.json", pretty(files.shares()))
    write_bytes(folder / "leaks.json", pretty(files.leaks()))
