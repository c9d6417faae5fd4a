"""Staged publication: a folder with exactly the files of a stage, described as what it is."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import msgspec

from pingce.formats.taskfile.places import CarriedTasks
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.tasks.own import opened

from ..manifest import LICENCE, ReleaseFile, ReleaseManifest, read_manifest
from ..split.run import SplitName
from ..verify.run import PRIVATE, PUBLIC, refuse_flawed
from .about import About, StageContent, read_about
from .folder import describe, new_folder, write_zip
from .run import ABOUT

ANSWERS = frozenset(("gold", "sheet"))


def about_pack(pack: Path) -> About:
    """What the makers of a pack said about it."""
    if not (pack / PUBLIC).is_dir() or not (pack / PRIVATE).is_dir():
        raise UserError(
            Words(f"{pack} 不是发布包。", f"{pack} is no pack."),
            hint=Words(
                f"应有 {PUBLIC} 和 {PRIVATE} 两个文件夹，由 pingce release pack 写出。",
                f"Expected a folder with {PUBLIC} and {PRIVATE}, as pingce release pack writes it.",
            ),
            code="no-release",
        )
    return read_about(pack / PRIVATE / ABOUT, pack / PUBLIC / LICENCE)[0]


def write_stage(
    pack: Path, name: str, contents: Sequence[StageContent], out: Path, *, test_answers: bool, with_zip: bool = False
) -> ReleaseManifest:
    """Copy the files of a stage; the pack is checked first, so that nothing damaged or leaking is published.

    ``contents`` are what the stage ``name`` publishes; answers of the test part only with ``test_answers``.
    """
    with opened(CarriedTasks([pack])):
        return _write_stage(pack, name, contents, out, test_answers=test_answers, with_zip=with_zip)


def _write_stage(
    pack: Path, name: str, contents: Sequence[StageContent], out: Path, *, test_answers: bool, with_zip: bool
) -> ReleaseManifest:
    about = about_pack(pack)
    if "test answers" in contents and not test_answers:
        raise UserError(
            Words(f"阶段“{name}”会公布测试集答案。", f"Stage '{name}' would publish the answers of the test part."),
            hint=Words("确实要公布，请加 --with-test-answers。", "If that is meant, add --with-test-answers."),
            code="test-answers",
        )
    refuse_flawed(pack)
    public, private = read_manifest(pack / PUBLIC), read_manifest(pack / PRIVATE)
    chosen = [(PUBLIC, file) for file in public.files if _wanted(file, contents)]
    chosen += [(PRIVATE, file) for file in private.files if file.content in ANSWERS and _wanted(file, contents)]
    if not chosen:
        words = Words(f"阶段“{name}”没有任何文件。", f"Stage '{name}' has no files.")
        raise UserError(words, code="empty-stage")
    tasks = {file.task for _, file in chosen}
    chosen += [(PUBLIC, file) for file in public.files if file.content in ("inventory", "task") and file.task in tasks]
    with new_folder(out) as folder:
        for side, file in chosen:
            (folder / file.path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(pack / side / file.path, folder / file.path)
        manifest = msgspec.structs.replace(
            public,
            files=tuple(file for _, file in chosen),
            labels=public.labels if "train" in contents else {},
            stage=name,
        )
        describe(folder, about, manifest)
    if with_zip:
        write_zip(out, out.with_name(f"{out.name}.zip"))
    return manifest


def _wanted(file: ReleaseFile, contents: Sequence[StageContent]) -> bool:
    return content_of(file.content, file.part) in contents


def content_of(content: str, split: SplitName | None) -> str:
    """What a schedule calls a file."""
    if content == "report":
        return "reports"
    if split == "train":
        return "train"
    asked = content in ("questions", "provenance")  # what may be known of held-back items goes with their questions
    return f"{split} {'questions' if asked else 'answers'}" if split is not None else ""
