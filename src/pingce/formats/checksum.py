"""SHA-256 of files, so that numbers and packs can say exactly what they come from.

A score's signature names the checksum of its data, a pack lists those of its files, a model card those of its training
data; all of them are made here.
"""

import hashlib
from pathlib import Path

from .source import Source


def bytes_sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file's bytes in hexadecimal, as checksums.txt, signatures and ``sha256sum`` have it."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def source_sha256(source: Source) -> str:
    """Of what is in a packed file, without counting it as read."""
    with source._replace(watch=None).open() as file:
        return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]  # a zip member reads alike
