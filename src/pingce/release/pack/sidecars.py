"""The provenance of a pack's items: what may be public beside the public files, all of it beside the answers."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pingce.formats.provenance import Provenance, sidecar_of, write_provenance
from pingce.spec.task import TaskSpec

from ..manifest import ReleaseFile
from ..split.run import SplitName
from .layout import FileContent, data_path, kinds


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
