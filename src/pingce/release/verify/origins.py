"""Which item of the files is which item of the split: what ties the proof to the data."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from pingce.formats.write import atomic
from pingce.spec.values import Item
from pingce.spec.words import Words

from ..flaws import Flaw
from ..split.proof import ItemLine, SplitProof, read_lines
from ..split.run import SplitName


class Origin(msgspec.Struct, frozen=True):
    """An item by its id in the release, and by the input and id it came from."""

    task: str
    part: SplitName
    id: str
    input: int
    was: str


def write_origins(path: Path, origins: Sequence[Origin]) -> None:
    """Write which item of the released files is which item of the inputs, so that the split can be verified."""
    with atomic(path) as file:
        file.writelines(msgspec.json.encode(origin) + b"\n" for origin in origins)


def origin_flaws(
    path: Path, proof: SplitProof, read: Mapping[tuple[str, SplitName, str], Sequence[tuple[Item, object]]]
) -> Iterator[Flaw]:
    """Whether the items of the files are those of the split, each in the part the split says."""
    placed: dict[tuple[int, str], ItemLine] = {(line.input, line.id): line for line in proof.items if not line.left_out}
    tasks = [given.task for given in proof.head.inputs]
    expected = {(task, split, item.id) for (task, split, _), pairs in read.items() for item, _ in pairs}
    name = f"{path.parent.name}/{path.name}"
    for origin in read_lines(path, Origin):
        key = (origin.task, origin.part, origin.id)
        line = placed.pop((origin.input, origin.was), None)
        if key not in expected:
            words = Words(f"文件里没有题目 {origin.task} {origin.id}", f"item {origin.task} {origin.id} is in no file")
            yield Flaw(name, "unknown-item", words)
        expected.discard(key)
        if line is None or line.part != origin.part or tasks[line.input] != origin.task:
            words = Words(
                f"{origin.task} {origin.id} 不在划分所说的部分",
                f"{origin.task} {origin.id} is not where the split says",
            )
            yield Flaw(name, "wrong-part", words)
    for left in (*sorted(expected), *((tasks[line.input], line.part, line.id) for line in placed.values())):
        words = Words(f"没有记录题目 {' '.join(left)} 的来历", f"nothing says where {' '.join(left)} comes from")
        yield Flaw(name, "unknown-origin", words)
