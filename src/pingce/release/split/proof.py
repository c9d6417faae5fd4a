"""A split as files: who is in which group, which group in which part, and whether that holds together.

``split.json`` says what was asked for and of which files; ``groups.jsonl`` has a line for each group and its part,
``items.jsonl`` a line for each item and its group. Anyone can check the three against each other and the data.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

import msgspec

from pingce.formats.source import read_bytes
from pingce.formats.tiers import Kept
from pingce.formats.write import atomic
from pingce.spec.errors import UserError
from pingce.spec.words import Words

from ..flaws import Flaw, FlawsError
from ..inputs import Decided, Input
from .run import SPLIT_NAMES, Split, SplitName

HEAD, GROUPS, ITEMS = "split.json", "groups.jsonl", "items.jsonl"
METHOD = (
    "union-find over stated originals, texts of one original or nearly the same, and whole words; groups largest first "
    "to the part that comes nearest to its share of items, labels and strata, then moved while that helps; chance by "
    "SHA-256 of the seed"
)

T = TypeVar("T")


class GivenFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file the items come from."""

    task: str
    file: str
    sha256: str
    items: int
    provenance: str = ""
    """Checksum of the sidecar that the split keeps of it."""


class SplitKeptOut(msgspec.Struct, frozen=True):
    """How many items of an input a rule of the tiers kept out, by label."""

    input: int
    tier: str
    rule: str
    label: str
    items: int


