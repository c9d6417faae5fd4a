"""A folder as one zip file, the same bytes wherever it is made."""

import zipfile
from pathlib import Path

from pingce.formats.write import atomic

from ..checksums import files_in

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The first moment a zip file knows."""


def write_zip(folder: Path, out: Path) -> None:
    """Stored, not packed: what deflate makes of a text differs from one zlib to the next."""
    with atomic(out) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as pack:
        for name in files_in(folder):
            info = zipfile.ZipInfo(f"{folder.name}/{name}", EPOCH)
            info.create_system = 3  # Unix, on every system
            info.external_attr = 0o644 << 16
            pack.writestr(info, (folder / name).read_bytes())
