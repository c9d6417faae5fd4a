"""Whether a release is what it says it is; all that is wrong is said at once."""

import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pingce.formats.checksum import file_sha256
from pingce.formats.load import load_inventory
from pingce.formats.provenance import Provenance
from pingce.formats.senses import Inventory
from pingce.formats.taskfile.places import CarriedTasks
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.tasks.catalog import find_task
from pingce.tasks.own import opened

from ..checksums import files_in, sum_flaws
from ..flaws import Flaw, FlawsError, problems
from ..inputs import Decided
from ..manifest import OWN, ReleaseFile, ReleaseManifest, read_manifest
from ..split.proof import proof_checksum, proof_flaws, read_lines, read_proof
from ..split.run import SPLIT_NAMES, SplitName
from .contents import Contents, Pair, check_other, read_contents
from .heldout import HeldOut
from .origins import Origin, origin_flaws
from .provenance import read_sidecar, sidecars_differ

PUBLIC, PRIVATE, ZIP, SPLIT, IDS = "public", "private", "public.zip", "split", "ids.jsonl"


class Verified(NamedTuple):
    """What was looked at, and what is wrong."""

    folders: tuple[str, ...]
    files: int
    flaws: list[Flaw]


Read = dict[tuple[str, SplitName, str], list[Pair]]
"""Items by task, part and content."""


def verify(root: Path) -> Verified:
    """A whole pack, or one folder as a team downloads it; read as the descriptions of tasks say that it carries."""
    with opened(CarriedTasks([root])):
        return _verify(root)


def refuse_flawed(pack: Path) -> None:
    """For those who write something out of a whole pack: all its problems at once, before anything is written."""
    flaws = verify(pack).flaws
    if flaws:
        words = Words(
            f"{pack} 有 {len(flaws)} 个问题，没有写出。", f"{pack} has {problems(len(flaws))}; nothing written."
        )
        raise FlawsError(words, flaws, code="bad-pack")


def _verify(root: Path) -> Verified:
    if root.is_file():
        raise UserError(
            Words(f"{root} 是文件；应为文件夹。", f"{root} is a file; expected a folder."),
            hint=Words("zip 包请先解压。", "Unpack a zip file first."),
            code="is-a-file",
        )
    if not (root / PUBLIC).is_dir():
        read_manifest(root)  # if this is no release at all, say so
        folder = _Folder(root)
        return Verified((root.name,), len(files_in(root)), folder.flaws)
    public = _Folder(root / PUBLIC)
    private = _Folder(root / PRIVATE, public)
    flaws = [*public.flaws, *private.flaws]
    if public.manifest is not None and private.manifest is not None:
        flaws += _pack_flaws(root, public, public.manifest, private)
    return Verified((PUBLIC, PRIVATE), len(files_in(root)), flaws)


class _Folder:
    """One folder of a release, read and checked by itself."""

    def __init__(self, path: Path, public: "_Folder | None" = None) -> None:
        self.path = path
        self.inventory: Inventory | None = public.inventory if public is not None else None
        self.train: dict[str, list[Pair]] = {}
        """Training items, which are public: what is private of them is checked against these."""
        if public is not None:
            self.train = {task: pairs for (task, split, _), pairs in public.read.items() if split == "train"}
        self.flaws = sum_flaws(path)
        self.read: Read = {}
        self.sidecars: dict[tuple[str, SplitName], dict[str, Provenance]] = {}
        self.manifest: ReleaseManifest | None = None
        try:
            self.manifest = read_manifest(path)
        except UserError as problem:
            self.flaws.append(Flaw(path.name, problem.code, problem.words))
            return
        self._check(self.manifest)

    def _check(self, manifest: ReleaseManifest) -> None:
        accepted = frozenset(manifest.accepted)
        self.inventory = self.inventory or self._own_inventory(manifest)
        for file in manifest.files:
            if file.content in ("gold", "questions"):
                self._compare(file, read_contents(self.path, file, accepted, self.inventory))
        for file in manifest.files:
            if file.content in ("sheet", "inventory"):
                self.flaws += check_other(self.path, file, self._gold_of(file, manifest), accepted)
        for file in manifest.files:
            if file.content == "provenance":
                self._check_sidecar(file, manifest)
        for task, parts in manifest.items.items():
            for split in SPLIT_NAMES:
                self._count(task, split, parts.get(split, 0))

    def _check_sidecar(self, file: ReleaseFile, manifest: ReleaseManifest) -> None:
        assert file.task is not None
        assert file.part is not None
        pairs = self.read.get((file.task, file.part, "gold")) or self.read.get((file.task, file.part, "questions"), [])
        public = self.path.name != PRIVATE
        if not public and file.part == "train":
            pairs = self.train.get(file.task, [])
        sidecar = read_sidecar(self.path, file, pairs, manifest.name, public=public)
        self.flaws += sidecar.flaws
        self.sidecars[file.task, file.part] = sidecar.records

    def _own_inventory(self, manifest: ReleaseManifest) -> Inventory | None:
        for file in manifest.files:
            if file.content == "inventory":
                try:
                    return load_inventory(str(self.path / file.path))
                except UserError:
                    return None  # checked as a file of its own
        return None

    def _compare(self, file: ReleaseFile, contents: Contents) -> None:
        """Files of several kinds with the same content must say the same."""
        self.flaws += contents.flaws
        assert file.task is not None
        assert file.part is not None
        if contents.flaws:
            return  # what is wrong with it is said; the other kind stands for it
        first = self.read.setdefault((file.task, file.part, file.content), contents.pairs)
        if first != contents.pairs:
            words = Words("与同名的另一种文件内容不同", "differs from the file of another kind with the same name")
            self.flaws.append(Flaw(f"{self.path.name}/{file.path}", "kinds-differ", words))

    def _gold_of(self, sheet: ReleaseFile, manifest: ReleaseManifest) -> str | None:
        for file in manifest.files:
            if (file.task, file.part, file.content) == (sheet.task, sheet.part, "gold"):
                return str(self.path / file.path)
        return None

    def _count(self, task: str, split: SplitName, stated: int) -> None:
        for content in ("gold", "questions"):
            pairs = self.read.get((task, split, content))
            if pairs is not None and len(pairs) != stated:
                words = Words(
                    f"{task} {split}：写明 {stated} 题，实有 {len(pairs)} 题",
                    f"{task} {split}: {stated} items stated, {len(pairs)} found",
                )
                self.flaws.append(Flaw(self.path.name, "wrong-count", words))


