"""Which files a corpus is made of: text and JSON lines, plain or packed, with their genres.

Folders, files and packs come in; a sorted list of files with the genre each belongs to comes out, so that a run always
sees them in the same order. Files a run writes are kept apart from those it reads.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from pingce.spec.errors import UserError
from pingce.spec.words import Words

CorpusFileKind = Literal["text", "records"]
Packing = Literal["plain", "gz", "zst"]

KINDS: dict[str, CorpusFileKind] = {".txt": "text", ".jsonl": "records"}
PACKINGS: dict[str, Packing] = {".gz": "gz", ".zst": "zst"}
ENDINGS = ".txt, .jsonl, each also with .gz or .zst"


class CorpusFile(NamedTuple):
    """One file; ``name`` is how provenance calls it, wherever the corpus lies."""

    path: Path
    name: str
    genre: str | None
    kind: CorpusFileKind
    packing: Packing
    size: int


def find_files(inputs: Sequence[Path], *, genre: str | None = None, root: Path | None = None) -> list[CorpusFile]:
    """All files of the inputs in a fixed order: as named, within a folder by name.

    ``root``: the benchmark; files inside it are called by their path from there, others as seen from what was named.

    A folder's first-level folders are its genres; files that lie in none have ``genre`` or, in a folder that was
    named itself, that folder's name.
    """
    corpus_files: list[CorpusFile] = []
    for path in inputs:
        if path.is_dir():
            corpus_files += _in_folder(path, genre, root)
        elif path.is_file():
            corpus_files.append(_known(path, _name(path, path.name, root), genre))
        else:
            raise UserError(
                Words(f"没有文件或文件夹 {path}。", f"There is no file or folder {path}."), code="no-such-file"
            )
    _refuse_same_names(corpus_files)
    return corpus_files


def _name(path: Path, otherwise: str, root: Path | None) -> str:
    inside = root is not None and path.resolve().is_relative_to(root.resolve())
    return path.resolve().relative_to(root.resolve()).as_posix() if root is not None and inside else otherwise


def _in_folder(folder: Path, genre: str | None, root: Path | None) -> list[CorpusFile]:
    base = folder.resolve().name
    inside = sorted((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*") if path.is_file())
    corpus_files = []
    for relative, path in inside:
        hidden = any(name.startswith(".") for name in Path(relative).parts)
        if not hidden and _kind(path) is not None:
            first, _, rest = relative.partition("/")
            name = _name(path, f"{base}/{relative}", root)
            corpus_files.append(_known(path, name, first if rest else genre or base))
    if not corpus_files:
        raise UserError(
            Words(f"{folder} 里没有文本。", f"{folder} holds no texts."),
            hint=Words(f"应有以 {ENDINGS} 结尾的文件。", f"Expected files ending in {ENDINGS}."),
            code="empty-folder",
        )
    return corpus_files


def _known(path: Path, name: str, genre: str | None) -> CorpusFile:
    kind = _kind(path)
    if kind is None:
        raise UserError(
            Words(f"{path}：不认识的后缀。", f"{path}: unknown ending."),
            hint=Words(f"应为 {ENDINGS}。", f"Expected {ENDINGS}."),
            code="unknown-format",
        )
    return CorpusFile(path, name, genre, kind, PACKINGS.get(path.suffix.lower(), "plain"), path.stat().st_size)


def _kind(path: Path) -> CorpusFileKind | None:
    inner = Path(path.stem) if path.suffix.lower() in PACKINGS else path
    return KINDS.get(inner.suffix.lower())


def _refuse_same_names(files: Sequence[CorpusFile]) -> None:
    """Names are part of ids and of provenance; two files of one name could not be told apart."""
    paths: dict[str, Path] = {}
    for file in files:
        if file.name in paths:
            raise UserError(
                Words(
                    f"{paths[file.name]} 与 {file.path} 都会叫 {file.name}。",
                    f"{paths[file.name]} and {file.path} would both be called {file.name}.",
                ),
                hint=Words(
                    "每个文件只写一次，或给出它们共同的上级文件夹。",
                    "Name each file once, or give the folder above both.",
                ),
                code="same-name",
            )
        paths[file.name] = file.path


def keep_apart(inputs: Sequence[Path], targets: Sequence[Path]) -> None:
    """An output among the inputs would be part of the corpus the next time."""
    for target in targets:
        for path in inputs:
            if target.resolve().is_relative_to(path.resolve()):
                raise UserError(
                    Words(f"输出 {target} 在语料 {path} 里面。", f"The output {target} lies in the corpus {path}."),
                    hint=Words("请写到别处。", "Write it elsewhere."),
                    code="output-in-input",
                )
