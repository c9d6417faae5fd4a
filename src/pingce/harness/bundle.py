"""The part of an export that every harness shares: documents, gold and descriptions of the tasks of a pack."""

import json
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pingce.evaluation.files import load_gold_with_origins
from pingce.formats.encode import Json
from pingce.formats.load import Loaded, load_inventory
from pingce.formats.provenance import sidecar_of
from pingce.formats.senses import Inventory
from pingce.formats.taskfile.places import write_carried
from pingce.formats.write import write_jsonl, write_text
from pingce.release.manifest import ReleaseFile, ReleaseManifest, read_manifest
from pingce.release.split.run import SPLIT_NAMES, SplitName
from pingce.release.verify.run import PRIVATE, PUBLIC, refuse_flawed
from pingce.scoring.clusters import find_clusters
from pingce.scoring.run import score
from pingce.spec.errors import UserError
from pingce.spec.measure import Case
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words
from pingce.systems.data import known_glosses
from pingce.systems.interface import Example
from pingce.systems.llm.prompt import instructions, question
from pingce.systems.llm.quoting import quoted_answer
from pingce.tasks.catalog import find_task
from pingce.tasks.own import find_own

from .task import DESCRIPTION, GOLD, INVENTORY, TaskDescription

DATA = "data"


@dataclass(frozen=True)
class PackTask:
    """A task of a pack with the gold files of its splits."""

    spec: TaskSpec
    files: dict[SplitName, Path]
    inventory: Inventory
    pack: str
    version: str

    @property
    def slug(self) -> str:
        """Name of its folder: ``space2022-task1``."""
        return self.spec.id.replace("/", "-")

    @property
    def name(self) -> str:
        """Name of its module: ``space2022_task1``, whatever letters the id has."""
        return re.sub(r"\W", "_", self.spec.id)

    @property
    def asked_splits(self) -> list[SplitName]:
        """The splits that are evaluated; the training part only lends examples."""
        return [split for split in self.files if split != "train"]


def pack_tasks(pack: Path, *, splits: Sequence[SplitName], only: Sequence[str] = ()) -> list[PackTask]:
    """The tasks of a whole pack that have gold for the splits wanted; the pack is verified first."""
    refuse_flawed(pack)
    public, private = _manifests(pack)
    unknown = sorted(set(only) - public.items.keys())
    if unknown:
        raise UserError(
            Words(f"{pack} 里没有任务 {'、'.join(unknown)}。", f"{pack} has no task {', '.join(unknown)}."),
            hint=Words(f"有：{'、'.join(public.items)}。", f"It has: {', '.join(public.items)}."),
            code="unknown-task",
        )
    tasks = []
    for task_id in public.items:
        if only and task_id not in only:
            continue
        files = {
            split: path
            for split in SPLIT_NAMES
            if split in ("train", *splits)
            for path in [_gold_file(pack, public, private, task_id, split)]
            if path is not None
        }
        if any(split in files for split in splits):
            spec = find_task(task_id)
            tasks.append(PackTask(spec, files, _inventory(pack, public, spec, files), public.name, public.version))
    if not tasks:
        wanted = "、".join(splits), ", ".join(splits)
        raise UserError(
            Words(f"{pack} 没有 {wanted[0]} 的答案。", f"{pack} has no answers of {wanted[1]}."),
            hint=Words(
                "要用整个数据包（public 与 private）。", "Expected the whole pack, with the folders public and private."
            ),
            code="no-gold-answers",
        )
    return tasks


def _manifests(pack: Path) -> tuple[ReleaseManifest, ReleaseManifest | None]:
    if (pack / PUBLIC).is_dir():
        return read_manifest(pack / PUBLIC), read_manifest(pack / PRIVATE)
    return read_manifest(pack), None


def _gold_file(
    pack: Path, public: ReleaseManifest, private: ReleaseManifest | None, task: str, split: SplitName
) -> Path | None:
    def holds(file: ReleaseFile) -> bool:
        same = (file.task, file.part, file.content) == (task, split, "gold")
        return same and file.path.endswith(".jsonl")

    top = pack if private is None else pack / PUBLIC
    places = [(top, public), *([(pack / PRIVATE, private)] if private is not None else [])]
    return next((folder / file.path for folder, manifest in places for file in manifest.files if holds(file)), None)


def _inventory(pack: Path, public: ReleaseManifest, task: TaskSpec, files: dict[SplitName, Path]) -> Inventory:
    """The glosses of the pack, and after them what only training answers have."""
    if not task.has_senses:
        return {}
    top = pack / PUBLIC if (pack / PUBLIC).is_dir() else pack
    listed = [file.path for file in public.files if file.content == "inventory"]
    given = load_inventory(str(top / listed[0])) if listed else {}
    train = _examples(load_gold_with_origins(task, str(files["train"]))) if "train" in files else []
    return known_glosses(given, train)


def _examples(gold: Loaded) -> list[Example]:
    return [Example(gold.items[key], answer) for key, answer in gold.answers.items()]


def write_bundle(folder: Path, task: PackTask) -> TaskDescription:
    """Write ``data/EDITION-TASK`` for a task; returns its description."""
    home = folder / DATA / task.slug
    (home / GOLD).mkdir(parents=True)
    counts: dict[str, int] = {}
    for split, path in task.files.items():
        shutil.copyfile(path, home / GOLD / path.name)
        if sidecar_of(path).is_file():
            shutil.copyfile(sidecar_of(path), sidecar_of(home / GOLD / path.name))
        documents = _documents(task, split, load_gold_with_origins(task.spec, str(path)))
        counts[split] = write_jsonl(home / f"{split}.jsonl", documents)
    if task.inventory:
        write_text(home / INVENTORY, json.dumps(task.inventory, ensure_ascii=False, indent=1) + "\n")
    own = find_own(task.spec.id)
    if own is not None and own.description:
        write_carried(home, own)
    about = TaskDescription(
        task=task.spec.id,
        title=task.spec.title.zh,
        pack=task.pack,
        version=task.version,
        instructions=instructions(task.spec),
        ranked_by=".".join(task.spec.rank_by),
        numbers=tuple(_numbers(task)),
        splits=counts,
        gold={split: f"{GOLD}/{path.name}" for split, path in task.files.items()},
    )
    written = {name: getattr(about, name) for name in about.__struct_fields__}
    write_text(home / DESCRIPTION, json.dumps(written, ensure_ascii=False, indent=1) + "\n")
    return about


def _documents(task: PackTask, split: str, gold: Loaded) -> Iterator[dict[str, Json]]:
    examples = _examples(gold)
    clusters = find_clusters(task.spec, [Case(item, answer, None) for item, answer in examples])
    for i, (item, answer) in enumerate(examples):
        target = quoted_answer(task.spec, item, answer, task.inventory)
        yield {
            "id": item.id,
            "split": split,
            "question": question(task.spec, item, task.inventory),
            "target": json.dumps(target, ensure_ascii=False),
            "cluster": f"{split}-{i if clusters is None else clusters.numbers[i]}",
        }


def _numbers(task: PackTask) -> list[str]:
    """Names of all numbers, the one that ranks first."""
    gold = load_gold_with_origins(task.spec, str(task.files[task.asked_splits[0]]))
    result = score(task.spec, [Case(item, answer, answer) for item, answer in _examples(gold)], resample="items")
    names = [f"{name}.{number}" for name, measured in result.measures.items() for number in measured.numbers]
    first = ".".join(result.ranked_by)
    return [first, *(name for name in names if name != first)]