def _pack_flaws(root: Path, public: _Folder, manifest: ReleaseManifest, private: _Folder) -> Iterator[Flaw]:
    train = {key: pairs for key, pairs in public.read.items() if key[1] == "train"}
    held = {key: pairs for key, pairs in private.read.items() if key[2] == "gold"}
    yield from _not_apart(root, public)
    yield from _questions_differ(public.read, held)
    yield from shown_flaws(public.path, HeldOut(_decided(held), _decided(train)), _pages(public.path, manifest))
    yield from _same_texts(_decided(train), _decided(held))
    split = root / PRIVATE / SPLIT
    try:
        proof = read_proof(split)
        if proof_checksum(split) != manifest.split_sha256:
            words = Words("与公开的校验和不符", "does not match the checksum that was published")
            yield Flaw(f"{PRIVATE}/{SPLIT}", "changed-split", words)
        yield from (flaw._replace(file=f"{PRIVATE}/{SPLIT}/{flaw.file}") for flaw in proof_flaws(proof))
        yield from origin_flaws(root / PRIVATE / IDS, proof, {**train, **held})
        yield from sidecars_differ(public.sidecars, private.sidecars, list(read_lines(root / PRIVATE / IDS, Origin)))
    except UserError as problem:
        yield Flaw(f"{PRIVATE}/{SPLIT}", problem.code, problem.words)


def _decided(read: Read) -> list[Decided]:
    return [
        Decided(SPLIT_NAMES.index(split), task, item, answer or {})
        for (task_id, split, _), pairs in read.items()
        for task in (find_task(task_id),)
        for item, answer in pairs
    ]


def _pages(folder: Path, manifest: ReleaseManifest) -> list[str]:
    """Everything a team may download that is not data: card, metadata, reports, and whatever else lies there."""
    data = {file.path for file in manifest.files if file.content in ("gold", "questions", "inventory", "provenance")}
    return [name for name in files_in(folder) if name not in data]


def shown_flaws(folder: Path, held: HeldOut, names: Iterable[str]) -> Iterator[Flaw]:
    """A flaw for every public file that shows items whose answers are held back."""
    for name in names:
        shown = held.shown_in((folder / name).read_bytes(), name)
        if shown:
            listed = ", ".join(text if len(text) <= 30 else f"{text[:29]}…" for text in shown)
            words = Words(f"显示了未公开答案的题目：{listed}", f"shows items whose answers are held back: {listed}")
            yield Flaw(f"{folder.name}/{name}", "held-out-item", words)


def _not_apart(root: Path, public: _Folder) -> Iterator[Flaw]:
    """A file of answers among the public ones, under whatever name; and a zip that is not the public folder."""
    answers = {file_sha256(root / PRIVATE / name): name for name in files_in(root / PRIVATE) if name not in OWN}
    for name in files_in(public.path):
        secret = answers.get(file_sha256(public.path / name))
        if secret is not None:
            words = Words(f"与 {PRIVATE}/{secret} 相同", f"is the same as {PRIVATE}/{secret}")
            yield Flaw(f"{PUBLIC}/{name}", "private-file", words)
    if (root / ZIP).is_file():
        outside = {f"{PUBLIC}/{name}": (public.path / name).read_bytes() for name in files_in(public.path)}
        if _members(root / ZIP) != outside:
            yield Flaw(ZIP, "zip-differs", Words("与 public 文件夹不同", "differs from the folder public"))


def _members(path: Path) -> dict[str, bytes] | None:
    try:
        with zipfile.ZipFile(path) as pack:
            return {info.filename: pack.read(info) for info in pack.infolist()}
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError):  # damaged, or packed in no way of ours
        return None


def _questions_differ(public: Read, held: Read) -> Iterator[Flaw]:
    for (task, split, _), pairs in held.items():
        asked = public.get((task, split, "questions"), [])
        ours, theirs = ([(item.id, item.texts, item.options) for item, _ in each] for each in (pairs, asked))
        if ours != theirs:
            words = Words(f"{task} {split} 的题目与答案对不上", f"questions and answers of {task} {split} do not match")
            yield Flaw(PUBLIC, "questions-differ", words)


def _same_texts(train: Sequence[Decided], held: Sequence[Decided]) -> Iterator[Flaw]:
    """Identical texts in two parts, whatever the proof says."""
    seen: dict[str, Decided] = {}
    for entry in (*train, *held):
        for passage in entry.passages:
            letters = "".join(filter(str.isalnum, passage)) or passage
            other = seen.setdefault(letters, entry)
            if other.input != entry.input:
                where = f"{other.task.id} {other.item.id} / {entry.task.id} {entry.item.id}"
                yield Flaw(
                    f"{SPLIT_NAMES[other.input]} / {SPLIT_NAMES[entry.input]}",
                    "same-text-in-two-parts",
                    Words(f"两部分里有相同的文本：{where}", f"the same text in two parts: {where}"),
                )