class SplitHead(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was asked for and what it was made of."""

    method: str
    ratio: tuple[str, str, str]
    seed: int
    balance_test: bool
    whole_words: str
    drop_shared: bool
    strata: tuple[str, ...]
    words: tuple[str, ...]
    inputs: tuple[GivenFile, ...]
    items: dict[str, int]
    groups: dict[str, int]
    kept_out: tuple[SplitKeptOut, ...] = ()
    """Items that are in no part because of their tier; without tiers there are none."""


class GroupLine(msgspec.Struct, frozen=True):
    """A line of the proof of a split: which split a group of items with one original went to."""

    group: str
    part: SplitName
    items: int


class ItemLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """An item by the number of its input and its id there."""

    input: int
    id: str
    group: str
    part: SplitName
    left_out: bool = False
    """In no part: another subtask would tell its answer."""


class SplitProof(msgspec.Struct, frozen=True):
    """Why items were split as they were: settings and checksums, the groups, every item's group."""

    head: SplitHead
    groups: list[GroupLine]
    items: list[ItemLine]


def make_proof(
    inputs: Sequence[Input],
    decided: Sequence[Decided],
    done: Split,
    *,
    sidecars: Mapping[int, str] | None = None,
    kept: Sequence[Kept] = (),
) -> SplitProof:
    """``sidecars``: checksums of what is kept of the inputs' provenance; ``kept``: what tiers kept out of each."""
    settings = done.settings
    digits = len(str(max(done.groups, default=0)))
    names = [f"g{number:0{digits}}" for number in done.groups]
    items = [
        ItemLine(entry.input, entry.item.id, name, split, i in done.left_out)
        for i, (entry, name, split) in enumerate(zip(decided, names, done.parts, strict=True))
    ]
    sizes = Counter(names)
    part_of = {item.group: item.part for item in items}
    groups = [GroupLine(name, part_of[name], size) for name, size in sizes.items()]
    per_input = Counter(entry.input for entry in decided)
    head = SplitHead(
        METHOD,
        (str(settings.ratio[0]), str(settings.ratio[1]), str(settings.ratio[2])),
        settings.seed,
        settings.balance_test,
        str(settings.whole_words)
        if not isinstance(settings.whole_words, Fraction)
        else f"{settings.whole_words} of all",
        settings.drop_shared,
        settings.strata,
        tuple(done.words),
        tuple(
            GivenFile(entry.task.id, entry.name, entry.sha256, per_input[i], (sidecars or {}).get(i, ""))
            for i, entry in enumerate(inputs)
        ),
        _by_part(item.part for item in items if not item.left_out),
        _by_part(group.part for group in groups),
        tuple(
            SplitKeptOut(i, *rule, count)
            for i, account in enumerate(kept)
            for rule, count in sorted(account.kept_out.items())
        ),
    )
    return SplitProof(head, groups, items)


def _by_part(parts: Iterator[SplitName]) -> dict[str, int]:
    counts = Counter(parts)
    return {split: counts[split] for split in SPLIT_NAMES}


def write_proof(folder: Path, proof: SplitProof) -> None:
    """Write the proof of a split: the head, the groups and the items, from which anybody can check it again."""
    with atomic(folder / HEAD) as file:
        file.write(pretty(proof.head))
    for name, lines in ((GROUPS, proof.groups), (ITEMS, proof.items)):
        with atomic(folder / name) as file:
            file.writelines(msgspec.json.encode(line) + b"\n" for line in lines)


def pretty(value: object) -> bytes:
    """JSON to be read by people too: indented, in the order given."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"


def read_proof(folder: Path) -> SplitProof:
    """The files of a split; a file that is missing or not what it should be is named with its line."""
    head = _decode(folder / HEAD, _bytes(folder / HEAD), SplitHead, None)
    return SplitProof(head, list(read_lines(folder / GROUPS, GroupLine)), list(read_lines(folder / ITEMS, ItemLine)))


def proof_checksum(folder: Path) -> str:
    """One number for the whole split; published beforehand, it shows later that nothing was moved."""
    return hashlib.sha256(b"".join(_bytes(folder / name) for name in (HEAD, GROUPS, ITEMS))).hexdigest()


def _bytes(path: Path) -> bytes:
    return read_bytes(
        path, Words("应为 pingce release split 写出的文件夹。", "Expected a folder written by pingce release split.")
    )


def read_lines(path: Path, kind: type[T]) -> Iterator[T]:
    """The values of a JSONL file of a split's proof, checked against ``kind``; what is wrong is told with its line."""
    for number, line in enumerate(_bytes(path).splitlines(), start=1):
        yield _decode(path, line, kind, number)


def _decode(path: Path, data: bytes, kind: type[T], line: int | None) -> T:
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        where = path if line is None else f"{path}:{line}"
        raise UserError(
            Words(f"{where} 不是划分文件：{problem}。", f"{where} is not part of a split: {problem}."),
            hint=Words("请重新运行 pingce release split。", "Run pingce release split again."),
            code="bad-split",
        ) from problem


def proof_flaws(proof: SplitProof) -> list[Flaw]:
    """Whether every item is in one group and every group in one part, and the counts are right."""
    part_of: dict[str, SplitName] = {}
    flaws = [
        _two_parts(GROUPS, line.group, part_of[line.group], line.part)
        for line in proof.groups
        if part_of.setdefault(line.group, line.part) != line.part
    ]
    sizes: Counter[str] = Counter()
    seen: set[tuple[int, str]] = set()
    for item in proof.items:
        sizes[item.group] += 1
        if (item.input, item.id) in seen:
            words = Words(f"题目 {item.id} 出现两次", f"item {item.id} occurs twice")
            flaws.append(Flaw(ITEMS, "item-twice", words))
        seen.add((item.input, item.id))
        expected = part_of.get(item.group)
        if expected is None:
            words = Words(
                f"题目 {item.id} 的组 {item.group} 没有列出", f"group {item.group} of {item.id} is not listed"
            )
            flaws.append(Flaw(ITEMS, "unknown-group", words))
        elif expected != item.part:
            flaws.append(_two_parts(ITEMS, f"{item.group} ({item.id})", expected, item.part))
    flaws += [
        _count(GROUPS, line.group, line.items, sizes[line.group])
        for line in proof.groups
        if sizes[line.group] != line.items
    ]
    head = proof.head
    per_input = Counter(item.input for item in proof.items)
    flaws += [
        _count(HEAD, given.file, given.items, per_input[i])
        for i, given in enumerate(head.inputs)
        if given.items != per_input[i]
    ]
    for what, stated, parts in (
        ("items", head.items, (item.part for item in proof.items if not item.left_out)),
        ("groups", head.groups, iter(part_of.values())),
    ):
        counted = _by_part(parts)
        flaws += [
            _count(HEAD, f"{what}, {split}", stated.get(split, 0), counted[split])
            for split in SPLIT_NAMES
            if stated.get(split, 0) != counted[split]
        ]
    return flaws


def usable_proof(folder: Path) -> SplitProof:
    """The proof in a split's folder; refuses one that contradicts itself, with all that is wrong."""
    proof = read_proof(folder)
    flaws = proof_flaws(proof)
    if flaws:
        words = Words(f"{folder} 里的划分前后不一。", f"The split in {folder} contradicts itself.")
        raise FlawsError(words, flaws, code="bad-split")
    return proof


def _two_parts(file: str, name: str, first: SplitName, other: SplitName) -> Flaw:
    words = Words(f"组 {name} 既在 {first} 又在 {other}", f"group {name} is in {first} and in {other}")
    return Flaw(file, "group-in-two-parts", words)


def _count(file: str, name: str, stated: int, counted: int) -> Flaw:
    words = Words(f"{name}：写明 {stated}，实有 {counted}", f"{name}: {stated} stated, {counted} found")
    return Flaw(file, "wrong-count", words)
