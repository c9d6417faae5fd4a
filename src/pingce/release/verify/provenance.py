"""Whether the sidecars of a release say the truth, and nothing that is not for everybody."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pingce.formats.load import BadFileError
from pingce.formats.provenance import Provenance, read_provenance
from pingce.formats.replacement import undone
from pingce.formats.source import Source
from pingce.spec.errors import UserError
from pingce.spec.values import Item
from pingce.spec.words import Words
from pingce.tasks.catalog import find_task

from ..flaws import Flaw
from ..manifest import ReleaseFile
from ..split.run import SplitName
from .contents import Pair, found_flaws, wrong_count
from .origins import Origin

FOR_EVERYBODY = frozenset({"qid", "genre", "kind", "split", "pack"})
WITH_ANSWERS = FOR_EVERYBODY | {"original", "replacement"}
"""Keys of a public sidecar; the word that was exchanged is most of an answer, so held-back parts have fewer."""


class Sidecar(NamedTuple):
    """The records of a sidecar and what is wrong with it."""

    records: dict[str, Provenance]
    flaws: list[Flaw]


def read_sidecar(folder: Path, file: ReleaseFile, pairs: Sequence[Pair], pack: str, *, public: bool) -> Sidecar:
    """A sidecar, checked against the items of its data file and the name of its pack."""
    name = f"{folder.name}/{file.path}"
    try:
        records = {record.qid: record for record in read_provenance(Source(folder / file.path))}
    except BadFileError as problem:
        return Sidecar({}, list(found_flaws(problem.findings, name, frozenset())))
    except UserError as problem:  # a file that is not there
        return Sidecar({}, [Flaw(name, problem.code, problem.words)])
    assert file.task is not None
    assert file.part is not None
    items = {item.id: item for item, _ in pairs}
    flaws = list(_record_flaws(name, file, records, items, pack))
    if public:
        allowed = WITH_ANSWERS if file.part == "train" else FOR_EVERYBODY
        more = sorted({key for record in records.values() for key in record.record()} - allowed)
        if more:
            listed = ", ".join(more)
            words = Words(f"有不可公开的键：{listed}", f"keys that are not for everybody: {listed}")
            flaws.append(Flaw(name, "private-provenance", words))
    flaws += wrong_count(name, file, len(records))
    return Sidecar(records, flaws)


def _record_flaws(
    name: str, file: ReleaseFile, records: Mapping[str, Provenance], items: Mapping[str, Item], pack: str
) -> Iterator[Flaw]:
    assert file.task is not None
    passages = [text.name for text in find_task(file.task).texts if text.passage]
    for qid, record in records.items():
        item = items.get(qid)
        if item is None:
            yield Flaw(name, "unknown-item", Words(f"数据里没有题目 {qid}", f"item {qid} is not in the data"))
        elif record.replacement is not None and all(
            undone(item.texts[text], record.replacement.changes) is None for text in passages if text in item.texts
        ):
            words = Words(f"{qid} 的文本里没有替换所说的词", f"the text of {qid} is not what its replacement says")
            yield Flaw(name, "replacement-differs", words)
        if (record.split, record.pack) != (file.part, pack):
            where = f"{record.split}, {record.pack}"
            words = Words(
                f"{qid} 写明在 {where}；应为 {file.part}, {pack}", f"{qid} says {where}; expected {file.part}, {pack}"
            )
            yield Flaw(name, "wrong-part", words)


Sidecars = Mapping[tuple[str, SplitName], Mapping[str, Provenance]]
"""Records by task and part."""


def sidecars_differ(public: Sidecars, private: Sidecars, ids: Sequence[Origin]) -> Iterator[Flaw]:
    """What is public must follow from what is not; ids must be those of the split, and no original in two parts."""
    was = {(origin.task, origin.part, origin.id): origin.was for origin in ids}
    for key in sorted({*public, *private}):
        task, split = key
        told = public.get(key, {})
        full = private.get(key, {})
        derived = {qid: record.for_everybody(held_back=split != "train") for qid, record in full.items()}
        if dict(told) != derived:
            words = Words(f"{task} {split} 的出处两处不同", f"the provenance of {task} {split} differs")
            yield Flaw("public", "provenance-differs", words)
        wrong = [qid for qid, record in full.items() if was.get((task, split, qid), record.was) != record.was]
        if wrong:
            words = Words(
                f"{task} {split}：{wrong[0]} 原来的题号与 ids.jsonl 不符",
                f"{task} {split}: {wrong[0]} had another id according to ids.jsonl",
            )
            yield Flaw("private", "provenance-differs", words)
    parts: dict[str, set[SplitName]] = defaultdict(set)
    for (_, split), records in private.items():
        for record in records.values():
            if record.original is not None:
                parts[record.original].add(split)
    for original, places in sorted(parts.items()):
        if len(places) > 1:
            listed = ", ".join(sorted(places))
            words = Words(f"原句 {original} 在 {listed}", f"original {original} is in {listed}")
            yield Flaw("private", "original-in-two-parts", words)
