"""Making a pack: public files a team may download, private ones with the answers, side by side."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from pingce.formats.load import load_inventory
from pingce.formats.provenance import Provenance, sidecar_of, write_provenance
from pingce.formats.save import Pair, save
from pingce.formats.source import read_bytes
from pingce.formats.taskfile.places import carried_path, write_carried
from pingce.formats.write import write_bytes
from pingce.spec.chance import seeded_key
from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words
from pingce.tasks.catalog import TASKS
from pingce.tasks.own import find_own

from ..checksums import write_sums
from ..flaws import FlawsError, problems
from ..inputs import Decided, Input
from ..manifest import NAME, ReleaseFile, ReleaseManifest
from ..split.proof import SplitProof, pretty, proof_checksum, write_proof
from ..split.run import SPLIT_NAMES, SplitName
from ..split.sidecars import Origins
from ..split.strata import label
from ..verify.origins import Origin, write_origins
from ..verify.run import IDS, PRIVATE, PUBLIC, SPLIT, ZIP, verify
from .about import About
from .folder import describe, new_folder, write_zip
from .layout import FileContent, data_path, file_names, inventory_path, item_id, kinds
from .organisers import write_organisers

ABOUT = "release.toml"
REPORTS = "reports"


@dataclass(frozen=True)
class PackOrder:
    """What goes into a pack beside the items."""

    about: About
    about_toml: bytes
    reports: Sequence[Path] = ()
    inventory: Path | None = None
    accepted: tuple[str, ...] = ()
    with_zip: bool = False
    organisers: tuple[str, ...] = ()
    """Login names of those who may take the answers on the pages."""


class Placed(NamedTuple):
    """An item under its new id, with its part and where it came from."""

    decided: Decided
    part: SplitName
    origin: Origin


class TaskItems(NamedTuple):
    """The items of one subtask."""

    task: TaskSpec
    placed: list[Placed]


def pack(
    order: PackOrder, decided: Sequence[Decided], proof: SplitProof, out: Path, origins: Origins | None = None
) -> ReleaseManifest:
    """Write a pack and check it; it appears only if nothing is wrong with it.

    ``origins``: what the split keeps of the items' provenance.

    ``order`` says what the pack is called and what goes into it, ``decided`` are the items with their answers,
    ``proof`` which part each of them is in. Public files come into ``out/public``, answers into ``out/private``.
    """
    placed = place(decided, proof)
    by_task = _by_task(placed)
    _need_inventory(order, by_task)
    with new_folder(out) as folder:
        public, private = folder / PUBLIC, folder / PRIVATE
        (private / SPLIT).mkdir(parents=True)
        write_proof(private / SPLIT, proof)
        files, answers = _write_data(by_task, public, private)
        told, untold = _write_sidecars(order, by_task, origins or {}, folder)
        files, answers = files + told, answers + untold
        files += [*_copied(order, by_task, public), *_descriptions(by_task, public)]
        manifest = ReleaseManifest(
            order.about.name,
            order.about.version,
            tuple(files),
            {task.id: _counts(own) for task, own in by_task},
            proof.head.groups,
            proof_checksum(private / SPLIT),
            order.accepted,
            {task.id: _labels(own) for task, own in by_task},
        )
        describe(public, order.about, manifest)
        write_origins(private / IDS, [each.origin for each in placed])
        write_bytes(private / ABOUT, order.about_toml)
        secret = ReleaseManifest(
            manifest.name,
            manifest.version,
            tuple(answers),
            manifest.items,
            manifest.groups,
            manifest.split_sha256,
            order.accepted,
        )
        write_bytes(private / NAME, pretty(secret))
        write_sums(private)
        if order.with_zip:
            write_zip(public, folder / ZIP)
        if order.organisers:
            write_organisers(folder, order.organisers)
        flaws = verify(folder).flaws
        if flaws:
            words = Words(
                f"没有写出 {out}：有 {len(flaws)} 个问题。", f"{out} was not written: {problems(len(flaws))}."
            )
            raise FlawsError(words, flaws, code="bad-pack")
    return manifest


def inputs_as_split(inputs: Sequence[Input], proof: SplitProof, split: Path) -> list[Input]:
    """The files in the order of the split; they must be the very files that were split."""
    given_files = {(file.task.id, file.sha256): file for file in inputs}
    expected = {(file.task, file.sha256): f"{file.task}={file.file}" for file in proof.head.inputs}
    missing = [name for key, name in expected.items() if key not in given_files]
    foreign = [f"{file.task.id}={file.source.name}" for key, file in given_files.items() if key not in expected]
    if missing or foreign:
        raise UserError(
            Words(
                f"给出的文件不是 {split} 划分的文件。缺：{'、'.join(missing) or '无'}；"
                f"多：{'、'.join(foreign) or '无'}。",
                f"These are not the files that {split} is a split of. Missing: {', '.join(missing) or 'none'}; "
                f"not in it: {', '.join(foreign) or 'none'}.",
            ),
            hint=Words("文件改过就要重新划分。", "Files that were changed must be split again."),
            code="other-files",
        )
    return [given_files[file.task, file.sha256] for file in proof.head.inputs]


def place(decided: Sequence[Decided], proof: SplitProof) -> list[Placed]:
    """Items in their parts under new ids.

    Their order is by chance: the order of the inputs may follow originals or even labels. A seed can be guessed; the
    checksums of the inputs, which nobody else has, cannot.
    """
    part_of = {(line.input, line.id): line.part for line in proof.items if not line.left_out}
    seed, files = proof.head.seed, [entry.sha256 for entry in proof.head.inputs]
    shuffled = sorted(
        decided, key=lambda entry: seeded_key(seed, "order", entry.task.id, files[entry.input], entry.item.id)
    )
    placed: list[Placed] = []
    counts: Counter[tuple[str, SplitName | None]] = Counter()
    for split in SPLIT_NAMES:
        for entry in shuffled:
            if part_of.get((entry.input, entry.item.id)) != split:
                continue
            counted = (entry.task.id, None if file_names(entry.task).counts_on else split)
            counts[counted] += 1
            new = item_id(entry, split, counts[counted])
            origin = Origin(entry.task.id, split, new, entry.input, entry.item.id)
            placed.append(Placed(entry._replace(item=replace(entry.item, id=new)), split, origin))
    return placed


def _by_task(placed: Sequence[Placed]) -> list[TaskItems]:
    tasks = {each.decided.task.id: each.decided.task for each in placed}
    return [TaskItems(tasks[name], [each for each in placed if each.decided.task.id == name]) for name in sorted(tasks)]


def _counts(placed: Sequence[Placed]) -> dict[str, int]:
    counts = Counter(each.part for each in placed)
    return {split: counts[split] for split in SPLIT_NAMES}


def _labels(placed: Sequence[Placed]) -> dict[str, int]:
    """Of the training part only: how often which answer occurs elsewhere is nobody's business yet."""
    counts = Counter(label(each.decided) for each in placed if each.part == "train")
    return {name: counts[name] for name in sorted(counts)}


