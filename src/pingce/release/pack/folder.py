"""Folders of a release: what each has beside its data (card, licence, Croissant, manifest, checksums), and as a zip."""

import json
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pingce.formats.write import atomic, write_bytes, write_text
from pingce.spec.errors import UserError, cannot_write
from pingce.spec.words import Words

from ..checksums import files_in, write_sums
from ..manifest import CARD, CROISSANT, LICENCE, NAME, ReleaseManifest
from ..split.proof import pretty
from .about import About
from .card import card
from .croissant import croissant


def describe(folder: Path, about: About, manifest: ReleaseManifest) -> None:
    """Write them, the checksums last; the data files must be there."""
    write_text(folder / LICENCE, about.licence_text)
    write_text(folder / CARD, card(about, manifest))
    write_text(folder / CROISSANT, json.dumps(croissant(about, manifest, folder), ensure_ascii=False, indent=2) + "\n")
    write_bytes(folder / NAME, pretty(manifest))
    write_sums(folder)


@contextmanager
def new_folder(out: Path) -> Iterator[Path]:
    """A folder that appears under its name only when it is complete; what is there already is never touched."""
    if out.exists():
        raise UserError(
            Words(f"{out} 已经存在。", f"{out} exists already."),
            hint=Words("请换一个名字，或先删去它。", "Choose another name, or delete it first."),
            code="exists",
        )
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}."))
    except OSError as problem:
        raise cannot_write(out, problem) from problem
    try:
        yield made
        made.chmod(0o755)  # mkdtemp lets nobody else in
        made.rename(out)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


EPOCH = (1980, 1, 1, 0, 0, 0)
"""The first moment a zip file knows."""


def write_zip(folder: Path, out: Path, *, top: bool = True) -> None:
    """Stored, not packed: what deflate makes of a text differs from one zlib to the next.

    ``top``: the files lie below the folder's name, else at the top of the zip.
    """
    with atomic(out) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as pack:
        for name in files_in(folder):
            info = zipfile.ZipInfo(f"{folder.name}/{name}" if top else name, EPOCH)
            info.create_system = 3  # Unix, on every system
            info.external_attr = 0o644 << 16
            pack.writestr(info, (folder / name).read_bytes())
