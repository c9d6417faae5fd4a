"""``release.json``: what a folder of a release holds, for programs."""

from pathlib import Path
from typing import Literal

import msgspec

from pingce.spec.errors import UserError, reason
from pingce.spec.words import Words

from .split.run import SplitName

NAME = "release.json"
CARD, CROISSANT, LICENCE, SUMS = "README.md", "croissant.json", "LICENSE", "SHA256SUMS"
OWN = (NAME, CARD, CROISSANT, LICENCE, SUMS)
"""Files every folder of a release has beside its data."""

FileContents = Literal["gold", "questions", "sheet", "inventory", "report", "task", "provenance"]


class ReleaseFile(msgspec.Struct, frozen=True):
    """A file of the release; ``part`` is None for what belongs to all parts."""

    path: str
    content: FileContents
    task: str | None = None
    part: SplitName | None = None
    records: int = 0


class ReleaseManifest(msgspec.Struct, frozen=True):
    """Counts of answers are given for the training part only."""

    name: str
    version: str
    files: tuple[ReleaseFile, ...]
    items: dict[str, dict[str, int]]
    groups: dict[str, int]
    split_sha256: str
    """Checksum of the split; the split itself is published when the answers are."""
    accepted: tuple[str, ...] = ()
    """Codes of problems that the makers of the data let stand."""
    labels: dict[str, dict[str, int]] = {}
    stage: str | None = None


def read_manifest(folder: Path) -> ReleaseManifest:
    """The manifest of one side of a pack, or why the folder is none."""
    path = folder / NAME
    try:
        return msgspec.json.decode(path.read_bytes(), type=ReleaseManifest)
    except OSError as problem:
        why = reason(problem)
        raise UserError(
            Words(f"{folder} 不是发布包：{NAME}：{why.zh}。", f"{folder} is no release: {NAME}: {why.en}."),
            hint=Words("应为 pingce release pack 写出的文件夹。", "Expected a folder written by pingce release pack."),
            code="no-release",
        ) from problem
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        words = Words(f"{path} 不合格式：{problem}。", f"{path} is not in form: {problem}.")
        raise UserError(words, code="bad-release") from problem