def _write_data(
    by_task: Sequence[TaskItems], public: Path, private: Path
) -> tuple[list[ReleaseFile], list[ReleaseFile]]:
    """Public and private data files."""
    files: list[ReleaseFile] = []
    answers: list[ReleaseFile] = []
    for task, own in by_task:
        (public / task.edition).mkdir(parents=True, exist_ok=True)
        (private / task.edition).mkdir(parents=True, exist_ok=True)
        for split_name in SPLIT_NAMES:
            pairs: list[Pair] = [(each.decided.item, each.decided.answer) for each in own if each.part == split_name]
            if not pairs:
                continue
            for kind in kinds(task):
                gold = ReleaseFile(data_path(task, split_name, "gold", kind), "gold", task.id, split_name, len(pairs))
                save(task, (public if split_name == "train" else private) / gold.path, pairs, kind=kind)
                (files if split_name == "train" else answers).append(gold)
                if split_name != "train":
                    asked = ReleaseFile(
                        data_path(task, split_name, "questions", kind), "questions", task.id, split_name, len(pairs)
                    )
                    save(task, public / asked.path, pairs, kind=kind, part="questions")
                    files.append(asked)
            if split_name != "train" and "sheet" in task.kinds:
                sheet = ReleaseFile(
                    data_path(task, split_name, "sheet", "sheet"), "sheet", task.id, split_name, len(pairs)
                )
                save(task, private / sheet.path, pairs, kind="sheet")
                answers.append(sheet)
    return files, answers


def _write_sidecars(
    order: PackOrder, by_task: Sequence[TaskItems], origins: Origins, folder: Path
) -> tuple[list[ReleaseFile], list[ReleaseFile]]:
    files: list[ReleaseFile] = []
    private: list[ReleaseFile] = []
    for task, own in by_task:
        for split_name in SPLIT_NAMES:
            known = [
                placed_origin(origin, new=new.id, was=new.was, split=split_name, pack=order.about.name)
                for _, part, new in own
                if part == split_name and (origin := origins.get((new.input, new.was))) is not None
            ]
            told, untold = write_sidecars(task, split_name, known, folder / PUBLIC, folder / PRIVATE)
            files += told
            private += untold
    return files, private


def _need_inventory(order: PackOrder, by_task: Sequence[TaskItems]) -> None:
    senses = [task.id for task, _ in by_task if task.has_senses]
    if senses and order.inventory is None:
        raise UserError(
            Words(f"{senses[0]} 的发布包要有释义表。", f"A pack of {senses[0]} needs its inventory."),
            hint=Words("请给出 --inventory FILE。", "Give --inventory FILE."),
            code="no-inventory",
        )
    if order.inventory is not None and not senses:
        raise UserError(
            Words("没有用到释义表的任务。", "None of the tasks has an inventory."),
            hint=Words("请去掉 --inventory。", "Leave out --inventory."),
            code="no-inventory",
        )


def _copied(order: PackOrder, by_task: Sequence[TaskItems], public: Path) -> list[ReleaseFile]:
    """The inventory and the reports."""
    files = [_inventory(order, task, public) for task, _ in by_task if order.inventory and task.has_senses]
    names = Counter(path.name for path in order.reports)
    for path in order.reports:
        if names[path.name] > 1:
            words = Words(f"有两份报告叫 {path.name}。", f"Two reports are called {path.name}.")
            raise UserError(words, code="same-name")
        (public / REPORTS).mkdir(exist_ok=True)
        write_bytes(public / REPORTS / path.name, read_bytes(path))
        files.append(ReleaseFile(f"{REPORTS}/{path.name}", "report"))
    return files


def _descriptions(by_task: Sequence[TaskItems], public: Path) -> Iterator[ReleaseFile]:
    """Tasks that are not built in come along, so that whoever has only the pack can check, train and score."""
    for task, _ in by_task:
        own = None if task.id in TASKS else find_own(task.id)
        if own is not None and own.description:
            write_carried(public, own)
            yield ReleaseFile(str(carried_path(task.id)), "task", task.id)


def _inventory(order: PackOrder, task: TaskSpec, folder: Path) -> ReleaseFile:
    assert order.inventory is not None
    words = len(load_inventory(str(order.inventory)))
    path = inventory_path(task)
    write_bytes(folder / path, read_bytes(order.inventory))
    return ReleaseFile(path, "inventory", task.id, None, words)


def write_sidecars(
    task: TaskSpec, split: SplitName, origins: Sequence[Provenance], public: Path, private: Path
) -> tuple[list[ReleaseFile], list[ReleaseFile]]:
    """The sidecars of one part of a task, public and private; without any provenance there are none."""
    if not origins:
        return [], []
    kind = kinds(task)[0]
    content: FileContent = "gold" if split == "train" else "questions"
    asked = sidecar_of(Path(data_path(task, split, content, kind))).as_posix()
    full = sidecar_of(Path(data_path(task, split, "gold", kind))).as_posix()
    write_provenance(public / asked, (origin.for_everybody(held_back=split != "train") for origin in origins))
    write_provenance(private / full, origins)
    return (
        [ReleaseFile(asked, "provenance", task.id, split, len(origins))],
        [ReleaseFile(full, "provenance", task.id, split, len(origins))],
    )


def placed_origin(origin: Provenance, *, new: str, was: str, split: SplitName, pack: str) -> Provenance:
    """Under the item's id in the pack."""
    return replace(origin, qid=new, was=was, split=split, pack=pack)
